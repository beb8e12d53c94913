import { hours, minutes, seconds } from '../../platform/core/clock.ts';

/** Before each further try, from the second on: together a day. */
const pauses = [
  seconds(5),
  seconds(30),
  minutes(2),
  minutes(5),
  minutes(15),
  minutes(30),
  hours(1),
  hours(2),
  hours(4),
  hours(8),
  hours(8),
];
const longestPause = hours(8);
const longestWait = hours(24);

/**
 * Milliseconds until the next try; undefined if there is none. A `Retry-After` of seconds or a date
 * makes a pause longer, up to the longest.
 */
export function pauseBefore(failed: {
  /** So far, at least one. */
  tries: number;
  waitingSince: Date;
  now: Date;
  retryAfter?: string | undefined;
}): number | undefined {
  const { tries, waitingSince, now, retryAfter } = failed;
  const pause = pauses[tries - 1];
  if (pause === undefined) return undefined;
  const wished = Math.min(retryAfterMs(retryAfter, now), longestPause);
  const next = Math.max(pause, wished);
  return now.getTime() + next > waitingSince.getTime() + longestWait ? undefined : next;
}

function retryAfterMs(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  if (/^\d+$/.test(retryAfter)) return seconds(Number(retryAfter));
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? 0 : date - now.getTime();
}
