import { type ErrorBody, type ErrorCode, errorStatus } from '@recoup/contract/core/errors';
import { errorTexts } from '@recoup/contract/core/error-texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../core/app-error.ts';
import { logThrottled } from '../core/rejection-log.ts';
import { errorCodeForPgError } from '../database/error-codes.ts';

/** Another shape of the same error, which a protocol of others asks for. */
type Shape = (error: AppError, status: number) => { type: string; body: object };

/** An unexpected error becomes a constant text with a request id. */
export function sendError(
  thrown: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  shape?: Shape,
): FastifyReply {
  const error = asAppError(thrown);
  const status = errorStatus[error.code];
  if (isCutOff(thrown, request)) request.log.info('the client left before its body was complete');
  else if (status >= 500) logFailure(thrown, request);
  const retryAfter = error.details.retryAfterSeconds ?? (status === 503 ? 2 : undefined);
  if (retryAfter !== undefined)
    void reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfter))));
  if (shape) {
    const { type, body } = shape(error, status);
    return reply.code(status).type(type).send(JSON.stringify(body));
  }
  const { fields, rows, refused, challenge, methods, options, _id, difference } = error.details;
  const body: ErrorBody = {
    message: status >= 500 ? errorTexts[error.code] : error.message,
    code: error.code,
    fields,
    rows,
    refused,
    challenge,
    methods,
    options,
    _id,
    difference,
    ...(status >= 500 && { requestId: request.id }),
  };
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** Node's error has the code of a lost database connection. */
function isCutOff(thrown: Error & { code?: string }, { raw }: FastifyRequest): boolean {
  return thrown.code === 'ECONNRESET' && raw.destroyed && !raw.complete;
}

/** Rejections under load and a missing database are logged throttled, internal errors always. */
function logFailure(thrown: Error & { code?: string }, { log, server }: FastifyRequest): void {
  const write = (fields: object) => log.error({ ...fields, err: thrown }, 'request failed');
  if (asAppError(thrown).code !== 'unavailable') return write({});
  const isShed = thrown instanceof AppError && thrown.cause === undefined;
  logThrottled(server.server, `unavailable ${thrown.code ?? thrown.message}`, (unwritten) =>
    isShed ? log.warn({ unwritten }, 'refused under load') : write({ unwritten }),
  );
}

export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(new AppError('not_found'), request, reply);
}

function asAppError(error: Error & { code?: string; statusCode?: number }): AppError {
  if (error instanceof AppError) return error;
  const known = codeByErrorCode[error.code ?? ''];
  if (known !== undefined) return new AppError(known);
  if (error instanceof SyntaxError && error.statusCode === 400)
    return new AppError('unreadable_json');
  const code = codeOfFramework(error) ?? errorCodeForPgError(error) ?? 'internal';
  if (code !== 'invalid_input') return new AppError(code);
  return new AppError(code, {
    message: withoutFields[error.code ?? ''] ?? 'The request is not valid.',
  });
}

function codeOfFramework({
  code = '',
  statusCode = 500,
}: Error & { code?: string; statusCode?: number }): ErrorCode | undefined {
  return code.startsWith('FST_') && statusCode < 500 ? 'invalid_input' : undefined;
}

/** Without a field to name. */
const withoutFields: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL:
    'The address is not readable: each % must begin the two hexadecimal digits of a byte of UTF-8.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as its Content-Length says.',
};

const codeByErrorCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'unreadable_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'unreadable_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_NOT_FOUND: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  // A full disk or quota, too many open files, a failing or read-only disk.
  ENOSPC: 'unavailable',
  EDQUOT: 'unavailable',
  EFBIG: 'unavailable',
  EMFILE: 'unavailable',
  ENFILE: 'unavailable',
  EIO: 'unavailable',
  EROFS: 'unavailable',
};
