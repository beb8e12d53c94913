import { sign } from 'node:crypto';
import type { ClientRequest } from 'node:http';
import { request as startRequest } from 'node:https';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type Clock, minutes, seconds, systemClock } from '../../platform/core/clock.ts';
import { MailSignInError } from './smtp-errors.ts';

export type OauthSettings = {
  /** The mailbox that sends. */
  user: string;
  tokenUrl: string;
  credentials:
    | { kind: 'client'; id: string; secret: string; scope: string }
    /** Google's key file. */
    | { kind: 'serviceAccount'; email: string; keyId: string | undefined; privateKey: string };
};

/** Tokens of one mailbox. Both throw `MailSignInError`. */
export type OauthTokens = {
  get(): Promise<string>;
  /** Another token than the one that the mail server has refused. */
  renew(refused: string): Promise<string>;
};

export type TokenOptions = {
  clock?: Clock;
  /** Certificate authorities instead of Node's, for tests. */
  authorities?: string | undefined;
  timeoutMs?: number;
  log?: Pick<Logger, 'warn'> | undefined;
};

/** A token is asked for anew so long before its end. */
const margin = minutes(5);

type Token = { value: string; until: number };

/** One request at a time; all callers wait for it. */
export function createOauthTokens(settings: OauthSettings, options: TokenOptions): OauthTokens {
  const { clock = systemClock } = options;
  let kept: Token | undefined;
  let running: Promise<Token> | undefined;
  const request = async (): Promise<string> => {
    running ??= requestToken(settings, { ...options, clock }).finally(() => (running = undefined));
    kept = await running;
    return kept.value;
  };
  const get = async (): Promise<string> =>
    kept !== undefined && clock.now().getTime() < kept.until - margin ? kept.value : request();
  return {
    get,
    renew: async (refused) => {
      if (kept?.value === refused) kept = undefined;
      return get();
    },
  };
}

const token = z.object({
  // It is written into a line of SMTP.
  access_token: z.string().regex(/^[\x21-\x7E]{1,20000}$/),
  // Older endpoints of Microsoft send a text.
  expires_in: z.coerce.number().optional(),
});

async function requestToken(
  settings: OauthSettings,
  { clock, ...options }: TokenOptions & { clock: Clock },
): Promise<Token> {
  const { tokenUrl } = settings;
  const { host } = new URL(tokenUrl);
  const asked = clock.now();
  const answer = await postForm(
    tokenUrl,
    new URLSearchParams(grantForm(settings, asked)).toString(),
    options,
  );
  const body = tryParseJson(answer.body);
  if (answer.status !== 200) throw refusal(host, answer, body);
  const parsed = token.safeParse(body);
  if (!parsed.success)
    throw new MailSignInError(`${host} sent no token but something else. ${checkUrl}`);
  const { access_token: value, expires_in: lasts = 0 } = parsed.data;
  if (parsed.data.expires_in !== undefined && !(lasts > 0))
    throw new MailSignInError(`${host} sent a token that has already expired. ${tryLater}`);
  if (lasts === 0)
    options.log?.warn({ host }, 'tokens for mail have no expires_in: each mail asks for its own');
  return { value, until: asked.getTime() + seconds(lasts) };
}

const checkUrl = 'Check SMTP_OAUTH_TOKEN_URL.';
const tryLater = 'Recoup asks again later.';
const gmailScope = 'https://mail.google.com/';

function grantForm({ user, tokenUrl, credentials }: OauthSettings, now: Date) {
  const form: Record<string, string> =
    credentials.kind === 'client'
      ? {
          grant_type: 'client_credentials',
          client_id: credentials.id,
          client_secret: credentials.secret,
          scope: credentials.scope,
        }
      : {
          grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
          assertion: signedAssertion(credentials, { user, tokenUrl, now }),
        };
  return form;
}

/** RFC 7523, as Google wants it. */
function signedAssertion(
  { email, keyId, privateKey }: Extract<OauthSettings['credentials'], { kind: 'serviceAccount' }>,
  { user, tokenUrl, now }: { user: string; tokenUrl: string; now: Date },
): string {
  const iat = Math.floor(now.getTime() / 1_000);
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) };
  const claims = { iss: email, sub: user, scope: gmailScope, aud: tokenUrl, iat, exp: iat + 600 };
  const signed = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

