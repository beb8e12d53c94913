import { createLimiter, type Limiter } from '../../core/limiter.ts';
import { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

export type ReplyLimiters = {
  /** Downloads under way. */
  downloads: Limiter;
  /** Lists that clients request without pages. */
  wholeLists: Limiter;
};

export function createReplyLimiters(): ReplyLimiters {
  return {
    // Each may be read slowly.
    downloads: createLimiter({
      name: 'downloads',
      concurrency: Infinity,
      maxPerGroup: Infinity,
      maxEnteredPerGroup: 30,
      maxEnteredPerMember: 10,
      maxWaitMs: 0,
    }),
    // Each may hold ten thousand rows in memory. No firm waits for another.
    wholeLists: createLimiter({
      name: 'whole lists',
      concurrency: Infinity,
      maxPerGroup: 8,
      maxPerMember: 2,
      maxEnteredPerMember: 100,
      maxWaitMs: 45_000,
    }),
  };
}

/** In each such time (ms) a downloading client must read something. */
export const maxPauseMs = 120_000;

/**
 * Disconnects a client that reads nothing. One byte a minute would satisfy the server's own timeout
 * and hold its download for ever.
 */
export function endSlowReader({ raw }: FastifyReply, pause: number): void {
  const { socket } = raw;
  // An injected request has no connection.
  if (!(socket instanceof Socket) || raw.closed) return;
  const taken = (): number => socket.bytesWritten - socket.writableLength;
  let before = taken();
  const timer = setInterval(() => {
    if (socket.writableLength > 0 && taken() === before) socket.destroy();
    before = taken();
  }, pause);
  timer.unref();
  raw.once('close', () => clearInterval(timer));
}
