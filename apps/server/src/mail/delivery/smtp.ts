import type { SendMailOptions } from 'nodemailer';
import { systemClock } from '../../platform/core/clock.ts';
import { createOauthTokens, type OauthSettings, type TokenOptions } from './oauth-token.ts';
import { MailSignInError, toMailError } from './smtp-errors.ts';

export type SmtpOptions = TokenOptions & {
  /** With user and password, or neither. */
  url: string;
  /** The sign-in without a password. */
  oauth?: OauthSettings | undefined;
};

export type Smtp = {
  /** Throws `MailRejectedError`, `MailSignInError`, or what a later attempt may mend. */
  send(message: SendMailOptions): Promise<void>;
};

/**
 * Sends by one mail server. After a refused sign-in it does not connect for a while: the other
 * mails fail at once, and no server locks the client out.
 */
export function createSmtp(options: SmtpOptions): Smtp {
  const { clock = systemClock, log } = options;
  const attempt = options.oauth ? tokenSender(options, options.oauth) : passwordSender(options);
  let refused: { error: MailSignInError; at: number } | undefined;
  return {
    async send(message) {
      if (refused !== undefined) {
        const ago = clock.now().getTime() - refused.at;
        // A clock that was ahead, and went back, does not make the pause longer.
        if (ago >= 0 && ago < refused.error.pauseMs) throw refused.error;
        refused = undefined;
      }
      try {
        await attempt(message);
      } catch (error) {
        if (error instanceof MailSignInError) {
          refused = { error, at: clock.now().getTime() };
          log?.warn({ reason: error.message }, 'mails wait for the sign-in at the mail server');
        }
        throw error;
      }
    },
  };
}

function passwordSender({ url, authorities }: SmtpOptions): Smtp['send'] {
  const { username, password } = new URL(url);
  const [user, secret] = [username, password].map((part) => decodeURIComponent(part));
  const hide = hiding([secret, base64(secret), base64(`\0${user}\0${secret}`), password]);
  return async (message) => {
    await transmit(message, { url, tls: { ca: authorities } }).catch((error: unknown) => {
      throw toMailError(error, { signIn: 'password', hide });
    });
  };
}

/** A token that the server refuses is replaced once. */
function tokenSender(options: SmtpOptions, oauth: OauthSettings): Smtp['send'] {
  const tokens = createOauthTokens(oauth, options);
  const sendWith = async (message: SendMailOptions, token: string): Promise<void> => {
    const credentials = base64(`user=${oauth.user}\u0001auth=Bearer ${token}\u0001\u0001`);
    const settings = { url: options.url, tls: { ca: options.authorities } };
    await transmit(message, { ...settings, ...xoauth2(oauth.user, credentials) }).catch(
      (error: unknown) => {
        throw toMailError(error, { signIn: 'oauth', hide: hiding([token, credentials]) });
      },
    );
  };
  return async (message) => {
    const token = await tokens.get();
    try {
      await sendWith(message, token);
    } catch (error) {
      if (!(error instanceof MailSignInError)) throw error;
      await sendWith(message, await tokens.renew(token));
    }
  };
}

/** Never without TLS, and never without the sign-in. */
function xoauth2(user: string, credentials: string) {
  return {
    requireTLS: true,
    forceAuth: true,
    auth: { type: 'custom' as const, method: 'XOAUTH2', user },
    customAuth: {
      XOAUTH2: async ({ sendCommand }: { sendCommand: SendCommand }): Promise<void> => {
        const first = await sendCommand(`AUTH XOAUTH2 ${credentials}`);
        // A challenge has the reason; the refusal follows an empty line.
        const { status } = first.status === 334 ? await sendCommand('') : first;
        if (status !== 235) throw new Error('the sign-in was refused');
      },
    },
  };
}

type SendCommand = (command: string) => Promise<{ status: number }>;
type TransportSettings = { url: string; tls: { ca: string | undefined } } & Partial<
  ReturnType<typeof xoauth2>
>;

/** Milliseconds: long enough for a slow server, not for one that hangs. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };

async function transmit(message: SendMailOptions, settings: TransportSettings): Promise<void> {
  const transport = (await nodemailer()).createTransport({
    ...settings,
    ...timeouts,
    ...noExternalAccess,
  });
  try {
    await transport.sendMail(message);
  } finally {
    transport.close();
  }
}

/** Loaded with the first mail, to save memory in an idle process. */
export async function nodemailer() {
  return (await import('nodemailer')).default;
}

/** nodemailer must neither read files nor fetch URLs named in a mail. */
export const noExternalAccess = { disableFileAccess: true, disableUrlAccess: true };

function hiding(secrets: readonly (string | undefined)[]): (text: string) => string {
  const found = secrets.filter((secret) => secret !== undefined && secret !== '');
  return (text) => found.reduce<string>((left, secret) => left.replaceAll(secret ?? '', '…'), text);
}

function base64(text = ''): string {
  return Buffer.from(text).toString('base64');
}
