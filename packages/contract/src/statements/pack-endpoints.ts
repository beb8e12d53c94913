import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
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
import { packSections, packStates } from './pack-rules.ts';

const named = z.object({ _id: z.string(), name: z.string() });

const part = z
  .object({ name: z.string(), bytes: z.int(), sha256: z.string() })
  .meta({ id: 'TaxationPackPart' });
export type PackPart = z.infer<typeof part>;

/** A pack with which a bill of costs is taxed, as the ledger has it. */
export const taxationPack = z
  .object({
    _id: z.string(),
    matter: named.extend({ number: z.string() }),
    from: z.string().nullable(),
    to: z.string().nullable(),
    masksNumbers: z.boolean(),
    state: z.enum(packStates),
    progress: z.int().meta({ description: 'In per cent.' }),
    reason: z.string().nullable().meta({ description: 'Of a pack that failed.' }),
    items: z.int(),
    pages: z.int().meta({ description: 'Of the bundle of vouchers, with its index.' }),
    sum: randTotal.meta({ description: 'Gross, of all items.' }),
    sha256: z.string().nullable().meta({ description: 'Of the ZIP, once it is ready.' }),
    bytes: z.int().nullable(),
    isKept: z.boolean().meta({
      description:
        'Whether the ZIP can be downloaded: the newest 2 GB of a firm are kept. ' +
        'The same lines give the same bytes again.',
    }),
    parts: z.array(part),
    by: named,
    createdAt: z.string(),
  })
  .meta({ id: 'TaxationPack' });
export type TaxationPack = z.infer<typeof taxationPack>;

const packItem = z
  .object({
    n: z.int().meta({ description: 'Its number in the schedule, from 1.' }),
    entry: z.string(),
    date: z.string(),
    particulars: z.string(),
    amount: z.number().meta({ description: 'Gross, in Rand.' }),
    vouchers: z.int().meta({ description: 'How many files of invoices and receipts it has.' }),
    isVoucherMissing: z.boolean().meta({
      description: 'A disbursement that is charged, without the file of a voucher.',
    }),
  })
  .meta({ id: 'TaxationPackItem' });

const leftOut = z
  .object({
    entry: z.string(),
    date: z.string(),
    particulars: z.string(),
    amount: z.number(),
    why: z.enum(['reversed', 'credited']),
  })
  .meta({ id: 'TaxationPackLeftOut' });

/** The contents of a pack that would be made now. */
export const packPreview = z
  .object({
    items: z.array(packItem),
    leftOut: z.array(leftOut).meta({
      description: 'Lines that others take back, and those others.',
    }),
    pages: z.int(),
    sum: randTotal,
    withoutVoucher: z.int(),
    unlocked: z.int().meta({
      description: 'Lines of these days that no closed export holds, and that are not in the pack.',
    }),
  })
  .meta({ id: 'TaxationPackPreview' });
export type PackPreview = z.infer<typeof packPreview>;

const title = text({ min: 1, max: 30 });
const titles = z.strictObject({
  item: title,
  date: title,
  particulars: title,
  who: title,
  time: title,
  fee: title,
  disbursement: title,
  vat: title,
  voucher: title,
  taxedOff: title,
});
const wrongOrder = `Must have each of ${packSections.join(', ')} once.`;
const order = z
  .array(z.enum(packSections, wrongOrder), wrongOrder)
  .length(packSections.length, wrongOrder)
  .refine((sections) => new Set(sections).size === packSections.length, wrongOrder);

/** Titles of the columns of the schedule, and the order of the parts. */
export const packSettings = z.strictObject({ titles, order }).meta({ id: 'TaxationSettings' });
export type PackSettings = z.infer<typeof packSettings>;

/** Absent fields stay as they are. */
const changedSettings = z
  .strictObject({ titles: titles.partial(), order })
  .partial()
  .meta({ id: 'ChangedTaxationSettings' });
export type ChangedPackSettings = z.infer<typeof changedSettings>;

const settingsReply = dataReply(packSettings).meta({ id: 'TaxationSettingsReply' });

const flag = z.boolean('Must be true or false.').optional();

export const packEndpoints = defineEndpoints({
  createTaxationPack: {
    call: 'POST /matters/{id}/taxation-packs',
    may: 'statements:read',
    summary:
      'Make the pack with which a bill of costs is taxed: the schedule of locked lines, ' +
      'the bundle of vouchers, the calls with their evidence, and a certificate; a job makes it. ' +
      'With `dryRun` only answer what it would hold',
    params: z.strictObject({ id }),
    body: z
      .strictObject({
        from: isoDate.optional(),
        to: isoDate.optional(),
        masksNumbers: flag.meta({
          description: 'Hides the last four digits of the numbers of other parties.',
        }),
        dryRun: flag,
      })
      .refine(isPeriod, backwards),
    replies: {
      200: dataReply(packPreview).meta({ id: 'TaxationPackPreviewReply' }),
      202: dataReply(taxationPack).meta({ id: 'TaxationPackReply' }),
    },
    errors: ['nothing_to_export', 'too_many_lines'],
  },
  listTaxationPacks: {
    call: 'GET /taxation-packs',
    may: 'statements:read',
    summary: 'The ledger of taxation packs, the latest first; also by the hash of a ZIP or a part',
    query: z.strictObject({
      page: page.optional(),
      itemsPerPage: itemsPerPage.optional(),
      matter: id.optional(),
      sha256: sha256.optional(),
    }),
    replies: { 200: listReply(taxationPack).meta({ id: 'TaxationPackList' }) },
  },
  getTaxationPack: {
    call: 'GET /taxation-packs/{id}',
    may: 'statements:read',
    summary: 'One taxation pack, with its progress',
    params: z.strictObject({ id }),
    replies: { 200: dataReply(taxationPack).meta({ id: 'TaxationPackReply' }) },
  },
  getTaxationPackFile: {
    call: 'GET /taxation-packs/{id}/file',
    outlivesClient: true,
    may: 'statements:read',
    summary: 'The ZIP of a taxation pack',
    params: z.strictObject({ id }),
    replies: { 200: z.object({}).meta({ id: 'TaxationPackFile' }) },
    produces: ['application/zip'],
    errors: ['conflict'],
  },
  getTaxationSettings: {
    call: 'GET /taxation-settings',
    may: 'statements:read',
    summary: 'What the columns of the schedule are called, and the order of the parts of a pack',
    replies: { 200: settingsReply },
  },
  saveTaxationSettings: {
    call: 'PUT /taxation-settings',
    may: 'firm-settings:write',
    summary: 'Change the titles of columns, or the order of parts; absent fields stay as they are',
    body: changedSettings,
    replies: { 200: settingsReply },
  },
});
