/**
 * Why a mail was not sent, for the log and the operator. A mail server's answer may repeat
 * addresses and secrets, so only its codes are passed on.
 */
export function mailReason(message: string): string {
  if (signInSentences.some((sentence) => sentence.test(message))) return message;
  const [, status] = /: ([45]\d\d)[ -]/.exec(message) ?? [];
  if (status !== undefined) return answerReason(status, /\b[45](?:\.\d{1,3}){2}\b/.exec(message));
  const [code = ''] = /\bE[A-Z]{3,20}\b/.exec(message) ?? [];
  if (/^E(?:CONN|HOST|NET|NOTFOUND|AI_|PIPE|TIMEDOUT)/.test(code))
    return `No connection to the mail server was possible (${code}).`;
  if (code !== '') return `The folder of the outbox could not be written (${code}).`;
  if (/timeout|never received/i.test(message)) return 'The mail server did not answer in time.';
  if (/certificate|SSL|TLS/i.test(message))
    return 'There is no safe connection to the mail server: its certificate or TLS is not valid.';
  if (/socket|connection/i.test(message)) return 'The connection to the mail server broke.';
  return 'It could not be sent. The firm sees why with the mail.';
}

/** Beginnings of the sentences of `MailSignInError`, which repeat no words of a server. */
const signInSentences = [
  /^The mail server refused the sign-in \(/,
  /^\S+(?:, which gives the tokens| sent (?:no|a) token| refused a token)/,
  /^\S+ (?:answered with a redirect|takes no more requests)/,
];

const signInStatuses = ['530', '534', '535', '538'];

function answerReason(status: string, enhanced: RegExpExecArray | null): string {
  const codes = [status, ...(enhanced ?? [])].join(' ');
  return signInStatuses.includes(status)
    ? `The mail server refused the sign-in (${codes}).`
    : `The mail server answered ${codes}.`;
}
