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
    pages: z.int().nullable().meta({ description: 'Of a PDF.' }),
    sha256: z.string().meta({ description: 'Of what is stored and downloaded.' }),
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
const ofEntry = z.strictObject({ id, voucherId: id });
const one = dataReply(voucher).meta({ id: 'VoucherReply' });

export const voucherEndpoints = defineEndpoints({
  listEntryVouchers: {
    call: 'GET /entries/{id}/vouchers',
    may: 'vouchers:read',
    summary: 'The vouchers of an entry; withdrawn ones for the firm admin and auditors alone',
    params,
    replies: { 200: listReply(voucher).meta({ id: 'VoucherList' }) },
  },
  addEntryVoucher: {
    call: 'POST /entries/{id}/vouchers',
    may: 'vouchers:write',
    summary:
      'Add a voucher to an entry: the file itself, told by its content, or as JSON the id of ' +
      'one that the caller may see; the same again answers 200',
    params,
    query: z.strictObject({
      fileName: text({ max: 200 }).optional().meta({ description: 'Its name in the list.' }),
    }),
    body: z.strictObject({ voucher: id }),
    takes: voucherTypes,
    bodyLimit: voucherLimits.bytes,
    replies: { 200: one, 201: one },
  },
  removeEntryVoucher: {
    call: 'DELETE /entries/{id}/vouchers/{voucherId}',
    may: 'vouchers:write',
    summary: 'Remove a voucher from an entry that no closing export holds',
    params: ofEntry,
    replies: { 200: z.object({}).meta({ id: 'RemovedVoucherReply' }) },
    errors: ['entry_is_locked'],
  },
  withdrawEntryVoucher: {
    call: 'PUT /entries/{id}/vouchers/{voucherId}',
    may: 'vouchers:write',
    summary: 'Withdraw a voucher from an entry that a closing export holds, for a reason',
    params: ofEntry,
    body: z.strictObject({ withdrawn: reason }),
    replies: { 200: one },
    errors: ['conflict'],
  },
  getVoucher: {
    call: 'GET /vouchers/{id}',
    may: 'vouchers:read',
    outlivesClient: true,
    summary: 'The file of a voucher',
    params,
    replies: { 200: z.object({}).meta({ id: 'VoucherFile' }) },
    produces: ['image/jpeg', 'image/png', 'application/pdf'],
  },
});
