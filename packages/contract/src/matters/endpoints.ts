import { z } from 'zod';
import { id, itemsPerPage, listOf, page, search, text } from '../core/fields.ts';
import { defineEndpoints } from '../core/endpoint.ts';
import { texts } from '../core/texts.ts';

export const matterStatuses = ['Open', 'Pending', 'Closed'] as const;
export const matterFields = [
  'number',
  'description',
  'client',
  'attorney',
  'status',
  'opened',
] as const;

export const matter = z
  .object({
    _id: z.string(),
    firm: z.string(),
    number: z.string(),
    description: z.string(),
    client: z.string().nullable(),
    attorney: z.object({ _id: z.string(), name: z.string() }).nullable(),
    status: z.enum(matterStatuses),
    opened: z.string().nullable(),
  })
  .meta({ id: 'Matter' });
export type Matter = z.infer<typeof matter>;

/** The result of an upload, or of a dry run. */
export const uploadResult = z
  .object({ created: z.int(), updated: z.int(), unchanged: z.int(), matters: z.int() })
  .meta({ id: 'UploadResult' });
export type UploadResult = z.infer<typeof uploadResult>;

/** A million rows of our own layout in characters; JSON may double them by escapes. */
export const uploadLimits = { characters: 100_000_000, bodyBytes: 150_000_000 } as const;

const header = text({ max: 1000, form: 'any' });
/** Header by field; '' leaves the column out. Several columns: `company | first + last`. */
export const columnMapping = z.strictObject({
  number: header.optional(),
  description: header.optional(),
  client: header.optional(),
  attorney: header.optional(),
  status: header.optional(),
  opened: header.optional(),
});
export type ColumnMapping = z.infer<typeof columnMapping>;

export const uploadBody = z.strictObject({
  fileStream: z
    .string(texts.selectFile)
    .min(1, texts.selectFile)
    .max(
      uploadLimits.characters,
      'The file is too large: at most 100 000 000 characters are read.',
    ),
  fileName: text({ max: 200 }).optional(),
  dryRun: z.boolean('Must be true or false.').optional(),
  mapping: columnMapping.optional(),
});

export const matterEndpoints = defineEndpoints({
  listMatters: {
    method: 'GET',
    path: '/matters',
    may: 'matters:read',
    summary: 'Matters of the own firm, searched and paged',
    query: z.strictObject({
      page: page.optional(),
      itemsPerPage: itemsPerPage.optional(),
      search,
      status: z.enum(matterStatuses, `Must be ${matterStatuses.join(', ')}.`).optional(),
      attorney: id.optional(),
    }),
    replies: { 200: listOf(matter).meta({ id: 'MatterList' }) },
    produces: ['text/csv'],
  },
  upload: {
    method: 'POST',
    path: '/upload',
    may: 'matters:import',
    summary: 'Import a file of matters, all of it or nothing',
    body: uploadBody,
    replies: { 200: z.object({ data: uploadResult }).meta({ id: 'UploadReply' }) },
    errors: ['rows_refused', 'conflict'],
    bodyLimit: uploadLimits.bodyBytes,
  },
});
