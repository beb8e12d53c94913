import { z } from 'zod';
import {
  dataReply,
  id,
  itemsPerPage,
  listReply,
  page,
  randTotal,
  search,
  text,
} from '../core/fields.ts';
import { defineEndpoints } from '../core/endpoint.ts';
import { texts } from '../core/texts.ts';
import { uploadLimits } from '../core/upload-limits.ts';
import { capAmount } from './caps.ts';
import { phoneList } from './phones.ts';

export const matterStatuses = ['Open', 'Pending', 'Closed'] as const;
export const matterFields = [
  'number',
  'description',
  'client',
  'attorney',
  'status',
  'opened',
  'phones',
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
    phones: z.array(z.string()).meta({ description: 'Telephone numbers of its people, as E.164.' }),
    cap: z
      .number()
      .nullable()
      .meta({ description: 'Rand; from 80 % of it on recording warns, and never blocks.' }),
    recorded: randTotal
      .nullable()
      .meta({ description: 'Rand of all its entries, locked or not; null without a cap.' }),
  })
  .meta({ id: 'Matter' });
export type Matter = z.infer<typeof matter>;

/** All else of a matter comes from the file of matters. An absent field stays. */
export const changedMatter = z
  .strictObject({ cap: capAmount.nullable().optional(), phones: phoneList.optional() })
  .refine(
    ({ cap, phones }) => cap !== undefined || phones !== undefined,
    'Give the cap, or null to remove it, or the telephone numbers.',
  );
export type ChangedMatter = z.infer<typeof changedMatter>;

/** The result of an upload, or of a dry run. */
export const uploadResult = z
  .object({
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    matters: z.int(),
    notices: z
      .array(z.string())
      .optional()
      .meta({ description: 'What to look at, in sentences; absent if there is nothing.' }),
  })
  .meta({ id: 'UploadResult' });
export type UploadResult = z.infer<typeof uploadResult>;

const header = text({ max: 1000, form: 'any' });
/** Header by field; '' leaves the column out. Several columns: `company | first + last`. */
export const columnMapping = z.strictObject({
  number: header.optional(),
  description: header.optional(),
  client: header.optional(),
  attorney: header.optional(),
  status: header.optional(),
  opened: header.optional(),
  phones: header.optional(),
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
    call: 'GET /matters',
    may: 'matters:read',
    summary: 'Matters of the own firm, searched and paged',
    query: z.strictObject({
      page: page.optional(),
      itemsPerPage: itemsPerPage.optional(),
      search,
      status: z.enum(matterStatuses, `Must be ${matterStatuses.join(', ')}.`).optional(),
      attorney: id.optional(),
    }),
    replies: { 200: listReply(matter).meta({ id: 'MatterList' }) },
    produces: ['text/csv'],
  },
  updateMatter: {
    call: 'PUT /matters/{id}',
    may: 'matters:write',
    summary: 'Set or remove the cap of a matter, or replace its telephone numbers',
    params: z.strictObject({ id }),
    body: changedMatter,
    replies: { 200: dataReply(matter).meta({ id: 'MatterReply' }) },
  },
  upload: {
    call: 'POST /upload',
    may: 'matters:import',
    summary: 'Import a file of matters, all of it or nothing',
    body: uploadBody,
    replies: { 200: z.object({ data: uploadResult }).meta({ id: 'UploadReply' }) },
    errors: ['rows_refused', 'conflict'],
    bodyLimit: uploadLimits.bodyBytes,
  },
});

/** Forty sheets of 24 labels. */
export const maxLabels = 960;

export const matterLabelEndpoints = defineEndpoints({
  getMatterLabels: {
    call: 'GET /matter-labels',
    may: 'matters:read',
    summary:
      'Labels for file covers as a PDF, 24 a sheet: the QR code opens the matter with the timer ' +
      'ready; PDF without `Accept`, JSON where `Accept` asks for it',
    query: z.strictObject({
      search,
      status: z.enum(matterStatuses, `Must be ${matterStatuses.join(', ')}.`).optional(),
      matter: id.optional(),
    }),
    replies: {
      200: dataReply(z.object({ fileContent: z.string(), fileName: z.string() })).meta({
        id: 'MatterLabels',
      }),
    },
    produces: ['application/pdf'],
  },
});
