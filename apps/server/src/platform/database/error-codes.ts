import type { ErrorCode } from '@recoup/contract/core/errors';

/** Whether it may go well later: no connection to the database, or it lacks room or memory, waited too long or was told to give up. */
export function isDatabaseUnavailable(error: Error): boolean {
  return errorCodeForPgError(error) === 'unavailable';
}

/** No connection to the database, or none any more. What its statements, its disk or its memory say is something else. */
export function isConnectionLost(error: Error & { code?: string; syscall?: string }): boolean {
  const { code = '', syscall } = error;
  return (
    /^(?:08|57P0|53300$|25006$)/.test(code) ||
    /^E(?:CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NOTFOUND)$/.test(code) ||
    (code === 'ENOENT' && syscall === 'connect') ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    )
  );
}

/** Maps PostgreSQL errors to API codes; undefined for any other error. */
export function errorCodeForPgError(error: Error & { code?: string }): ErrorCode | undefined {
  if (isConnectionLost(error) || error.code === 'ENOENT') return 'unavailable';
  return sqlStates.find(([states]) => states.test(error.code ?? ''))?.[1];
}

/** docs/reliability.md, "What PostgreSQL's errors become", has the same rows in words. */
const sqlStates: readonly (readonly [RegExp, ErrorCode])[] = [
  // No connection, a standby after a failover, a refused sign-in of ours, a server that stops or starts.
  [/^(?:08...|25006|28...|3D000|57P0.)$/, 'unavailable'],
  // No room, no memory, no file; a timeout, a deadlock, a transaction to repeat.
  [/^(?:53...|58...|25P0[34]|40...|55P03|57014)$/, 'unavailable'],
  [/^(?:23503|23505|23P01)$/, 'conflict'],
  [/^(?:22003|22007|22008|22021|22P02|22P05)$/, 'invalid_input'],
];
