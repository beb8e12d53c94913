import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { dataReply, id, randTotal, text } from '../core/fields.ts';
import { reachedCap } from '../matters/caps.ts';
import { entryVat } from '../vat/amounts.ts';
import { reason } from './endpoints.ts';

/** A correction locks the fees of its firm while it prices its entries (docs/decisions/0053). */
export const maxCorrectedEntries = 500;

const fields = z.strictObject({
  _id: id.optional().meta({
    description: 'An id of the client: sent again under it, the same correction is made once.',
  }),
  entries: z
    .array(id)
    .min(1, 'Please choose an entry.')
    .max(maxCorrectedEntries, `Must not be more than ${maxCorrectedEntries}.`),
  matter: id.optional(),
  disbursementType: id.optional(),
  reason: reason.optional(),
  expected: text({ max: 100 })
    .optional()
    .meta({ description: 'The `state` of the preview: changed since, nothing is saved.' }),
  dryRun: z.boolean('Must be true or false.').default(false),
});

export const newEntryCorrection = fields
  .refine(({ entries }) => new Set(entries).size === entries.length, {
    error: 'An entry is named twice.',
    path: ['entries'],
  })
  .refine(({ matter, disbursementType }) => Boolean(matter ?? disbursementType), {
    error: 'Please choose a matter or a disbursement type.',
    path: ['matter'],
  })
  .refine(({ reason: given, dryRun }) => dryRun || Boolean(given), {
    error: 'Enter a reason; it is saved with each corrected entry.',
    path: ['reason'],
  });
export type NewEntryCorrection = z.infer<typeof newEntryCorrection>;

const named = z.object({ _id: z.string(), name: z.string() });
const numbered = named.extend({ number: z.string() });

/** An entry as it is, and its amount in Rand after the correction. */
const correctedEntry = z
  .object({
    _id: z.string(),
    date: z.string(),
    attorney: named,
    matter: numbered,
    disbursementType: named,
    before: z.number(),
    after: z.number(),
    vat: z
      .object({ before: entryVat, after: entryVat })
      .optional()
      .meta({ description: 'Absent for a firm that is no VAT vendor.' }),
    isChanged: z.boolean().meta({ description: 'Whether the correction changes it.' }),
    problem: z.string().nullable().meta({ description: 'Why it cannot be corrected.' }),
  })
  .meta({ id: 'CorrectedEntry' });
export type CorrectedEntry = z.infer<typeof correctedEntry>;

/** With a problem nothing can be saved. `amount`: of all changed entries, in Rand. */
const entryCorrectionPreview = z
  .object({
    _id: z.string(),
    entries: z.array(correctedEntry).max(maxCorrectedEntries),
    changed: z.int(),
    problems: z.int(),
    amount: z.object({ before: randTotal, after: randTotal }),
    state: z.string().meta({ description: 'For `expected`.' }),
  })
  .meta({ id: 'EntryCorrectionPreview' });
export type EntryCorrectionPreview = z.infer<typeof entryCorrectionPreview>;

/** `entries`: how many it changed. */
const entryCorrection = z
  .object({
    _id: z.string(),
    entries: z.int(),
    reason: z.string(),
    createdAt: z.string(),
    createdBy: named,
    undoneAt: z.string().nullable(),
    undoneBy: named.nullable(),
  })
  .meta({ id: 'EntryCorrection' });
export type EntryCorrection = z.infer<typeof entryCorrection>;

/** `caps`: matters that have reached a level of their cap. */
const savedEntryCorrection = entryCorrection
  .extend({ caps: z.array(reachedCap.extend({ matter: numbered })) })
  .meta({ id: 'SavedEntryCorrection' });
export type SavedEntryCorrection = z.infer<typeof savedEntryCorrection>;

export const entryCorrectionEndpoints = defineEndpoints({
  createEntryCorrection: {
    call: 'POST /entry-corrections',
    takesMinutes: true,
    may: 'entries:correct-many',
    summary:
      'Give many unlocked entries another matter or type, all or none; ' +
      '`dryRun` only answers what that would be',
    body: newEntryCorrection,
    replies: {
      200: dataReply(entryCorrectionPreview).meta({ id: 'EntryCorrectionPreviewReply' }),
      201: dataReply(savedEntryCorrection).meta({ id: 'EntryCorrectionReply' }),
    },
    errors: ['conflict', 'changed_meanwhile', 'entry_is_locked', 'part_of_account'],
  },
  undoEntryCorrection: {
    call: 'DELETE /entry-corrections/{id}',
    takesMinutes: true,
    may: 'entries:correct-many',
    summary: 'Take a correction back, unless one of its entries was changed or locked since',
    params: z.strictObject({ id }),
    replies: { 200: dataReply(entryCorrection).meta({ id: 'UndoneEntryCorrectionReply' }) },
    errors: ['conflict', 'entry_is_locked'],
  },
});
