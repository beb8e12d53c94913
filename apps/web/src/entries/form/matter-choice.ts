import { randTotal } from '@recoup/contract/core/fields';
import { matterStatuses } from '@recoup/contract/matters/endpoints';
import { z } from 'zod';

export const matterChoice = z
  .object({
    _id: z.string(),
    number: z.string(),
    name: z.string(),
    client: z.string().nullable(),
    /** Absent in the matter of an entry. */
    status: z.enum(matterStatuses).optional(),
    /** Absent where unknown; `recorded` is without the entry that is corrected. */
    cap: z.number().nullable().optional(),
    recorded: randTotal.nullable().optional(),
    /** Telephone numbers as E.164; absent where unknown. */
    phones: z.array(z.string()).readonly().optional(),
  })
  .readonly();
export type MatterChoice = z.infer<typeof matterChoice>;