type Answer = { status: number; retryAfter: string | undefined; body: string };

const maxAnswerBytes = 64 * 1024;

/** Follows no redirect, uses no proxy; the deadline includes the body. */
async function postForm(
  url: string,
  form: string,
  { authorities, timeoutMs = seconds(10) }: TokenOptions,
): Promise<Answer> {
  const { host } = new URL(url);
  const signal = AbortSignal.timeout(timeoutMs);
  const headers = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': Buffer.byteLength(form),
  };
  const request = startRequest(url, {
    method: 'POST',
    agent: false,
    signal,
    ca: authorities,
    headers,
  });
  try {
    return await exchange(request, form);
  } catch (error) {
    if (signal.aborted)
      throw new MailSignInError(
        `${host} sent no token within ${timeoutMs / 1_000} seconds. ${tryLater}`,
      );
    const { code = '' } = error as NodeJS.ErrnoException; // Node's errors carry a code
    const detail = /^[A-Z\d_]{1,60}$/.test(code) ? ` (${code})` : '';
    throw new MailSignInError(`${host}, which gives the tokens, cannot be reached${detail}.`);
  }
}

async function exchange(request: ClientRequest, form: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      let body = '';
      const finish = (): void => {
        resolve({ status, retryAfter: headers['retry-after'], body });
        request.destroy();
      };
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
        if (body.length > maxAnswerBytes) finish();
      });
      response.on('end', finish).on('error', reject);
    });
    request.end(form);
  });
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Codes of Microsoft and of RFC 6749; texts of the server may repeat what was sent. */
const causes: Readonly<Record<string, string>> = {
  AADSTS7000215:
    'SMTP_OAUTH_CLIENT_SECRET is wrong: it must be the value of the client secret, not its ID',
  AADSTS7000222: 'The client secret has expired: create another one',
  AADSTS700016: 'The tenant has no application with this SMTP_OAUTH_CLIENT_ID',
  AADSTS90002: 'There is no such tenant: correct SMTP_OAUTH_TOKEN_URL',
  AADSTS900023: 'There is no such tenant: correct SMTP_OAUTH_TOKEN_URL',
  AADSTS70011: 'SMTP_OAUTH_SCOPE is wrong: leave it out for Microsoft 365',
  AADSTS1002012: 'SMTP_OAUTH_SCOPE is wrong: leave it out for Microsoft 365',
  invalid_client: 'The client ID or the client secret is wrong, or the secret has expired',
  unauthorized_client:
    'The client is not allowed to ask for this: at Google the domain-wide delegation is missing',
  invalid_grant:
    'The mailbox of SMTP_OAUTH_USER is not known there, the key was deleted, ' +
    'or the clock of this machine is wrong',
  invalid_scope: 'SMTP_OAUTH_SCOPE is wrong',
  access_denied: 'The administrator has not allowed this application',
  invalid_request: 'The endpoint does not understand the request',
};

const errorBody = z.object({
  error: z.string(),
  error_description: z.string().catch(''),
});

function refusal(host: string, { status, retryAfter }: Answer, body: unknown): MailSignInError {
  if (status >= 300 && status < 400)
    return new MailSignInError(
      `${host} answered with a redirect (${status}), which Recoup does not follow. ${checkUrl}`,
    );
  if (status === 429)
    return new MailSignInError(
      `${host} takes no more requests for now (429). ${tryLater}`,
      pauseUntil(retryAfter),
    );
  const { error, error_description: text } = errorBody.safeParse(body).data ?? noError;
  const code = [/\bAADSTS\d{5,8}\b/.exec(text)?.[0], error].find(
    (each) => each !== undefined && each in causes,
  );
  if (code === undefined)
    return new MailSignInError(`${host} refused a token (${status}). ${checkUrl}`);
  return new MailSignInError(`${host} refused a token (${code}). ${causes[code]}.`);
}

const noError = { error: '', error_description: '' };

/** Seconds of the header, between one minute and one hour. */
function pauseUntil(retryAfter: string | undefined): number {
  const asked = /^\d{1,5}$/.test(retryAfter ?? '') ? seconds(Number(retryAfter)) : 0;
  return Math.min(Math.max(asked, minutes(1)), minutes(60));
}
