import type { ErrorCode } from '@recoup/contract/core/errors';

/** A later try may succeed. */
export function isDatabaseUnavailable(error: Error): boolean {
  return errorCodeForPgError(error) === 'unavailable';
}

/** A standby, or a primary whose commits wait for one (`canCommit`). */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25006';
}

/** Messages of pg's own errors, which have no code. */
const lostMessages = [
  'Connection terminated',
  'Client was closed',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
];

/** A lost or missing connection, not an error of a statement, the disk or memory. */
export function isConnectionLost(error: Error & { code?: string; syscall?: string }): boolean {
  const { code = '', syscall } = error;
  return (
    /^(?:08|57P0|53300$|25006$)/.test(code) ||
    /^E(?:CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NOTFOUND)$/.test(code) ||
    (code === 'ENOENT' && syscall === 'connect') ||
    lostMessages.some((message) => error.message.includes(message))
  );
}

/** Undefined for an error that is not PostgreSQL's. */
export function errorCodeForPgError(error: Error & { code?: string }): ErrorCode | undefined {
  if (isConnectionLost(error) || error.code === 'ENOENT') return 'unavailable';
  return sqlStates.find(([states]) => states.test(error.code ?? ''))?.[1];
}

/** docs/reliability.md has the same rows in words. */
const sqlStates: readonly (readonly [RegExp, ErrorCode])[] = [
  // No connection, a standby after a failover, a refused sign-in of ours, a server that stops or
  // starts.
  [/^(?:08...|25006|28...|3D000|57P0.)$/, 'unavailable'],
  // No room, no memory, no file; a timeout, a deadlock, a transaction to repeat.
  [/^(?:53...|58...|25P0[34]|40...|55P03|57014)$/, 'unavailable'],
  [/^(?:23503|23505|23P01)$/, 'conflict'],
  [/^(?:22003|22007|22008|22021|22P02|22P05)$/, 'invalid_input'],
];
