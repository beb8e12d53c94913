import { z } from 'zod';
import { csvDelimiters, csvProfiles, fileKinds, fileTypes } from './files.ts';
import {
  backwards,
  dataReply,
  id,
  isoDate,
  isPeriod,
  itemsPerPage,
  listReply,
  page,
  randTotal,
  sha256,
  text,
} from '../core/fields.ts';
import { vatTotals } from '../vat/amounts.ts';
import { layoutId } from '../posting/layout-id.ts';
import { defineEndpoints } from '../core/endpoint.ts';

const named = z.object({ _id: z.string(), name: z.string() });

/**
 * A mail of an export: `queued` until the mail server accepts it; `reason` is its last error.
 * `profile`: the CSV that is attached. `sha256` in hex, of the file that went out. Both are null
 * where that is not known: for other kinds, before sending, and for old mails.
 */
export const exportMail = z
  .object({
    _id: z.string(),
    export: z.string(),
    type: z.enum(fileKinds),
    profile: z.enum(csvProfiles).nullable(),
    layout: z.string().optional().meta({ description: 'Of an attached posting file.' }),
    sha256: z.string().nullable(),
    to: z.string(),
    subject: z.string(),
    state: z.enum(['queued', 'sent', 'failed']),
    reason: z.string().nullable(),
    by: named,
    createdAt: z.string(),
    sentAt: z.string().nullable(),
  })
  .meta({ id: 'ExportMail' });
export type ExportMail = z.infer<typeof exportMail>;

/** The control total of a posting file: the sum in Rand of the amounts that its columns show. */
const postingTotal = z
  .object({
    layout: z.string(),
    name: z.string(),
    rows: z.int(),
    sum: randTotal,
    vat: randTotal.optional().meta({ description: 'The VAT in `sum`; absent without VAT.' }),
    by: named,
    createdAt: z.string(),
  })
  .meta({ id: 'PostingTotal' });
export type PostingTotal = z.infer<typeof postingTotal>;

/**
 * An export of the ledger. `closed` locks its entries, `reopened` no longer does; `copy` is a
 * download, which locks nothing. `sum` in Rand; `sha256` in hex, of the CSV for systems.
 */
