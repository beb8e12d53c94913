import { accountVoucherEndpoints } from '@recoup/contract/vouchers/endpoints';
import type { FastifyInstance } from 'fastify';
import { requireFirmScope } from '../platform/core/actor.ts';
import type { Limiter } from '../platform/core/limiter.ts';
import { preview } from '../platform/http/replies/replies.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import {
  addAccountVoucher,
  listAccountVouchers,
  removeAccountVoucher,
  withdrawAccountVoucher,
} from './account-vouchers.service.ts';

export function accountVoucherRoutes(
  app: FastifyInstance,
  auth: AuthContext & { bodyLimiter: Limiter },
): void {
  registerEndpoints(app, auth, accountVoucherEndpoints, {
    listAccountVouchers: async ({ params }, { db, actor }) => {
      const data = await listAccountVouchers(db, requireFirmScope(actor), params.id);
      return { data, count: data.length };
    },
    addAccountVoucher: async ({ params, query, body }, { db, request: { file }, ...by }) => {
      const of = { accountId: params.id, fileName: query.fileName };
      const added = file ? { ...of, file } : { ...of, voucher: body.voucher };
      const { voucher: data, isNew } = await addAccountVoucher(db, by, added);
      return isNew ? { data } : preview({ data });
    },
    removeAccountVoucher: async ({ params: { id, voucherId } }, { db, ...by }) => {
      await removeAccountVoucher(db, by, { accountId: id, voucherId });
      return {};
    },
    withdrawAccountVoucher: async ({ params: { id, voucherId }, body }, { db, ...by }) => ({
      data: await withdrawAccountVoucher(db, by, {
        accountId: id,
        voucherId,
        reason: body.withdrawn,
      }),
    }),
  });
}
