import { createLimiter, type Limiter } from '../../core/limiter.ts';

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
