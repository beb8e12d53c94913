import { minutes } from '../../platform/core/clock.ts';

/** The server rejects this mail for good; the message is the server's. */
export class MailRejectedError extends Error {}

/** Recoup cannot sign in at the mail server: no mail can go, and none of them is the reason. */
export class MailSignInError extends Error {
  /** Milliseconds without a further attempt, of all mails. */
  readonly pauseMs: number;

  constructor(message: string, pauseMs = minutes(1)) {
    super(message);
    this.pauseMs = pauseMs;
  }
}

/** How Recoup signs in: `password` also without a password. */
export type SignInKind = 'password' | 'oauth';

/** Fields of nodemailer's errors. */
type SmtpFault = Error & { code?: string; responseCode?: number; response?: string };

/**
 * Maps an error of nodemailer. `hide` removes secrets from a server's text; the new error has
 * neither cause nor response, which could repeat them. Refusals of the sign-in name codes alone.
 */
export function toMailError(
  error: unknown,
  { signIn, hide }: { signIn: SignInKind; hide: (text: string) => string },
): Error {
  if (error instanceof MailRejectedError || error instanceof MailSignInError) return error;
  const fault = error as SmtpFault; // nodemailer throws errors
  const { code = '', responseCode = 0, response = '' } = fault;
  if (isSignInRefusal(fault)) return new MailSignInError(signInSentence(response, signIn));
  const message = hide(fault.message);
  const isAboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (isAboutThisMail && responseCode >= 500) return new MailRejectedError(message);
  return Object.assign(new Error(message), code !== '' && { code });
}

/** Microsoft 365 may refuse a client only at a later command. */
const refusesClient = /^5\d\d[ -]5\.7\.(?:30|57)\b/;

function isSignInRefusal({ code = '', response = '' }: SmtpFault): boolean {
  return code === 'EAUTH' || code === 'ENOAUTH' || refusesClient.test(response);
}

const guides = {
  microsoft: 'docs/mail-microsoft-365.md',
  google: 'docs/mail-google.md',
} as const;

/** Enhanced status codes with the cause that both vendors' documents name. */
const causes: Readonly<Record<SignInKind, Readonly<Record<string, string>>>> = {
  oauth: {
    '5.7.3':
      'The service principal in Exchange needs the object ID of the enterprise application ' +
      'and access to the mailbox, which takes up to 30 minutes to work',
    '5.7.139': 'SMTP AUTH is switched off for the mailbox or the organisation',
    '5.7.8':
      'The domain-wide delegation or the mailbox is missing; a new delegation may take a day',
  },
  password: {
    '5.7.3':
      'The user name or password is wrong, or Microsoft 365 takes none any more: ' +
      'sign in by SMTP_OAUTH_USER and its neighbours',
    '5.7.30':
      'Microsoft 365 takes no user name and password any more: ' +
      'sign in by SMTP_OAUTH_USER and its neighbours',
    '5.7.57': 'Microsoft 365 takes no mail without a sign-in: set SMTP_OAUTH_USER',
    '5.7.139':
      'SMTP AUTH with a password is switched off for the mailbox or the organisation: ' +
      'sign in by SMTP_OAUTH_USER and its neighbours',
    '5.7.8': 'The user name or password is wrong, or Google wants another form of sign-in',
  },
};

function signInSentence(response: string, signIn: SignInKind): string {
  const [, status = '', detail = ''] =
    /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3}))?/.exec(response) ?? [];
  const codes = `${status} ${detail}`.trim() || 'no answer';
  const refused = `The mail server refused the sign-in (${codes}).`;
  const cause = causes[signIn][detail];
  if (cause === undefined) return `${refused} Check the settings SMTP_URL and SMTP_OAUTH_USER.`;
  return `${refused} ${cause} (${guides[detail === '5.7.8' ? 'google' : 'microsoft']}).`;
}
