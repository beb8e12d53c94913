import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@recoup/contract/core/errors';
import { errorTexts } from '@recoup/contract/core/error-texts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../core/app-error.ts';
import { baseHeaders } from './security-headers.ts';
import { validateHost } from '../security/allowed-hosts.ts';
import type { SpooledFile } from './bodies/spooled-file.ts';
import type { Actor } from '../core/actor.ts';

/**
 * Before any other hook: replies without a route get the same headers, such as unknown addresses
 * and malformed requests.
 */
export function installRequestGuard(
  app: FastifyInstance,
  options: { isSecure: boolean; servedHosts: readonly string[] | undefined },
): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onRequest', (request, reply, next) => {
    setBaseHeaders(reply, options);
    // Emitted while the body is not there; without a listener Node ends the connection unanswered.
    request.raw.once('timeout', () => {
      const error = Object.assign(new Error('a silent body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      if (reply.raw.headersSent) request.raw.socket.destroy(error);
      else rejectMalformedRequest(error, request.raw.socket, options);
    });
    if (isClosing) return next(new AppError('unavailable'));
    // Node would answer a request without a host by itself.
    const message = validateHost(request, options.servedHosts);
    if (message !== undefined) return next(new AppError('invalid_input', { message }));
    const { 'content-encoding': encoding = 'identity' } = request.headers;
    next(
      encoding === 'identity'
        ? undefined
        : new AppError('unsupported_media_type', { message: compressed }),
    );
  });
  app.server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    const { status, body, headers } = bareReply(
      { status: 417, code: 'invalid_input', message: 'Of Expect only 100-continue is known.' },
      options,
    );
    response.writeHead(status, headers).end(body);
  });
}

const compressed = 'Please send the body uncompressed (without Content-Encoding).';

/** The server's own request id, for reports and the log. */
export function setBaseHeaders(reply: FastifyReply, options: { isSecure: boolean }): FastifyReply {
  return reply.headers(baseHeaders(options)).header('x-request-id', reply.request.id);
}

type MalformedRequest = { status: number; code: ErrorCode; message: string };

/** Answers a malformed, slow or oversized request on the bare connection, which then ends. */
export function rejectMalformedRequest(
  error: Error & { code?: string },
  socket: Socket,
  options: { isSecure: boolean },
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // A connection that a browser opened ahead must not get an answer to no request.
  if (socket.bytesRead === 0) return void socket.destroy();
  const { status, body, headers } = bareReply(malformed[error.code ?? ''] ?? notHttp, options);
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
  socket.destroy(error);
}

/** For errors before Fastify has a request. */
function bareReply({ status, code, message }: MalformedRequest, options: { isSecure: boolean }) {
  const body = JSON.stringify({ message, code });
  const type = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  };
  return { status, body, headers: { ...baseHeaders(options), ...type, connection: 'close' } };
}

const notHttp: MalformedRequest = {
  status: 400,
  code: 'invalid_input',
  message: 'The request could not be read.',
};
const malformed: Record<string, MalformedRequest> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'invalid_input',
    message: 'The request took too long to arrive.',
  },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'too_large', message: errorTexts.too_large },
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user, also when the request is rejected later. */
    actor: Actor | undefined;
    /** The actor was found before the body was there, so the session may have ended since. */
    isBodyLate: boolean;
    /** A body that is a file, on the disk as a whole. */
    file: SpooledFile | undefined;
  }
}

/** All requests have the properties from the start, so that V8 keeps one shape for them. */
export function decorateWithActor(app: FastifyInstance): void {
  app.decorateRequest('actor', undefined);
  app.decorateRequest('isBodyLate', false);
  app.decorateRequest('file', undefined);
}
