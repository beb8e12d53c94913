import { z } from 'zod';
import { feeRow, submittedFeeRows, validFrom } from '../call-fees/endpoints.ts';
import { dataReply, id } from '../core/fields.ts';
import { defineEndpoints } from '../core/endpoint.ts';
import { statusValue } from './user.ts';

/** `dryRun` gets the same reply and changes nothing. */
export const callFeeChange = z.strictObject({
  disbursementType: id,
  attorneys: z
    .array(id)
    .min(1, 'Please choose an attorney.')
    .max(500, 'Must not be more than 500.')
    .refine((ids) => new Set(ids).size === ids.length, 'Each attorney can be chosen once.'),
  callFees: submittedFeeRows,
  callFeesFrom: validFrom.optional(),
  expected: z
    .array(z.strictObject({ _id: id, version: z.int() }))
    .max(500)
    .optional()
    .meta({ description: 'The attorneys of the preview: changed since, nothing is saved.' }),
  dryRun: z.boolean('Must be true or false.').default(false),
});
export type CallFeeChange = z.infer<typeof callFeeChange>;

/** `isTypeNew` if the change assigns the type; `before` holds the replaced rows. */
const changedAttorney = z
  .object({
    _id: z.string(),
    name: z.string(),
    status: statusValue,
    version: z.int(),
    change: z.enum(['none', 'added', 'replaced']),
    isTypeNew: z.boolean(),
    before: z.array(feeRow),
  })
  .meta({ id: 'ChangedAttorney' });
export type ChangedAttorney = z.infer<typeof changedAttorney>;

export const bulkCallFeeEndpoints = defineEndpoints({
  applyCallFees: {
    call: 'POST /call-fee-changes',
    takesMinutes: true,
    may: 'call-fees:write',
    summary: 'Save the same fee rows for several attorneys, or (`dryRun`) list who would change',
    body: callFeeChange,
    replies: {
      200: dataReply(z.object({ attorneys: z.array(changedAttorney) })).meta({
        id: 'CallFeeChangeReply',
      }),
    },
    errors: ['changed_meanwhile'],
    bodyLimit: 96 * 1024,
    // A thousand fee rows of nine parts each, and five hundred attorneys, named twice.
    bodyParts: 13_000,
  },
});
