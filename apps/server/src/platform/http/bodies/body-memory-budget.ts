import type { Endpoint } from '@recoup/contract/core/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import { sendError } from '../error-handler.ts';
import { createJsonScanner, parseSpooled } from './json-bodies.ts';
import { clientDisconnectSignal, withLongSocketTimeout } from '../run-limited.ts';
import type { Spool } from './body-spool.ts';
import type { SpooledFile } from './spooled-file.ts';
import { actorLimiterKey, type Limiter } from '../../core/limiter.ts';

/** Bodies of at most this size arrive in memory, and hold nothing that others need. */
const ordinary = 1024 * 1024;
/**
 * Parsed, JSON takes up to 4.2 times its size in memory: two bytes a letter for its pieces and for
 * the whole text. A larger one has all the turns for itself.
 */
const heavyJson = 12_000_000;

const jsonType = 'application/json';

type LargeEndpoint = Endpoint & { bodyLimit: number };

export function isLarge(endpoint: Endpoint): endpoint is LargeEndpoint {
  return (endpoint.bodyLimit ?? 0) > ordinary;
}

/** Hands the body of the endpoints of `routes` on unread. */
export function registerUnread(
  app: FastifyInstance,
  endpoint: LargeEndpoint,
  routes: (scope: FastifyInstance) => void,
): void {
  void app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    const { takes } = endpoint;
    const types = [...(takes ?? []), ...(isJson(endpoint) ? [jsonType] : [])];
    scope.addContentTypeParser(types, (_request, payload, parsed) => parsed(null, payload));
    if (takes !== undefined) {
      scope.setErrorHandler((error: Error & { code?: string }, request, reply) =>
        sendError(
          error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? notThisFile(takes) : error,
          request,
          reply,
        ),
      );
    }
    routes(scope);
    done();
  });
}

/** Whether a body may be JSON: a call may take a file too. */
function isJson({ takes, body }: Endpoint): boolean {
  return takes === undefined || body !== undefined;
}

function isJsonBody(endpoint: Endpoint, { headers }: FastifyRequest): boolean {
  if (endpoint.takes === undefined || !isJson(endpoint)) return endpoint.takes === undefined;
  return headers['content-type']?.trim().toLowerCase().startsWith(jsonType) ?? false;
}

/** The general sentence asks for JSON. */
export function notThisFile(takes: readonly string[]): AppError {
  const types = takes.join(', ').replace(/, ([^,]*)$/, ' or $1');
  return new AppError('unsupported_media_type', {
    message: `Please send the file itself as ${types}.`,
  });
}

type Receiving = {
  endpoint: LargeEndpoint;
  limiter: Limiter;
  spool: Spool;
  request: FastifyRequest;
  reply: FastifyReply;
  actor: Actor | undefined;
  reauthorize: () => Promise<void>;
};

/**
 * Takes the whole body to the disk, waits for a turn, and checks the client's rights again. Then
 * it does the work, with `request.body` as parsed JSON or as a stream. A slow body holds nothing
 * but its place in its own firm.
 */
export async function withLargeBody<T>(receiving: Receiving, work: () => Promise<T>): Promise<T> {
  const { endpoint, limiter, spool, request, reply, actor } = receiving;
  // Without a content type there is no body.
  const hasBody = request.body !== undefined;
  const key = actorLimiterKey(actor);
  const json = isJsonBody(endpoint, request) ? createJsonScanner(endpoint.bodyParts) : undefined;
  const signal = clientDisconnectSignal(request, reply);
  const slot = limiter.enter(key);
  let file: SpooledFile | undefined;
  try {
    if (hasBody)
      file = await spool.receive(
        { request, reply },
        { limit: endpoint.bodyLimit, key, check: json?.scan },
      );
    const weight = json && (file?.bytes ?? 0) > heavyJson ? Infinity : 1;
    return await withLongSocketTimeout(request, async () => {
      await slot.acquire({ signal, weight });
      await receiving.reauthorize();
      request.file = json ? undefined : file;
      if (file)
        request.body = json
          ? await parseSpooled(request, file, { longTexts: json.longTexts, signal })
          : file.read();
      return work();
    });
  } finally {
    await file?.close();
    slot.release();
  }
}
