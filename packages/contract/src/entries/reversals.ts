import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { dataReply, id } from '../core/fields.ts';
import { entry, newEntry, reason, savedEntry } from './endpoints.ts';

/** Without a date it is of today; a firm admin names no attorney for that of the reversed entry. */
const replacement = newEntry.extend({ date: newEntry.shape.date.optional() });
const newReversal = z.strictObject({ reason, replacement: replacement.optional() });
export type NewReversal = z.infer<typeof newReversal>;

const reversal = z
  .object({ reversal: entry, replacement: savedEntry.optional() })
  .meta({ id: 'Reversal' });
export type Reversal = z.infer<typeof reversal>;

export const reversalEndpoints = defineEndpoints({
  reverseEntry: {
    method: 'POST',
    path: '/entries/{id}/reversal',
    may: 'entries:write',
    summary:
      'Take back a locked entry, once, by a new entry of today with the negative amount; ' +
      'with `replacement` record the right one too',
    params: z.strictObject({ id }),
    body: newReversal,
    replies: { 201: dataReply(reversal).meta({ id: 'ReversalReply' }) },
    errors: ['conflict'],
  },
});
