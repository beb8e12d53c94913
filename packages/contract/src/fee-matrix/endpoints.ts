import { z } from 'zod';
import { dataReply, isoDate, listReply, text } from '../core/fields.ts';
import { defineEndpoints } from '../core/endpoint.ts';
import { texts } from '../core/texts.ts';
import { statusValue } from '../users/user.ts';
import { feeRow } from '../call-fees/endpoints.ts';

const named = z.object({ _id: z.string(), name: z.string() });

/**
 * A cell of the matrix: an attorney and an assigned type. `validFrom` is null without call fees
 * and unit price; `next` is the coming change; `unitPrice` in Rand, for a fixed type.
 */
export const rateMatrixRow = z
  .object({
    attorney: named.extend({ status: statusValue }),
    disbursementType: named,
    validFrom: z.string().nullable(),
    next: z.object({ validFrom: z.string() }).nullable(),
    callFees: z.array(feeRow),
    unitPrice: z.number().nullable(),
  })
  .meta({ id: 'RateMatrixRow' });
export type RateMatrixRow = z.infer<typeof rateMatrixRow>;

/** The columns of the file. A cell without fees has neither times nor prices. */
export const matrixColumns = [
  'attorney',
  'type',
  'validFrom',
  'to1',
  'price1',
  'to2',
  'price2',
  'to3',
  'price3',
  'to4',
  'price4',
  'thereafterEvery',
  'thereafterPrice',
] as const;
export type MatrixColumn = (typeof matrixColumns)[number];

/** A row of the file that changes fees; `row` counts the header line as 1. */
const changedCell = z
  .object({
    row: z.int(),
    attorney: named,
    disbursementType: named,
    validFrom: z.string(),
    before: z.array(feeRow),
    after: z.array(feeRow),
    next: z
      .object({ validFrom: z.string() })
      .nullable()
      .meta({ description: 'The later schedule that ends this one.' }),
  })
  .meta({ id: 'ChangedMatrixCell' });
export type ChangedMatrixCell = z.infer<typeof changedCell>;

/** The cells of a firm of 200 attorneys with 10 types; the reply to all rows would have 17 MB. */
export const maxListedChanges = 2000;

/** All rows that are not `unchanged` change fees; the first of them are in `changed`. */
const result = dataReply(
  z.object({
    rows: z.int(),
    unchanged: z.int(),
    changed: z
      .array(changedCell)
      .meta({ description: `The first ${maxListedChanges} rows that change fees` }),
    state: z.string().meta({ description: 'What would change; sent back as `expected`' }),
  }),
).meta({ id: 'RateMatrixUpload' });

/** Twice as much as 20,000 rows need; JSON may add escapes. */
const maxCharacters = 8_000_000;

export const rateMatrixEndpoints = defineEndpoints({
  getRateMatrix: {
    call: 'GET /rate-matrix',
    may: 'call-fees:read',
    summary: 'Call fees and unit prices of each attorney and assigned type on a day; also as CSV',
    query: z.strictObject({ on: isoDate.optional() }),
    replies: { 200: listReply(rateMatrixRow).meta({ id: 'RateMatrix' }) },
    produces: ['text/csv'],
  },
  uploadRateMatrix: {
    call: 'POST /rate-matrix',
    takesMinutes: true,
    may: 'call-fees:write',
    summary:
      'Take a rate matrix as CSV, whole or not at all; `dryRun` only lists what would change',
    body: z.strictObject({
      // As in POST /upload: the text of the file.
      fileStream: z
        .string(texts.selectFile)
        .min(1, 'The file is empty.')
        .max(maxCharacters, 'The file is too large: at most 8 000 000 characters are read.'),
      fileName: text({ max: 200 }).optional(),
      expected: text({ max: 100 })
        .optional()
        .meta({ description: 'The `state` of the preview; 409 if fees have changed since' }),
      dryRun: z.boolean('Must be true or false.').default(false),
    }),
    replies: { 200: result },
    errors: ['rows_refused', 'changed_meanwhile'],
    bodyLimit: 12_000_000,
  },
});
