import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { backwards, dataReply, id, isoDate, isPeriod, randTotal } from '../core/fields.ts';

/**
 * Left calls that an answer names.
 * @public
 */
export const maxNamedCalls = 200;

const leftCall = z.object({ _id: z.string(), reason: z.string() });
export type LeftCall = z.infer<typeof leftCall>;

/** `_id`: null where nothing was merged. `before` and `after`: Rand of the merged entries. */
const callMerge = z
  .object({
    _id: z.string().nullable(),
    merged: z.int(),
    before: randTotal,
    after: randTotal,
    left: z
      .array(leftCall)
      .meta({ description: `Other calls with a proposed entry, the first ${maxNamedCalls}.` }),
    leftCount: z.int(),
  })
  .meta({ id: 'CallMerge' });
export type CallMerge = z.infer<typeof callMerge>;

export const callMergeEndpoints = defineEndpoints({
  createCallMerge: {
    call: 'POST /call-merges',
    takesMinutes: true,
    may: 'call-records:write',
    summary:
      'Merge every open call of some days with the entry proposed for it, where the matter is ' +
      'the same and the minutes differ by at most one; own ones for an attorney',
    body: z
      .strictObject({
        from: isoDate.meta({ description: 'A South African day.' }),
        to: isoDate,
        attorney: id.optional(),
        dryRun: z.boolean('Must be true or false.').optional(),
      })
      .refine(isPeriod, backwards),
    replies: {
      200: dataReply(callMerge).meta({ id: 'CallMergePreviewReply' }),
      201: dataReply(callMerge).meta({ id: 'CallMergeReply' }),
    },
  },
  undoCallMerge: {
    call: 'DELETE /call-merges/{id}',
    takesMinutes: true,
    may: 'call-records:write',
    summary:
      'Take a merge of calls back; entries that were locked or corrected since stay as they are',
    params: z.strictObject({ id }),
    replies: {
      200: dataReply(z.object({ undone: z.int(), left: z.array(leftCall) })).meta({
        id: 'CallMergeUndoneReply',
      }),
    },
  },
});
