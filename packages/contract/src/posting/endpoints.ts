import { z } from 'zod';
import { dataReply, id, listReply, text } from '../core/fields.ts';
import { defineEndpoints } from '../core/endpoint.ts';
import { entryVatTreatments } from '../vat/rules.ts';
import { changedLayout, layoutForm, newLayout } from './layouts.ts';
import { layoutId } from './layout-id.ts';

/** Settings that a layout needs besides the lines of an export. */
export const settingNames = [
  'accounts',
  'contraAccount',
  'firmId',
  'clientIds',
  'invoiceNumber',
  'taxTypes',
] as const;

const column = z
  .object({
    title: z.string(),
    field: z.string().optional(),
    constant: z.string().optional(),
    width: z.int().optional(),
    fit: z.string(),
    align: z.string(),
    pad: z.string().optional(),
    date: z.string(),
    sign: z.string(),
    decimalMark: z.string(),
  })
  .meta({ id: 'PostingLayoutColumn' });

/**
 * `needs` are the settings without which no file is written; `taxTypes` only for lines with VAT.
 * Built-in layouts have version 0, and texts of their own for `taxTypes`.
 */
const postingLayout = z
  .object({
    _id: z.string(),
    name: z.string(),
    isBuiltIn: z.boolean(),
    help: z.string().nullable().meta({
      description: 'What to choose in the program that reads the file.',
    }),
    needs: z.array(z.enum(settingNames)),
    header: z.boolean(),
    delimiter: z.string().nullable(),
    quote: z.string(),
    lineEnd: z.string(),
    encoding: z.string(),
    records: z.int(),
    columns: z.array(column),
    version: z.int(),
  })
  .meta({ id: 'PostingLayout' });
export type PostingLayout = z.infer<typeof postingLayout>;

const code = text({ min: 1, max: 100, required: 'Enter a code.' });
const maxCodes = 5_000;
const isShort = (codes: Readonly<Record<string, string>>) => Object.keys(codes).length <= maxCodes;
const tooMany = `Must not be more than ${maxCodes} codes.`;
const byType = z.record(id, code, 'Must be codes by disbursement type.').refine(isShort, tooMany);
const byClient = z
  .record(text({ min: 1, max: 200, form: 'any' }), code, 'Must be codes by client.')
  .refine(isShort, tooMany);
const byTreatment = z.partialRecord(
  z.enum(entryVatTreatments),
  code,
  'Must be codes by VAT treatment.',
);
const month = z
  .int('Must be a whole number.')
  .min(1, 'Must be a month from 1 to 12.')
  .max(12, 'Must be a month from 1 to 12.');

/**
 * `accounts` are the accounts that are credited, by disbursement type; `contraAccount` is debited
 * with all of them. The last six have defaults, except `taxTypes` in a layout of the firm.
 */
const settings = z.strictObject({
  accounts: byType.default({}),
  contraAccount: code.optional(),
  firmId: code.optional(),
  clientIds: byClient.optional(),
  invoiceNumber: code.optional().meta({ description: 'The text that invoice numbers begin with.' }),
  clientTaxIds: byClient.optional(),
  taxTypes: byTreatment.optional().meta({
    description: 'What the layout calls the VAT of a line, by treatment.',
  }),
  vatAccount: code.optional().meta({
    description: 'Where a layout without tax types posts the VAT by a record of its own.',
  }),
  firstMonth: month.optional().meta({
    description: 'The month in which the financial year begins; 3 if absent.',
  }),
  checksEntries: z.boolean('Must be true or false.').optional().meta({
    description: 'Whether open entries that do not fit the layout are exceptions (LAYOUT).',
  }),
});
export type PostingSettings = z.output<typeof settings>;
/** With the version that the client read, settings saved since are not overwritten. */
const changedSettings = settings
  .extend({ version: z.int('Must be a whole number.').optional() })
  .meta({ id: 'NewPostingSettings' });
export type ChangedPostingSettings = z.output<typeof changedSettings>;

const codes = z.record(z.string(), z.string());
const shownSettings = z
  .object({
    accounts: codes,
    contraAccount: z.string().optional(),
    firmId: z.string().optional(),
    clientIds: codes.optional(),
    invoiceNumber: z.string().optional(),
    clientTaxIds: codes.optional(),
    taxTypes: codes.optional(),
    vatAccount: z.string().optional(),
    firstMonth: z.int().optional(),
    checksEntries: z.boolean().optional(),
    version: z.int().meta({ description: '0 until the firm saves settings.' }),
  })
  .meta({ id: 'PostingSettings' });
const settingsReply = dataReply(shownSettings).meta({ id: 'PostingSettingsReply' });

/** A cell of the sample that the layout cannot hold. */
const columnProblem = z
  .object({ column: z.string(), message: z.string() })
  .meta({ id: 'PostingProblem' });

const params = z.strictObject({ id });
const anyLayout = z.strictObject({ id: layoutId });
const one = dataReply(postingLayout).meta({ id: 'PostingLayoutReply' });

export const postingEndpoints = defineEndpoints({
  listPostingLayouts: {
    call: 'GET /posting-layouts',
    may: 'posting-layouts:read',
    summary: 'The built-in layouts of posting files, then those of the own firm by name',
    replies: { 200: listReply(postingLayout).meta({ id: 'PostingLayoutList' }) },
  },
  createPostingLayout: {
    call: 'POST /posting-layouts',
    may: 'posting-layouts:write',
    summary: 'Add a layout to the own firm; at most 50',
    body: newLayout,
    bodyParts: 5_000,
    replies: { 201: one },
    errors: ['conflict'],
  },
  updatePostingLayout: {
    call: 'PUT /posting-layouts/{id}',
    may: 'posting-layouts:write',
    summary: 'Change a layout of the own firm',
    params,
    body: changedLayout,
    bodyParts: 5_000,
    replies: { 200: one },
    errors: ['conflict', 'changed_meanwhile'],
  },
  deletePostingLayout: {
    call: 'DELETE /posting-layouts/{id}',
    may: 'posting-layouts:write',
    summary: 'Delete a layout of the own firm, with its settings',
    params,
    replies: { 200: z.object({}) },
  },
  writePostingTestLine: {
    call: 'POST /posting-layouts/test-line',
    may: 'posting-layouts:write',
    summary: 'A sample entry and its reversal as a layout writes them, below its header',
    body: layoutForm,
    bodyParts: 5_000,
    replies: {
      200: dataReply(
        z.object({ lines: z.array(z.string()), problems: z.array(columnProblem) }),
      ).meta({ id: 'PostingTestLine' }),
    },
  },
  getPostingSettings: {
    call: 'GET /posting-layouts/{id}/settings',
    may: 'posting-layouts:read',
    summary: 'The settings of the own firm for a layout',
    params: anyLayout,
    replies: { 200: settingsReply },
  },
  savePostingSettings: {
    call: 'PUT /posting-layouts/{id}/settings',
    may: 'posting-layouts:write',
    summary: 'Replace the settings of the own firm for a layout',
    params: anyLayout,
    body: changedSettings,
    bodyLimit: 512 * 1024,
    bodyParts: 30_000,
    replies: { 200: settingsReply },
    errors: ['changed_meanwhile'],
  },
});
