import { z } from 'zod';
import { rand, randTotal } from '../core/fields.ts';

/** The percentages of a matter's cap that warn; nothing is ever blocked by a cap. */
export const capLevels = [80, 100] as const;
export type CapLevel = (typeof capLevels)[number];

/** The highest level that the sum has reached, exactly; null below the first one. */
export function capLevelOf(of: { capCents: number; recordedCents: bigint }): CapLevel | null {
  const reached = (level: CapLevel) =>
    of.recordedCents * 100n >= BigInt(of.capCents) * BigInt(level);
  return capLevels.findLast(reached) ?? null;
}

/** In Rand, for one matter. */
export const capAmount = rand.refine((value) => value > 0, 'Must be above R 0.00.');

/** The cap of a matter, and the sum of all its entries, locked or not. */
export const usedCap = z
  .object({ cap: z.number(), recorded: randTotal })
  .meta({ id: 'UsedCap', description: 'In Rand.' });
export type UsedCap = z.infer<typeof usedCap>;

/** What a recorded entry has left of the cap. */
export const reachedCap = usedCap
  .extend({ level: z.literal(capLevels) })
  .meta({ id: 'ReachedCap', description: 'Amounts in Rand, `level` in percent of the cap.' });
export type ReachedCap = z.infer<typeof reachedCap>;
