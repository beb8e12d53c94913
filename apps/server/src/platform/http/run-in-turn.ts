import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../core/actor.ts';
import { limiterKeyOf, type Limiter } from '../core/fair-turns.ts';
import { clientDisconnectSignal } from './client-disconnect.ts';
import { withLongSocketTimeout } from './socket-timeout.ts';

export type QueuedRequest = {
  actor: Actor;
  request: FastifyRequest;
  reply: FastifyReply;
  reauthorize: () => Promise<void>;
};

/**
 * Does the work in a turn of the client's firm. `gone` is aborted when the client disconnects. Throws what `turn` throws, and what
 * `reauthorize` throws for a user who lost the right to it while waiting.
 */
export async function runLimited<T>(
  turns: Limiter,
  asking: QueuedRequest,
  work: (gone: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = clientDisconnectSignal(asking.request, asking.reply);
  const place = turns.enter(limiterKeyOf(asking.actor));
  try {
    return await withLongSocketTimeout(asking.request, async () => {
      if (await place.acquire({ signal: gone })) await asking.reauthorize();
      return work(gone);
    });
  } finally {
    place.release();
  }
}
