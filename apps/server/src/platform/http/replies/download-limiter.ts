import { createLimiter, type Limiter } from '../../core/limiter.ts';

/** Each may be read slowly. */
export function createDownloadLimiter(): Limiter {
  return createLimiter({
    name: 'downloads',
    concurrency: Infinity,
    maxPerGroup: Infinity,
    maxEnteredPerGroup: 30,
    maxEnteredPerMember: 10,
    maxWaitMs: 0,
  });
}
