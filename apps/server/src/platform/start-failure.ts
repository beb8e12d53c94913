/** A reason to end at once: waiting cannot help. Its message is meant for the operator. */
export class StartError extends Error {}

/** What an operator reads when the server ends before it is ready. */
export function startFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message } = error;
  if (!isDiskFull(error)) return message;
  return `The disk is full: make room on it and start Recoup again. Nothing that was saved is lost. (${message})`;
}

/** Of the file system, of PostgreSQL, or in the words that PostgreSQL ended with. */
function isDiskFull(error: Error & { code?: string }): boolean {
  return error.code === 'ENOSPC' || error.code === '53100' || /No space left on device/.test(error.message);
}
