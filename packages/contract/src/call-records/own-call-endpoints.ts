import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { rejectedRow } from '../core/errors.ts';
import { dataReply, id, itemsPerPage, listReply, page } from '../core/fields.ts';
import { textEncodings } from '../core/text-decoding.ts';
import { texts } from '../core/texts.ts';
import { callMapping } from './mapping.ts';

/** Bounds of a file of an own cell phone: the log of some years. */
export const ownCallLimits = { characters: 20_000_000, calls: 100_000, callsOfDay: 500 } as const;

/** Kinds of a file of an own cell phone: the log of an Android, or the bill of an operator. */
export const ownCallFiles = ['log', 'bill'] as const;
export type OwnCallFile = (typeof ownCallFiles)[number];

const counts = {
  taken: z.int().meta({ description: 'Calls with a number of a matter that were not known.' }),
  repeated: z.int().meta({ description: 'Calls that are known by any road.' }),
  others: z.int().meta({
    description: 'Calls without a number of a matter, and of private numbers: never stored.',
  }),
  doubtful: z.int().meta({
    description: 'Of the taken: calls that may be one that is known or was recorded by hand.',
  }),
};

/** `_id`: null for a preview. */
export const ownCallImport = z
  .object({ _id: z.string().nullable(), ...counts })
  .meta({ id: 'OwnCallImport' });
export type OwnCallImport = z.infer<typeof ownCallImport>;

/** An import in the history of an attorney, which names no file. `isLast`: it can be undone. */
const ownCallRun = ownCallImport
  .extend({
    _id: z.string(),
    file: z.enum(ownCallFiles),
    sha256: z.string().meta({ description: 'Of the file, as hex.' }),
    createdAt: z.string(),
    undoneAt: z.string().nullable(),
    isLast: z.boolean(),
  })
  .meta({ id: 'OwnCallRun' });
export type OwnCallRun = z.infer<typeof ownCallRun>;

/** `fault`: why no calls can be read from the columns, until the user corrects the mapping. */
export const ownCallPreview = ownCallImport
  .extend({
    file: z.enum(ownCallFiles),
    fault: z.string().nullable(),
    columns: z.array(z.string()),
    mapping: callMapping,
    isOrderOpen: z.boolean().meta({
      description: 'Whether days are written so that their order can be chosen: `dateOrder`.',
    }),
    refused: z.int(),
    refusedRows: z.array(rejectedRow),
  })
  .meta({ id: 'OwnCallPreview' });
export type OwnCallPreview = z.infer<typeof ownCallPreview>;

export const ownCallEndpoints = defineEndpoints({
  listOwnCallImports: {
    call: 'GET /own-call-imports',
    may: 'call-records:import-own',
    summary: 'Files of the own cell phone that were taken, the latest first',
    query: z.strictObject({ page: page.optional(), itemsPerPage: itemsPerPage.optional() }),
    replies: { 200: listReply(ownCallRun).meta({ id: 'OwnCallRunList' }) },
  },
  createOwnCallImport: {
    call: 'POST /own-call-imports',
    takesMinutes: true,
    may: 'call-records:import-own',
    summary:
      'Take the calls of the own cell phone that have a number of a matter, from the log of an ' +
      'Android (XML) or the itemised bill of an operator (CSV); other calls are only counted',
    body: z.strictObject({
      fileStream: z
        .string(texts.selectFile)
        .min(1, texts.selectFile)
        .max(
          ownCallLimits.characters,
          'The file is too large: at most 20 000 000 characters are read. ' +
            'Hand in a shorter period.',
        ),
      mapping: callMapping.optional(),
      encoding: z
        .enum(textEncodings, 'Must be an encoding of texts.')
        .optional()
        .meta({
          description:
            'Of the file from which the text was read, with its byte order mark: its SHA-256 is ' +
            'kept. UTF-8 if absent.',
        }),
      dryRun: z.boolean('Must be true or false.').optional(),
    }),
    bodyLimit: 64_000_000,
    replies: {
      200: dataReply(ownCallPreview).meta({ id: 'OwnCallPreviewReply' }),
      201: dataReply(ownCallImport).meta({ id: 'OwnCallImportReply' }),
    },
    errors: ['rows_refused', 'conflict'],
  },
  undoOwnCallImport: {
    call: 'DELETE /own-call-imports/{id}',
    takesMinutes: true,
    may: 'call-records:import-own',
    summary: 'Undo the last import of own calls: the calls that it added go',
    params: z.strictObject({ id }),
    replies: { 200: dataReply(ownCallImport).meta({ id: 'UndoneOwnCallImportReply' }) },
    errors: ['conflict'],
  },
});
