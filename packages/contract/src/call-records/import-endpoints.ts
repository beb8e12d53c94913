import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { rejectedRow } from '../core/errors.ts';
import { dataReply, id, itemsPerPage, listReply, page, text } from '../core/fields.ts';
import { texts } from '../core/texts.ts';
import { uploadLimits } from '../core/upload-limits.ts';
import { callMapping } from './mapping.ts';
import { callSystems } from './rules.ts';
import { callZone, outsidePrefix } from './set-up-endpoints.ts';

/** Counts of the calls in a file, for an import and for its preview. */
const callCounts = {
  added: z.int().meta({ description: 'Calls that were not known.' }),
  extended: z.int().meta({ description: 'Known calls of which the file has another part.' }),
  repeated: z.int().meta({ description: 'Known calls.' }),
  unanswered: z.int(),
  internal: z.int().meta({ description: 'Between two people of the firm.' }),
  private: z.int().meta({ description: 'Of private numbers: not kept.' }),
};

const sourceOfImport = z.object({
  _id: z.string().nullable().meta({ description: 'Null for one that the import would add.' }),
  name: z.string(),
  system: z.enum(callSystems),
  zone: z.string(),
});

/** An import in the history. `isLast`: it can be undone. */
export const callImport = z
  .object({
    _id: z.string(),
    number: z.int(),
    source: sourceOfImport,
    user: z.object({ _id: z.string(), name: z.string() }),
    fileName: z.string().nullable(),
    createdAt: z.string(),
    ...callCounts,
    undoneAt: z.string().nullable(),
    undoneBy: z.string().nullable(),
    isLast: z.boolean(),
  })
  .meta({ id: 'CallImport' });
export type CallImport = z.infer<typeof callImport>;

const named = z.object({ _id: z.string(), name: z.string() });

/** Extensions, emails and numbers of the firm's people in the file. */
const ownParty = z.object({ value: z.string(), calls: z.int(), attorney: named.nullable() });

export const previewCall = z.object({
  row: z.int(),
  startedAt: z.string(),
  seconds: z.int(),
  direction: z.enum(['in', 'out']),
  ownParty: z.string(),
  otherParty: z.string().nullable(),
  accountCode: z.string().nullable(),
});

/**
 * Preview of an import of the file. `fault`: why no calls can be read from its columns, until the
 * user corrects the mapping, or why the firm would have too many open calls. `charged`: the column
 * that has the length of a call.
 */
export const callImportPreview = z
  .object({
    source: sourceOfImport,
    outsidePrefix: z.string(),
    fault: z.string().nullable(),
    columns: z.array(z.string()),
    mapping: callMapping,
    isRemembered: z.boolean(),
    charged: z.string().nullable(),
    ...callCounts,
    withCode: z.int().meta({ description: 'New calls whose account code is a matter.' }),
    earliest: z.string().nullable().meta({ description: 'The earliest time of a day, HH:MM.' }),
    latest: z.string().nullable().meta({ description: 'The latest time of a day, HH:MM.' }),
    atNight: z.int().meta({ description: 'Calls before 06:00 or after 20:00.' }),
    isZoneDoubtful: z
      .boolean()
      .meta({ description: 'Whether an import needs `isZoneConfirmed`: most calls are at night.' }),
    isOrderOpen: z.boolean().meta({
      description: 'Whether days are written so that their order can be chosen: `dateOrder`.',
    }),
    notices: z.array(z.string()),
    ownParties: z.array(ownParty).meta({
      description: 'The hundred with most calls; one that moved stands once for each attorney.',
    }),
    calls: z.array(previewCall).meta({ description: 'The first ten.' }),
    refused: z.int(),
    refusedRows: z.array(rejectedRow),
  })
  .meta({ id: 'CallImportPreview' });
export type CallImportPreview = z.infer<typeof callImportPreview>;

const options = {
  source: text({ min: 1, max: 60 }).optional().meta({
    description: 'The `_id`, name or system of a source; else the one that the content tells.',
  }),
  zone: callZone.optional().meta({
    description: 'Of starts without a zone of their own; the source keeps it.',
  }),
  outsidePrefix: outsidePrefix.optional().meta({
    description: 'What is dialled before a number outside; the source keeps it.',
  }),
  fileName: text({ max: 200 }).optional(),
};

/** JSON in the query: the body is the file. */
const mappingText = text({ max: 8000, form: 'any' }).transform((value, context) => {
  const mapping = callMapping.safeParse(parseJson(value));
  if (mapping.success) return mapping.data;
  context.addIssue({
    code: 'custom',
    message: 'Must be a mapping as JSON: {"start": "Call start", ...}.',
  });
  return z.NEVER;
});
const flag = z
  .enum(['true', 'false'], 'Must be true or false.')
  .transform((value) => value === 'true');

const callImportBody = z.strictObject({
  fileStream: z
    .string(texts.selectFile)
    .min(1, texts.selectFile)
    .max(
      uploadLimits.characters,
      'The file is too large: at most 100 000 000 characters are read.',
    ),
  ...options,
  mapping: callMapping.optional(),
  dryRun: z.boolean('Must be true or false.').optional(),
  isZoneConfirmed: z.boolean('Must be true or false.').optional(),
});

export const callImportEndpoints = defineEndpoints({
  listCallImports: {
    call: 'GET /call-imports',
    may: 'call-records:read-imports',
    summary: 'Imports of call records, the latest first',
    query: z.strictObject({ page: page.optional(), itemsPerPage: itemsPerPage.optional() }),
    replies: { 200: listReply(callImport).meta({ id: 'CallImportList' }) },
  },
  createCallImport: {
    call: 'POST /call-imports',
    takesMinutes: true,
    may: 'call-records:import',
    summary:
      'Import the calls of a telephone system, all of a file or nothing; ' +
      'as JSON, or the file itself as text/csv with the other fields in the query',
    query: z.strictObject({
      ...options,
      mapping: mappingText.optional(),
      dryRun: flag.optional(),
      isZoneConfirmed: flag.optional(),
    }),
    body: callImportBody.optional(),
    takes: ['text/csv'],
    bodyLimit: uploadLimits.bodyBytes,
    replies: {
      200: dataReply(callImportPreview).meta({ id: 'CallImportPreviewReply' }),
      201: dataReply(callImport).meta({ id: 'CallImportReply' }),
    },
    errors: ['rows_refused', 'conflict'],
  },
  undoCallImport: {
    call: 'DELETE /call-imports/{id}',
    takesMinutes: true,
    may: 'call-records:import',
    summary: 'Undo the last import of call records: the calls that it added go',
    params: z.strictObject({ id }),
    replies: { 200: dataReply(callImport).meta({ id: 'UndoneCallImportReply' }) },
    errors: ['conflict'],
  },
});

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
