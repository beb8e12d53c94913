import { z } from 'zod';
import { rand, randTotal } from '../core/fields.ts';
import { capLevels } from './cap-levels.ts';

/** In Rand, for one matter. */
export const capAmount = rand.refine((value) => value > 0, 'Must be above R 0.00.');

/** The cap of a matter, and the sum of all its entries, locked or not. */
export const usedCap = z
  .object({ cap: z.number(), recorded: randTotal })
  .meta({ id: 'UsedCap', description: 'In Rand.' });
export type UsedCap = z.infer<typeof usedCap>;

/** The cap of a matter after a recorded entry reached `level`. */
export const reachedCap = usedCap
  .extend({ level: z.literal(capLevels) })
  .meta({ id: 'ReachedCap', description: 'Amounts in Rand, `level` in percent of the cap.' });
export type ReachedCap = z.infer<typeof reachedCap>;
