import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../core/actor.ts';
import { askerOf, type Turns } from '../core/fair-turns.ts';
import { whenGone } from './client-disconnect.ts';
import { patiently } from './socket-timeout.ts';

export type Asking = {
  actor: Actor;
  request: FastifyRequest;
  reply: FastifyReply;
  requireStill: () => Promise<void>;
};

/**
 * Does the work in a turn of the client's firm. `gone` is aborted when the client disconnects. Throws what `turn` throws, and what
 * `requireStill` throws for a user who lost the right to it while waiting.
 */
export async function inTurn<T>(turns: Turns, asking: Asking, work: (gone: AbortSignal) => Promise<T>): Promise<T> {
  const gone = whenGone(asking.request, asking.reply);
  const place = turns.enter(askerOf(asking.actor));
  try {
    return await patiently(asking.request, async () => {
      if (await place.turn({ signal: gone })) await asking.requireStill();
      return work(gone);
    });
  } finally {
    place.leave();
  }
}