export const exportRecord = z
  .object({
    _id: z.string(),
    number: z.int(),
    state: z.enum(['closed', 'reopened', 'copy']),
    by: named,
    createdAt: z.string(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    rows: z.int(),
    sum: randTotal,
    vat: vatTotals.optional(),
    sha256: z.string(),
    reopening: z.object({ by: named, at: z.string(), reason: z.string() }).nullable(),
    override: z
      .object({ reason: z.string(), exceptions: z.int() })
      .nullable()
      .meta({ description: 'Why it was closed although so many blocking exceptions were open.' }),
    mails: z.array(exportMail),
    postings: z.array(postingTotal),
  })
  .meta({ id: 'Export' });
export type ExportRecord = z.infer<typeof exportRecord>;

/** The CSV settings of a firm. */
const csvDelimiter = z.enum(csvDelimiters, 'Must be a comma or a semicolon.');
const mailProfile = z.enum(csvProfiles, `Must be ${csvProfiles.join(' or ')}.`);
/** `isChosen` is false until the firm saves its settings; `bouncesTo` receives bounced mails. */
const exportSettings = z.object({
  csvDelimiter,
  isChosen: z.boolean(),
  mailProfile,
  bouncesTo: z.string(),
});
export type ExportSettings = z.infer<typeof exportSettings>;
const settings = dataReply(exportSettings).meta({ id: 'ExportSettings' });

const days = { from: isoDate.optional(), to: isoDate.optional() };
const profile = z.enum(csvProfiles, `Must be ${csvProfiles.join(' or ')}.`).optional();

/** The entries that a closing would claim; `expected` is compared with `rows` and `sum`. */
const exportPreview = z
  .object({
    from: z.string().nullable(),
    to: z.string().nullable(),
    rows: z.int(),
    sum: randTotal,
    vat: vatTotals.optional(),
    firstDay: z.string(),
    lastDay: z.string(),
    exceptions: z
      .object({ block: z.int(), warn: z.int(), info: z.int() })
      .meta({ description: 'Exceptions of the period that nobody has accepted.' }),
  })
  .meta({ id: 'ExportPreview' });
export type ExportPreview = z.infer<typeof exportPreview>;

export const exportReason = text({ min: 3, max: 500, form: 'lines', required: 'Enter a reason.' });

const wholeNumber = z.int('Must be a whole number.');
const closing = z.strictObject({
  ...days,
  dryRun: z.boolean('Must be true or false.').optional(),
  expected: z
    .strictObject({
      rows: wholeNumber,
      sum: randTotal,
      blocking: wholeNumber
        .optional()
        .meta({ description: 'The blocking exceptions that `override` passes over.' }),
    })
    .optional(),
  override: exportReason
    .optional()
    .meta({ description: 'Why blocking exceptions are passed over' }),
  layout: layoutId.optional().meta({
    description:
      'The layout of the posting file that comes next. If the entries do not fit it, ' +
      'nothing is closed, and the answer is that of the file.',
  }),
});
export type Closing = z.infer<typeof closing>;

const file = dataReply(z.object({ fileContent: z.string(), fileName: z.string() })).meta({
  id: 'Download',
});
const produces = fileKinds.map((kind) => fileTypes[kind]);

export const reopeningBody = z.strictObject({ reason: exportReason });

export const exportEndpoints = defineEndpoints({
  download: {
    call: 'GET /download',
    outlivesClient: true,
    may: 'exports:read',
    summary: 'Everything recorded in a period as a file; closes nothing',
    query: z.strictObject({ ...days, profile }).refine(isPeriod, backwards),
    replies: { 200: file },
    produces,
    errors: ['nothing_to_export'],
  },
  createExport: {
    call: 'POST /exports',
    takesMinutes: true,
    may: 'exports:write',
    summary:
      'Take what no closed export holds yet, and close it: those entries are locked. ' +
      'With `dryRun` only answer what that would be; with `expected` close only that. ' +
      'Blocking exceptions refuse it, unless `override` gives a reason',
    body: closing.refine(isPeriod, backwards),
    replies: {
      200: dataReply(exportPreview).meta({ id: 'ExportPreviewReply' }),
      201: dataReply(exportRecord).meta({ id: 'ExportReply' }),
    },
    errors: [
      'nothing_to_export',
      'changed_meanwhile',
      'exceptions_open',
      'layout_incomplete',
      'rows_refused',
    ],
  },
  listExports: {
    call: 'GET /exports',
    may: 'exports:read',
    summary: 'The ledger: every export, the latest first',
    query: z.strictObject({
      page: page.optional(),
      itemsPerPage: itemsPerPage.optional(),
      closing: z
        .enum(['true', 'false'], 'Must be true or false.')
        .transform((value) => value === 'true')
        .optional()
        .meta({ description: 'Closings, reopened ones too, or copies alone.' }),
      sha256: sha256.optional(), // of its CSV for systems, or of a file of it that was mailed
    }),
    replies: { 200: listReply(exportRecord).meta({ id: 'ExportList' }) },
  },
  getExport: {
    call: 'GET /exports/{id}',
    may: 'exports:read',
    summary: 'One export with its emails',
    params: z.strictObject({ id }),
    replies: { 200: dataReply(exportRecord).meta({ id: 'ExportReply' }) },
  },
  getExportFile: {
    call: 'GET /exports/{id}/file',
    outlivesClient: true,
    may: 'exports:read',
    summary:
      'The file of an export again; CSV without `Accept`, JSON where it names no kind. ' +
      'With `layout` the posting file of that layout, a ZIP where its program takes no longer file',
    params: z.strictObject({ id }),
    query: z.strictObject({ profile, layout: layoutId.optional() }),
    replies: { 200: file },
    produces: [...produces, 'text/plain', 'application/zip'],
    errors: ['layout_incomplete', 'rows_refused'],
  },
  reopenExport: {
    call: 'PUT /exports/{id}/reopening',
    may: 'exports:reopen',
    summary: 'Unlock the entries of a closed export, for a reason',
    params: z.strictObject({ id }),
    body: reopeningBody,
    replies: { 200: dataReply(exportRecord).meta({ id: 'ExportReply' }) },
    errors: ['conflict'],
  },
  getExportSettings: {
    call: 'GET /export-settings',
    may: 'exports:read',
    summary: 'How the CSV for people is written for the own firm, and which CSV it emails',
    replies: { 200: settings },
  },
  saveExportSettings: {
    call: 'PUT /export-settings',
    may: 'exports:set-up',
    summary: 'Choose the delimiter of the CSV for people, and which CSV is emailed',
    body: z.strictObject({ csvDelimiter, mailProfile: mailProfile.optional() }),
    replies: { 200: settings },
  },
});
