import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { dataReply, id } from '../core/fields.ts';
import { entry, newEntry, reason, savedEntry } from './endpoints.ts';

/** A firm admin names no attorney for that of the reversed entry. */
const replacement = newEntry.extend({
  date: newEntry.shape.date.optional().meta({
    description:
      'The day of both new entries, by default today: from the day of the reversed entry up to ' +
      'today; of a coming day that day itself.',
  }),
  happenedOn: newEntry.shape.date.optional().meta({
    description:
      'The day of the call or disbursement, whose prices and VAT rate count; by default that of ' +
      'the reversed entry. Not after `date`.',
  }),
});
const newReversal = z.strictObject({ reason, replacement: replacement.optional() });
export type NewReversal = z.infer<typeof newReversal>;

const reversal = z
  .object({ reversal: entry, replacement: savedEntry.optional() })
  .meta({ id: 'Reversal' });
export type Reversal = z.infer<typeof reversal>;

export const reversalEndpoints = defineEndpoints({
  reverseEntry: {
    call: 'POST /entries/{id}/reversal',
    may: 'entries:write',
    summary:
      'Take back a locked entry, once, by a new entry with the negative amount; ' +
      'with `replacement` record the right one too, of the same day',
    params: z.strictObject({ id }),
    body: newReversal,
    replies: { 201: dataReply(reversal).meta({ id: 'ReversalReply' }) },
    errors: ['conflict'],
  },
});
