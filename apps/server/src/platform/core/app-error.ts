import { type ErrorBody, type ErrorCode, errorStatus, mostNamedFields } from '@recoup/contract/core/errors';
import { errorTexts } from '@recoup/contract/core/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { writeSeldom } from './rejection-log.ts';

type Details = Pick<ErrorBody, 'fields' | 'rows' | 'refused'> & {
  readonly message?: string;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
};

/** The one error that rooms throw; its code decides the status, its message is meant for people. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;
  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? errorTexts[code], { cause: details.cause });
    this.code = code;
    this.details = details;
  }
}

/** The first message for each field, unknown ones included. A body of a few kilobytes can have thousands of them. */
export function invalidInput(error: z.ZodError): AppError {
  const named = new Map<string, string>();
  let unnamed = 'The body must be a JSON object.';
  for (const [name, message] of faultsOf(error)) {
    if (name === '__proto__') unnamed = message;
    if (name === '' || name === '__proto__' || named.has(name)) continue;
    if (named.size === mostNamedFields) return new AppError('invalid_input', { message: tooManyFaults, fields: Object.fromEntries(named) });
    named.set(name, message);
  }
  if (named.size === 0) return new AppError('invalid_input', { message: unnamed });
  const [only, ...others] = new Set(named.values());
  const message = only !== undefined && others.length === 0 ? only : errorTexts.invalid_input;
  return new AppError('invalid_input', { message, fields: Object.fromEntries(named) });
}

const tooManyFaults = `More than ${mostNamedFields} fields are not valid. The first ${mostNamedFields} are named here.`;

function* faultsOf({ issues }: z.ZodError): Generator<readonly [name: string, message: string]> {
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') yield [nameOf(issue.path), issue.message];
    else for (const key of issue.keys) yield [nameOf([...issue.path, key]), 'This field is not known here.'];
  }
}

/** A name of the client's own making has no length of its own. */
function nameOf(path: readonly PropertyKey[]): string {
  const name = path.join('.');
  return name.length > 100 ? `${name.slice(0, 100)}…` : name;
}

/** Throws `invalid_input` where a body names another thing than the address does. */
export function requireIdOfAddress(id: string, given: string | undefined): void {
  if (given === undefined || given === id) return;
  const message = 'Must be the id of the address.';
  throw new AppError('invalid_input', { message, fields: { _id: message } });
}

/** Turns whatever was thrown into the one shape. What is not ours to explain becomes a constant text and a request id. */
export function sendError(thrown: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = asAppError(thrown);
  const status = errorStatus[error.code];
  if (status >= 500) logFailure(thrown, request);
  const retryAfter = error.details.retryAfterSeconds ?? (status === 503 ? 2 : undefined);
  if (retryAfter !== undefined) void reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfter))));
  const { fields, rows, refused } = error.details;
  const body: ErrorBody = {
    message: status >= 500 ? errorTexts[error.code] : error.message,
    code: error.code,
    ...(fields !== undefined && { fields }),
    ...(rows !== undefined && { rows }),
    ...(refused !== undefined && { refused }),
    ...(status >= 500 && { requestId: request.id }),
  };
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** A refusal under load says nothing new each time, and neither does a database that is away. What went wrong inside is always written. */
function logFailure(thrown: Error & { code?: string }, { log, server }: FastifyRequest): void {
  const write = (fields: object) => log.error({ ...fields, err: thrown }, 'request failed');
  if (asAppError(thrown).code !== 'unavailable') return write({});
  const isShed = thrown instanceof AppError && thrown.cause === undefined;
  writeSeldom(server.server, `unavailable ${thrown.code ?? thrown.message}`, (unwritten) =>
    isShed ? log.warn({ unwritten }, 'refused under load') : write({ unwritten }),
  );
}

/** For an address that no call has. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(new AppError('not_found'), request, reply);
}

function asAppError(error: Error & { code?: string; statusCode?: number }): AppError {
  if (error instanceof AppError) return error;
  const known = codeByErrorCode[error.code ?? ''];
  if (known !== undefined) return new AppError(known);
  if (error instanceof SyntaxError && error.statusCode === 400) return new AppError('unreadable_json');
  const code = codeOfFramework(error) ?? codeOfDatabaseError(error) ?? 'internal';
  if (code !== 'invalid_input') return new AppError(code);
  return new AppError(code, { message: withoutFields[error.code ?? ''] ?? 'Some of what was sent is not valid.' });
}

/** Of a request that Fastify refuses. */
function codeOfFramework({ code = '', statusCode = 500 }: Error & { code?: string; statusCode?: number }): ErrorCode | undefined {
  return code.startsWith('FST_') && statusCode < 500 ? 'invalid_input' : undefined;
}

/** What is said where no field can be named. */
const withoutFields: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'The address is not readable: each % must begin the two hexadecimal digits of a byte of UTF-8.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as its Content-Length says.',
};

const codeByErrorCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'unreadable_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'unreadable_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_NOT_FOUND: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  // Of a temporary file: no room on the disk or in the quota, too many open files, a disk that fails or only reads.
  ENOSPC: 'unavailable',
  EDQUOT: 'unavailable',
  EFBIG: 'unavailable',
  EMFILE: 'unavailable',
  ENFILE: 'unavailable',
  EIO: 'unavailable',
  EROFS: 'unavailable',
};

/** Whether it may go well later: no connection to the database, or it lacks room or memory, waited too long or was told to give up. */
export function isDatabaseAway(error: Error): boolean {
  return codeOfDatabaseError(error) === 'unavailable';
}

/** No connection to the database, or none any more. What its statements, its disk or its memory say is something else. */
export function isConnectionLost(error: Error & { code?: string; syscall?: string }): boolean {
  const { code = '', syscall } = error;
  return (
    /^(?:08|57P0|53300$|25006$)/.test(code) ||
    /^E(?:CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NOTFOUND)$/.test(code) ||
    (code === 'ENOENT' && syscall === 'connect') ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(error.message)
  );
}

/** Maps PostgreSQL errors to API codes. Whatever no row names is our own fault: `internal`. */
function codeOfDatabaseError(error: Error & { code?: string }): ErrorCode | undefined {
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
