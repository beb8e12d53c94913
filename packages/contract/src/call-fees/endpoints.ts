import { z } from 'zod';
import { feeErrors } from './messages.ts';
import { thereafterTime } from './rules.ts';
import { dataReply, id, isoDate, listReply, maxMinutes, minutes, rand } from '../core/fields.ts';
import { defineEndpoints } from '../core/endpoint.ts';
import { toCallFeeBand } from './fee-rows.ts';
import { beginningOfTime, lastFeeDay, outsideFeeDays } from './validity.ts';

const time = z
  .int('Must be a whole number of minutes.')
  .min(thereafterTime, 'Must not be below 0.')
  .max(maxMinutes, 'Must not be more than 100 000 minutes.');

const submittedFields = { startTime: time, endTime: time, additionalTime: minutes, charges: rand };
const read = { startTime: z.int(), endTime: z.int(), additionalTime: z.int(), charges: z.number() };

/** `charges` is the price of the whole call in Rand; the band of thereafter has -1, -1. */
export const feeRow = z.object(read).meta({ id: 'FeeRow' });
export type FeeRow = z.infer<typeof feeRow>;
export const callFee = z.object({ disbursementType: z.string(), ...read }).meta({ id: 'CallFee' });
export type CallFee = z.infer<typeof callFee>;

/** A bound for one request, far above what firms agree with clients. */
const maxRows = 1000;

/** The rows of one type (specification, section 5, "Fee modal"). */
export const submittedFeeRows = z
  .array(z.strictObject(submittedFields))
  .max(maxRows)
  .check((context) => {
    // Invalid amounts are reported already, and cannot be turned into cents.
    if (context.issues.length > 0) return;
    for (const { row, field, message } of feeErrors(context.value.map(toCallFeeBand))) {
      const path = [row, field].filter((part) => part !== undefined);
      context.issues.push({ code: 'custom', input: context.value, path, message });
    }
  });

/** The rows of several types, each complete. */
export const submittedCallFees = z
  .array(z.strictObject({ disbursementType: id, ...submittedFields }))
  .max(maxRows)
  .check((context) => {
    if (context.issues.length > 0) return;
    for (const rows of groupByType(context.value).values()) {
      for (const { row, field, message } of feeErrors(rows.map(({ fee }) => toCallFeeBand(fee)))) {
        const path = [rows[row ?? 0]?.index ?? 0, field].filter((part) => part !== undefined);
        context.issues.push({ code: 'custom', input: context.value, path, message });
      }
    }
  });
export type SubmittedCallFees = z.infer<typeof submittedCallFees>;

/** The rows of each type, with their indexes in the list. */
export function groupByType<F extends { disbursementType: string }>(
  fees: readonly F[],
): Map<string, { fee: F; index: number }[]> {
  const groups = new Map<string, { fee: F; index: number }[]>();
  for (const [index, fee] of fees.entries())
    groups.set(fee.disbursementType, [...(groups.get(fee.disbursementType) ?? []), { fee, index }]);
  return groups;
}

/** The days from which fees can be valid. */
export const validFrom = isoDate.refine(
  (day) => day >= beginningOfTime && day <= lastFeeDay,
  outsideFeeDays,
);

/**
 * A schedule of call fees, past, in force or coming. `until` is its last day, null without an end.
 * `replacedAt` is set if other rows for the same day took its place. Without rows there are no call
 * fees from `validFrom` on.
 */
const pastCallFees = z
  .object({
    _id: z.string(),
    validFrom: z.string(),
    until: z.string().nullable(),
    createdAt: z.string(),
    createdBy: z.string().nullable().meta({
      description: 'Name of the user who saved them; null for what came with the first data',
    }),
    replacedAt: z.string().nullable(),
    isTakenBack: z.boolean().meta({
      description: 'Whether `replacedAt` is when the change of many call fees was undone',
    }),
    callFees: z.array(feeRow),
  })
  .meta({ id: 'PastCallFees' });
export type PastCallFees = z.infer<typeof pastCallFees>;

export const callFeeEndpoints = defineEndpoints({
  listCallFeeHistory: {
    call: 'GET /users/{id}/call-fees',
    may: 'call-fees:read',
    summary: 'All fee configurations of an attorney for a type, the last one first',
    params: z.strictObject({ id }),
    query: z.strictObject({ disbursementType: id }),
    replies: { 200: listReply(pastCallFees).meta({ id: 'CallFeeHistory' }) },
  },
});

const file = dataReply(z.object({ fileContent: z.string(), fileName: z.string() })).meta({
  id: 'FeeAnnexure',
});
const query = z.strictObject({ on: isoDate.optional() });
const produces = ['application/pdf'];

export const feeAnnexureEndpoints = defineEndpoints({
  getFeeAnnexure: {
    call: 'GET /users/{id}/fee-annexure',
    may: 'fee-annexures:read',
    summary:
      'The fees of an attorney on a day as a PDF for clients; ' +
      'PDF without `Accept`, JSON where `Accept` asks for it',
    params: z.strictObject({ id }),
    query,
    replies: { 200: file },
    produces,
  },
  getFeeAnnexures: {
    call: 'GET /fee-annexures',
    may: 'call-fees:read',
    summary: 'The fees of all active attorneys on a day, in one PDF',
    query,
    replies: { 200: file },
    produces,
  },
});
