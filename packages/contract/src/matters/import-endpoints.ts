import { z } from 'zod';
import { rejectedRow } from '../core/errors.ts';
import { dataReply, id, itemsPerPage, listReply, page, text } from '../core/fields.ts';
import { columnMapping, matterStatuses, uploadBody, uploadResult } from './endpoints.ts';
import { defineEndpoints } from '../core/endpoint.ts';
import { uploadLimits } from '../core/upload-limits.ts';

/** An import in the history. `isLast`: it can be undone. */
export const matterImport = z
  .object({
    _id: z.string(),
    number: z.int(),
    user: z.object({ _id: z.string(), name: z.string() }),
    fileName: z.string().nullable(),
    createdAt: z.string(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    undoneAt: z.string().nullable(),
    undoneBy: z.string().nullable(),
    isLast: z.boolean(),
  })
  .meta({ id: 'MatterImport' });
export type MatterImport = z.infer<typeof matterImport>;

const previewRow = z.object({
  row: z.int(),
  number: z.string(),
  description: z.string(),
  client: z.string().nullable(),
  attorney: z.string().nullable(),
  status: z.enum(matterStatuses),
  opened: z.string().nullable(),
  phones: z.array(z.string()),
});

/** The fields of a matter that a file can change; its number says which matter it is. */
export const changeableFields = [
  'description',
  'client',
  'attorney',
  'status',
  'opened',
  'phones',
] as const;

const previewChange = z.object({
  row: z.int(),
  number: z.string(),
  fields: z.array(
    z.object({
      field: z.enum(changeableFields),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
});
export type PreviewChange = z.infer<typeof previewChange>;

/** The fields whose words a firm can explain. */
export const wordFields = ['status', 'attorney'] as const;
export type WordField = (typeof wordFields)[number];

const wordText = text({ max: 200, form: 'any' });

/** The meaning of a word of a file: a status, or the id of an attorney; null forgets it. */
const savedImportWord = z.discriminatedUnion('field', [
  z.strictObject({
    field: z.literal('status'),
    word: wordText,
    value: z.enum(matterStatuses, `Must be ${matterStatuses.join(', ')}, or null.`).nullable(),
  }),
  z.strictObject({ field: z.literal('attorney'), word: wordText, value: id.nullable() }),
]);
export type SavedImportWord = z.infer<typeof savedImportWord>;

const importWord = z.object({
  field: z.enum(wordFields),
  word: z.string(),
  value: z.string().meta({ description: 'A status, or the id of an attorney.' }),
});

export type ImportWord = z.infer<typeof importWord>;

const fileWord = z.object({
  field: z.enum(wordFields),
  word: z.string(),
  rows: z.int().meta({ description: 'Rows of the file with this word.' }),
  value: z.string().nullable().meta({ description: 'What the firm said it means, or null.' }),
});
export type FileWord = z.infer<typeof fileWord>;

/** The preview lists the first of the changed matters. */
export const maxPreviewChanges = 100;

/**
 * A preview for the user. `fault`: why the columns are not those of matters; the user can correct
 * the mapping. `isRemembered`: the mapping is the firm's last one for this header line.
 */
export const importPreview = z
  .object({
    ...uploadResult.shape,
    fault: z.string().nullable(),
    delimiter: z.enum([',', ';', '\t', '|']),
    columns: z.array(z.string()),
    mapping: z.object(columnMapping.shape),
    isRemembered: z.boolean(),
    layout: z.string().nullable(),
    dateOrder: z.enum(['YMD', 'DMY', 'MDY']).nullable(),
    dateOrderReason: z.enum(['column', 'layout', 'habit']).nullable(),
    notices: z
      .array(z.string())
      .meta({ description: 'What was read otherwise than it stands in the file, in sentences.' }),
    words: z
      .array(fileWord)
      .optional()
      .meta({
        description:
          'Words of the file that are no status or no attorney of the firm by themselves, the ' +
          'first 100. The firm says what they mean by `PUT /import-words`.',
      }),
    refused: z.int(),
    rows: z.array(previewRow),
    changes: z
      .array(previewChange)
      .optional()
      .meta({ description: 'The first 100 changed matters, with the fields that change.' }),
    refusedRows: z.array(rejectedRow),
  })
  .meta({ id: 'ImportPreview' });
export type ImportPreview = z.infer<typeof importPreview>;

/** The mapping as JSON in the query: the body is the file. */
const mappingText = text({ max: 8000, form: 'any' }).transform((value, context) => {
  const mapping = columnMapping.safeParse(parseJson(value));
  if (mapping.success) return mapping.data;
  context.addIssue({
    code: 'custom',
    message: 'Must be a mapping as JSON: {"number": "Matter No", ...}.',
  });
  return z.NEVER;
});

const refusedRowsFile = z
  .object({ fileName: z.string(), fileContent: z.string() })
  .meta({ id: 'RefusedRowsFile' });

export const importEndpoints = defineEndpoints({
  listImports: {
    call: 'GET /imports',
    may: 'matters:read-imports',
    summary: 'Imports of matters, the latest first',
    query: z.strictObject({ page: page.optional(), itemsPerPage: itemsPerPage.optional() }),
    replies: { 200: listReply(matterImport).meta({ id: 'MatterImportList' }) },
  },
  createImport: {
    call: 'POST /imports',
    may: 'matters:import',
    summary: 'The same as POST /upload for a large file: the body is the file itself as text/csv',
    query: z.strictObject({
      fileName: text({ max: 200 }).optional(),
      mapping: mappingText.optional(),
    }),
    takes: ['text/csv'],
    bodyLimit: uploadLimits.bodyBytes,
    replies: { 200: dataReply(uploadResult).meta({ id: 'ImportReply' }) },
    errors: ['rows_refused', 'conflict'],
  },
  previewImport: {
    call: 'POST /imports/preview',
    may: 'matters:import',
    summary:
      'What an upload of this file would do: ' +
      'shape, mapping, first rows, changes and rows with errors; writes nothing',
    query: z.strictObject({ mapping: mappingText.optional() }),
    takes: ['text/csv'],
    bodyLimit: uploadLimits.bodyBytes,
    replies: { 200: dataReply(importPreview).meta({ id: 'ImportPreviewReply' }) },
  },
  listRefusedRows: {
    call: 'POST /imports/refused-rows',
    may: 'matters:import',
    summary: 'The refused rows of a file in its own layout, with one more column that says why',
    body: uploadBody.omit({ dryRun: true }),
    replies: { 200: dataReply(refusedRowsFile).meta({ id: 'RefusedRowsReply' }) },
    bodyLimit: uploadLimits.bodyBytes,
  },
  listImportWords: {
    call: 'GET /import-words',
    may: 'matters:read-imports',
    summary: 'Words of matter files that the firm explained once, for every later import',
    replies: { 200: listReply(importWord).meta({ id: 'ImportWordList' }) },
  },
  saveImportWord: {
    call: 'PUT /import-words',
    may: 'matters:import',
    summary:
      'Say what a word of a matter file means, such as the status "Dormant" or the attorney ' +
      '"J Smith"; null forgets it',
    body: savedImportWord,
    replies: { 200: listReply(importWord).meta({ id: 'SavedImportWords' }) },
  },
  undoImport: {
    call: 'DELETE /imports/{id}',
    may: 'matters:import',
    summary:
      'Undo the last import: its new matters go, the changed ones get their earlier values back',
    params: z.object({ id }),
    replies: { 200: dataReply(matterImport).meta({ id: 'MatterImportReply' }) },
    errors: ['conflict', 'changed_meanwhile'],
  },
});

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
