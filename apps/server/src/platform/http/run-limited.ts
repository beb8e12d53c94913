import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../core/actor.ts';
import { actorLimiterKey, type Limiter } from '../core/limiter.ts';
import { clientDisconnectSignal } from './client-disconnect.ts';
import { withLongSocketTimeout } from './socket-timeout.ts';

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
