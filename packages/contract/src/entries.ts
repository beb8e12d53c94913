import { z } from 'zod';
import { dataOf, id, isoDate, itemsPerPage, listOf, minutes, page, rand, search, text } from './fields.ts';
import { defineCalls } from './route.ts';

const named = z.object({ _id: z.string(), name: z.string() });

/** One call or disbursement that an attorney recorded against a matter on a day; `amount` in Rand. */
export const entry = z
  .object({
    _id: z.string(),
    firm: z.string(),
    attorney: named,
    matter: z.object({ _id: z.string(), name: z.string(), number: z.string(), client: z.string().nullable() }),
    disbursementType: named,
    date: z.string(),
    minutes: z.int().nullable(),
    quantity: z.int().nullable(),
    amount: z.number(),
    narration: z.string().nullable(),
    createdAt: z.string(),
  })
  .meta({ id: 'Entry' });
export type Entry = z.infer<typeof entry>;

export const newEntry = z.strictObject({
  _id: id.optional(),
  attorney: id.optional(),
  matter: id,
  disbursementType: id,
  date: isoDate,
  minutes: minutes.optional(),
  quantity: z.int('Must be a whole number.').min(1, 'Must be at least 1.').max(100_000, 'Must not be more than 100 000.').optional(),
  amount: rand.optional(),
  narration: text({ max: 1000 }).optional(),
});
export type NewEntry = z.infer<typeof newEntry>;

export const entryCalls = defineCalls({
  listEntries: {
    method: 'GET',
    path: '/entries',
    may: 'entries:read',
    summary: 'Recorded entries: own ones for an attorney, the firm’s for its admin',
    query: z.strictObject({
      attorney: id.optional(),
      matter: id.optional(),
      disbursementType: id.optional(),
      from: isoDate.optional(),
      to: isoDate.optional(),
      search,
      page: page.optional(),
      itemsPerPage: itemsPerPage.optional(),
    }),
    replies: { 200: listOf(entry).meta({ id: 'EntryList' }) },
  },
  createEntry: {
    method: 'POST',
    path: '/entries',
    may: 'entries:write',
    summary: 'Record a call or a disbursement; the server sets the price where call fees exist',
    body: newEntry,
    replies: { 201: dataOf(entry).meta({ id: 'EntryReply' }) },
    errors: ['conflict'],
  },
});
