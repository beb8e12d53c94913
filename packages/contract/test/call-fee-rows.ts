import type { CallFeeBand } from '../src/call-fees/rules.ts';

export function timed(startTime: number, endTime: number, chargeCents: number): CallFeeBand {
  return { startTime, endTime, additionalTime: 0, chargeCents };
}

export function thereafter(additionalTime: number, chargeCents: number): CallFeeBand {
  return { startTime: -1, endTime: -1, additionalTime, chargeCents };
}

/** The published shape: per 5 minutes, at most R113. */
export const timedRows = [
  timed(0, 5, 3300),
  timed(5, 10, 6600),
  timed(10, 15, 9900),
  timed(15, 20, 11_300),
];
export const published = [...timedRows, thereafter(5, 0)];
export const withCost = [timed(0, 5, 3300), timed(5, 10, 6600), thereafter(3, 1250)];
