import { z } from 'zod';

/** Ids of entries; absent where there is none. */
export const entryLinkFields = {
  reverses: z.string().optional().meta({ description: 'The locked entry that it takes back.' }),
  reversedBy: z.string().optional().meta({ description: 'The entry that takes it back.' }),
  replaces: z.string().optional().meta({ description: 'The reversed entry whose place it takes.' }),
  replacedBy: z.string().optional(),
};

/**
 * Link from an entry to its reversal, its replacement or its original; `amount` in Rand, `export`
 * the number of the closed export that holds it, `reason` why it was reversed. Attorneys see only
 * their own entries.
 */
export const entryLink = z
  .object({
    _id: z.string(),
    is: z.enum(['reversal', 'reversed', 'replacement', 'replaced']),
    date: z.string(),
    amount: z.number(),
    export: z.int().nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'EntryLink' });
export type EntryLink = z.infer<typeof entryLink>;
