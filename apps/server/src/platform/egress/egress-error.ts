/** Why there is no connection, or no answer; each has one sentence, which users may read. */
const sentences = {
  unencrypted: 'Only an address that begins with https:// is allowed.',
  not_allowed: 'The host leads to no address that is allowed: private networks are not.',
  unknown_host: 'The host name was not found.',
  no_connection: 'No connection was possible.',
  certificate: 'The certificate of the host is not valid.',
  no_answer: 'The connection ended without an answer.',
  timeout: 'The answer took too long.',
} as const;

export type EgressReason = keyof typeof sentences;

/** `detail` is the code of Node's error, such as `ECONNREFUSED`. */
export class EgressError extends Error {
  readonly reason: EgressReason;

  constructor(reason: EgressReason, cause?: unknown) {
    const detail = errorCode(cause);
    super(detail === '' ? sentences[reason] : `${sentences[reason]} (${detail})`, { cause });
    this.reason = reason;
  }
}

function errorCode(cause: unknown): string {
  const { code } = (cause ?? {}) as { code?: unknown }; // any thrown value
  return typeof code === 'string' && /^[A-Z\d_]{1,60}$/.test(code) ? code : '';
}
