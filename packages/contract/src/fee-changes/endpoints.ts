import { z } from 'zod';
import { dataReply, id, itemsPerPage, listReply, page, randTotal, text } from '../core/fields.ts';
import { defineEndpoints } from '../core/endpoint.ts';
import { feeRow, validFrom } from '../call-fees/endpoints.ts';

const named = z.object({ _id: z.string(), name: z.string() });

/** Rand to which new prices are rounded. */
export const roundingSteps = [0.01, 0.1, 0.5, 1, 5] as const;
export const roundingModes = ['nearest', 'up'] as const;
export type RoundingMode = (typeof roundingModes)[number];

const percent = z
  .number('Must be a percentage.')
  .min(-100, 'Must be from -100 to 100.')
  .max(100, 'Must be from -100 to 100.')
  .refine((value) => Math.round(value * 100) / 100 === value, 'Must have at most two decimals.');

/** The bound for cells of one change: 1,000 attorneys with 20 types. */
const maxCells = 20_000;
const cell = z.strictObject({ attorney: id, disbursementType: id });

/** As of a correction, which each re-priced entry gets. */
const changeReason = text({
  min: 3,
  max: 500,
  form: 'lines',
  tooShort: 'Enter a reason of at least three letters.',
});
const fields = z.strictObject({
  _id: id.optional().meta({
    description: 'An id of the client: sent again under it, the same change is made once.',
  }),
  validFrom,
  percent,
  roundTo: z.literal(roundingSteps, 'Must be 0.01, 0.1, 0.5, 1 or 5.'),
  mode: z.enum(roundingModes, 'Must be nearest or up.').default('nearest'),
  cells: z
    .array(cell)
    .min(1, 'Please choose an attorney and a type.')
    .max(maxCells, 'Must not be more than 20 000.')
    .optional(),
  reprice: z.boolean('Must be true or false.').default(false),
  reason: changeReason.optional(),
  expected: text({ max: 100 })
    .optional()
    .meta({ description: 'The `state` of the preview: changed since, nothing is saved.' }),
  dryRun: z.boolean('Must be true or false.').default(false),
});

export const newFeeChange = fields
  .check(({ value, issues }) => {
    const seen = new Set<string>();
    for (const [index, each] of value.cells?.entries() ?? []) {
      const key = `${each.attorney} ${each.disbursementType}`;
      const message = 'This attorney and type are named twice.';
      if (seen.has(key))
        issues.push({ code: 'custom', input: each, path: ['cells', index], message });
      seen.add(key);
    }
  })
  .refine(({ reprice, reason, dryRun }) => !reprice || dryRun || Boolean(reason), {
    error: 'Enter a reason; it is saved with each re-priced entry.',
    path: ['reason'],
  });
export type NewFeeChange = z.infer<typeof newFeeChange>;

/** `effectivePercent` compares the sums of the charges, with two decimals; prices in Rand. */
const changedRates = z
  .object({
    attorney: named,
    disbursementType: named,
    before: z.array(feeRow),
    after: z.array(feeRow),
    effectivePercent: z.number(),
    next: z
      .object({ validFrom: z.string() })
      .nullable()
      .meta({ description: 'The later schedule that ends this one.' }),
  })
  .meta({ id: 'ChangedRates' });
export type ChangedRates = z.infer<typeof changedRates>;

/**
 * A change of many fees together. `lastThreeMonths`: what the entries of the last three months cost
 * in Rand, and what they would have cost. `entries`: those on or after `validFrom` whose price
 * would be another one.
 */
const outcome = {
  _id: z.string(),
  validFrom: z.string(),
  cells: z.array(changedRates),
  lastThreeMonths: z.object({ before: randTotal, after: randTotal }),
  entries: z.object({ unlocked: z.int(), locked: z.int() }),
};
export const feeChangeOutcome = z.object(outcome).meta({ id: 'RateChangeOutcome' });
export type FeeChangeOutcome = z.infer<typeof feeChangeOutcome>;
/** An unlocked entry that the change affects. Prices in Rand; `after` is that of `reprice`. */
const affectedEntry = z
  .object({
    _id: z.string(),
    date: z.string(),
    attorney: named,
    disbursementType: named,
    matter: named.extend({ number: z.string() }),
    minutes: z.int(),
    before: z.number(),
    after: z.number(),
  })
  .meta({ id: 'AffectedEntry' });
export type AffectedEntry = z.infer<typeof affectedEntry>;
/** How many entries a preview lists. */
export const maxListedEntries = 100;

/** A line of the ledger of fee changes. `repriced`: entries that the change priced again. */
export const feeChange = z
  .object({
    _id: z.string(),
    validFrom: z.string(),
    percent: z.number(),
    roundTo: z.number(),
    mode: z.enum(roundingModes),
    reason: z.string().nullable(),
    cells: z.int(),
    liveCells: z.int().meta({
      description:
        'Cells whose fees from that day are still those of the change, so that its undo changes ' +
        'them; of an undone change, the cells that the undo changed.',
    }),
    repriced: z.int(),
    createdAt: z.string(),
    createdBy: named,
    undoneAt: z.string().nullable(),
    undoneBy: named.nullable(),
  })
  .meta({ id: 'RateChange' });
export type FeeChange = z.infer<typeof feeChange>;

export const feeChangePreview = z
  .object({
    ...outcome,
    unlockedEntries: z
      .array(affectedEntry)
      .max(maxListedEntries)
      .meta({ description: 'The latest of the unlocked entries.' }),
    sameDayChanges: z.array(feeChange).meta({
      description: 'The last changes from the same day whose prices this change starts from.',
    }),
    sameDayFees: z.int().meta({
      description: 'Cells whose fees from that very day were saved one by one or by file.',
    }),
    exports: z
      .array(z.int())
      .meta({ description: 'Numbers of the closed exports that hold the locked entries.' }),
    state: z.string().meta({ description: 'For `expected`.' }),
  })
  .meta({ id: 'RateChangePreview' });
export type FeeChangePreview = z.infer<typeof feeChangePreview>;

export const feeChangeEndpoints = defineEndpoints({
  createRateChange: {
    call: 'POST /rate-changes',
    takesMinutes: true,
    may: 'call-fees:write',
    summary:
      'Change many call fees by a percentage from a day on, all or none; ' +
      '`dryRun` only answers what that would be',
    body: newFeeChange,
    replies: {
      200: dataReply(feeChangePreview).meta({ id: 'RateChangePreviewReply' }),
      201: dataReply(feeChangeOutcome).meta({ id: 'RateChangeReply' }),
    },
    errors: ['conflict', 'changed_meanwhile'],
    bodyLimit: 4 * 1024 * 1024,
    // Each cell has two names and values.
    bodyParts: 6 * maxCells,
  },
  listRateChanges: {
    call: 'GET /rate-changes',
    may: 'call-fees:read',
    summary: 'Changes of many call fees, the latest first',
    query: z.strictObject({ page: page.optional(), itemsPerPage: itemsPerPage.optional() }),
    replies: { 200: listReply(feeChange).meta({ id: 'RateChangeList' }) },
  },
  undoRateChange: {
    call: 'DELETE /rate-changes/{id}',
    takesMinutes: true,
    may: 'call-fees:write',
    summary:
      'Take a change back, with the prices of entries that it made; ' +
      'not if a closed export holds one of them',
    params: z.strictObject({ id }),
    replies: { 200: dataReply(feeChange).meta({ id: 'UndoneRateChangeReply' }) },
    errors: ['conflict', 'entry_is_locked'],
  },
});
