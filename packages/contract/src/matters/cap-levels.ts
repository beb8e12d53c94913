/** The percentages of a matter's cap that warn; nothing is ever blocked by a cap. */
export const capLevels = [80, 100] as const;
export type CapLevel = (typeof capLevels)[number];

/** The highest level that the sum has reached, exactly; null below the first one. */
export function reachedCapLevel(of: { capCents: number; recordedCents: bigint }): CapLevel | null {
  const reached = (level: CapLevel) =>
    of.recordedCents * 100n >= BigInt(of.capCents) * BigInt(level);
  return capLevels.findLast(reached) ?? null;
}
