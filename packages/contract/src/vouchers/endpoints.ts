import { z } from 'zod';
import { dataReply, id, listReply, text } from '../core/fields.ts';
import { defineEndpoints } from '../core/endpoint.ts';
import { reason } from '../entries/endpoints.ts';
import { voucherKinds, voucherLimits, voucherTypes } from './rules.ts';

const named = z.object({ _id: z.string(), name: z.string() });

/** The file of an invoice or receipt, as a record is linked with it. */
export const voucher = z
  .object({
    _id: z.string(),
    kind: z.enum(voucherKinds).meta({ description: 'Told by the content of the file.' }),
    bytes: z.int(),
    pages: z.int().nullable().meta({ description: 'Of a PDF; those that the entry shows.' }),
    shownPages: z.string().nullable().meta({
      description: 'The pages of the PDF that the entry shows, such as 2-3,5; null for all.',
    }),
    isOfAccount: z.boolean().meta({
      description: 'Whether the account of the entry brings it, by the pages that its line names.',
    }),
    sha256: z.string().meta({ description: 'Of what is stored, also where a part is shown.' }),
    receivedSha256: z.string().meta({
      description: 'Of the file as it came: a photo is stored without its metadata.',
    }),
    name: z.string(),
    addedBy: named,
    addedAt: z.string(),
    withdrawn: z.object({ reason: z.string(), by: named, at: z.string() }).nullable(),
  })
  .meta({ id: 'Voucher' });
export type Voucher = z.infer<typeof voucher>;

const params = z.strictObject({ id });
const withVoucher = z.strictObject({ id, voucherId: id });
const one = dataReply(voucher).meta({ id: 'VoucherReply' });
const many = listReply(voucher).meta({ id: 'VoucherList' });
const removed = z.object({}).meta({ id: 'RemovedVoucherReply' });

/** Fields of calls that take a voucher: its file, or as JSON the id of a visible one. */
const added = {
  params,
  query: z.strictObject({
    fileName: text({ max: 200 }).optional().meta({ description: 'Its name in the list.' }),
  }),
  body: z.strictObject({ voucher: id }),
  takes: voucherTypes,
  bodyLimit: voucherLimits.bytes,
  replies: { 200: one, 201: one },
} as const;

export const voucherEndpoints = defineEndpoints({
  listEntryVouchers: {
    call: 'GET /entries/{id}/vouchers',
    may: 'vouchers:read',
    summary: 'The vouchers of an entry; withdrawn ones for the firm admin and auditors alone',
    params,
    replies: { 200: many },
  },
  addEntryVoucher: {
    call: 'POST /entries/{id}/vouchers',
    may: 'vouchers:write',
    summary:
      'Add a voucher to an entry: the file itself, told by its content, or as JSON the id of ' +
      'one that the caller may see; the same again answers 200',
    ...added,
  },
  removeEntryVoucher: {
    call: 'DELETE /entries/{id}/vouchers/{voucherId}',
    may: 'vouchers:write',
    summary: 'Remove a voucher from an entry that no closing export holds',
    params: withVoucher,
    replies: { 200: removed },
    errors: ['entry_is_locked', 'part_of_account'],
  },
  withdrawEntryVoucher: {
    call: 'PUT /entries/{id}/vouchers/{voucherId}',
    may: 'vouchers:write',
    summary: 'Withdraw a voucher from an entry that a closing export holds, for a reason',
    params: withVoucher,
    body: z.strictObject({ withdrawn: reason }),
    replies: { 200: one },
    errors: ['conflict', 'part_of_account'],
  },
  getVoucher: {
    call: 'GET /vouchers/{id}',
    may: 'vouchers:read',
    outlivesClient: true,
    summary:
      'The file of a voucher, or those pages of it that an entry shows; without `entry` the ' +
      'whole file to those who may see it',
    params,
    query: z.strictObject({ entry: id.optional() }),
    replies: { 200: z.object({}).meta({ id: 'VoucherFile' }) },
    produces: ['image/jpeg', 'image/png', 'application/pdf'],
  },
});

/**
 * The vouchers of suppliers' accounts. A line shows the pages that it names, which are numbered
 * through the files in the order of their adding (product-3.md, section 4).
 */
export const accountVoucherEndpoints = defineEndpoints({
  listAccountVouchers: {
    call: 'GET /supplier-accounts/{id}/vouchers',
    may: 'suppliers:read',
    summary: 'The vouchers of an account, also withdrawn ones',
    params,
    replies: { 200: many },
  },
  addAccountVoucher: {
    call: 'POST /supplier-accounts/{id}/vouchers',
    may: 'suppliers:write',
    summary:
      'Add a voucher to an account, as to an entry; entries of its lines show the pages that ' +
      'these name',
    ...added,
  },
  removeAccountVoucher: {
    call: 'DELETE /supplier-accounts/{id}/vouchers/{voucherId}',
    may: 'suppliers:write',
    summary: 'Remove a voucher from an account while nothing of it is locked',
    params: withVoucher,
    replies: { 200: removed },
    errors: ['entry_is_locked'],
  },
  withdrawAccountVoucher: {
    call: 'PUT /supplier-accounts/{id}/vouchers/{voucherId}',
    may: 'suppliers:write',
    summary: 'Withdraw a voucher from an account of which something is locked, for a reason',
    params: withVoucher,
    body: z.strictObject({ withdrawn: reason }),
    replies: { 200: one },
    errors: ['conflict'],
  },
});
