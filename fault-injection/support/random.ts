export type Random = {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** From 0 up to, but not including, `below`. */
  int(below: number): number;
  chance(likelihood: number): boolean;
  pick<T>(from: readonly T[]): T;
};

/** The same numbers for the same seed (mulberry32): a run can be had again. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    next,
    int,
    chance: (likelihood) => next() < likelihood,
    pick: (from) => {
      const index = int(from.length);
      // the index is within, unless there is nothing to pick
      return from[index] as (typeof from)[number];
    },
  };
}
