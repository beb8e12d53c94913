import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../core/actor.ts';
import { actorLimiterKey, type Limiter } from '../core/limiter.ts';
import { setMaxListeners } from 'node:events';
import { Socket } from 'node:net';

export type QueuedRequest = {
  actor: Actor;
  request: FastifyRequest;
  reply: FastifyReply;
  reauthorize: () => Promise<void>;
};

/**
 * Runs the work in a turn of the client's firm, with a signal that is aborted when the client
 * disconnects. Throws what the limiter throws, and what `reauthorize` throws for a user who lost
 * the right to it while waiting.
 */
export async function runLimited<T>(
  limiter: Limiter,
  queued: QueuedRequest,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = clientDisconnectSignal(queued.request, queued.reply);
  const slot = limiter.enter(actorLimiterKey(queued.actor));
  try {
    return await withLongSocketTimeout(queued.request, async () => {
      if (await slot.acquire({ signal })) await queued.reauthorize();
      return work(signal);
    });
  } finally {
    slot.release();
  }
}

/** One for all requests of a connection: to make one for each costs more than a small query. */
const signals = new WeakMap<Socket, AbortSignal>();

/**
 * Aborted when the client disconnects. By the connection, because a pipelined reply and a client
 * that left before cause no event of the reply. An injected request has no connection.
 */
export function clientDisconnectSignal(
  request: FastifyRequest,
  { raw: response }: FastifyReply,
): AbortSignal {
  const { socket } = request.raw;
  const known = signals.get(socket);
  if (known) return known;
  const gone = new AbortController();
  const leave = () => gone.abort();
  if (socket.destroyed) leave();
  (socket instanceof Socket ? socket : response).once('close', leave);
  // Pipelined requests listen at the same time.
  setMaxListeners(0, gone.signal);
  signals.set(socket, gone.signal);
  return gone.signal;
}

/** The longest statement of an import or export (ms). */
const patience = 15 * 60_000;

/**
 * The timeout of a minute (`http-server.ts`) ends once the body is there: long work sends no byte
 * before its reply.
 */
export async function withLongSocketTimeout<T>(
  { raw, server }: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  // An injected request has no connection.
  const wait = (ms: number) => raw.socket instanceof Socket && raw.socket.setTimeout(ms);
  const begin = () => wait(patience);
  if (raw.complete) begin();
  else raw.once('end', begin);
  try {
    return await work();
  } finally {
    raw.off('end', begin);
    wait(server.server.timeout);
  }
}
