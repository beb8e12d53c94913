import { voucherEndpoints } from '@recoup/contract/vouchers/endpoints';
import type { FastifyInstance } from 'fastify';
import { requireFirmScope } from '../../platform/core/actor.ts';
import { type AuthContext, registerEndpoints } from '../../platform/http/register-endpoints.ts';
import { fileReply, preview } from '../../platform/http/replies/replies.ts';
import { createVoucherLimiter, readVoucher, voucherFile } from '../../vouchers/vouchers.service.ts';
import {
  addEntryVoucher,
  listEntryVouchers,
  removeEntryVoucher,
  sendVoucher,
  withdrawEntryVoucher,
} from './entry-vouchers.service.ts';

export function voucherRoutes(app: FastifyInstance, auth: AuthContext): void {
  const bodyLimiter = createVoucherLimiter();
  registerEndpoints(app, { ...auth, bodyLimiter }, voucherEndpoints, {
    listEntryVouchers: async ({ params }, { db, actor }) => {
      const data = await listEntryVouchers(db, actor, params.id);
      return { data, count: data.length };
    },
    addEntryVoucher: async ({ params, query, body }, { db, request: { file }, ...by }) => {
      const of = { entryId: params.id, fileName: query.fileName };
      const added = file ? { ...of, file } : { ...of, voucher: body.voucher };
      const { voucher: data, isNew } = await addEntryVoucher(db, by, added);
      return isNew ? { data } : preview({ data });
    },
    removeEntryVoucher: async ({ params: { id, voucherId } }, { db, ...by }) => {
      await removeEntryVoucher(db, by, { entryId: id, voucherId });
      return {};
    },
    withdrawEntryVoucher: async ({ params: { id, voucherId }, body }, { db, ...by }) => ({
      data: await withdrawEntryVoucher(db, by, {
        entryId: id,
        voucherId,
        reason: body.withdrawn,
      }),
    }),
    getVoucher: async ({ params }, { db, ...by }) => {
      const shown = await sendVoucher(db, by, params.id);
      const content = readVoucher(db, requireFirmScope(by.actor), shown.id);
      return fileReply({ ...voucherFile(shown, shown.name), content });
    },
  });
}
