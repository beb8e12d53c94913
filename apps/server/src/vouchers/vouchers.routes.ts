import type { EndpointArgs } from '@recoup/contract/core/endpoint';
import { accountVoucherEndpoints, voucherEndpoints } from '@recoup/contract/vouchers/endpoints';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../platform/core/actor.ts';
import type { Limiter } from '../platform/core/limiter.ts';
import type { Context } from '../platform/http/endpoint-handlers.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { preview } from '../platform/http/replies/replies.ts';
import type { VoucherActions } from './voucher-links.service.ts';

type Owners = Readonly<Record<'entries' | 'accounts', VoucherActions>>;

/** The vouchers of all that has some. */
export function voucherLinkRoutes(
  app: FastifyInstance,
  auth: AuthContext & { bodyLimiter: Limiter },
  owners: Owners,
): void {
  registerEndpoints(app, auth, entryLinks, linkHandlers(owners.entries));
  const accountLinks = {
    list: accountVoucherEndpoints.listAccountVouchers,
    add: accountVoucherEndpoints.addAccountVoucher,
    remove: accountVoucherEndpoints.removeAccountVoucher,
    withdraw: accountVoucherEndpoints.withdrawAccountVoucher,
  };
  registerEndpoints(app, auth, accountLinks, linkHandlers(owners.accounts));
}

const entryLinks = {
  list: voucherEndpoints.listEntryVouchers,
  add: voucherEndpoints.addEntryVoucher,
  remove: voucherEndpoints.removeEntryVoucher,
  withdraw: voucherEndpoints.withdrawEntryVoucher,
};

/** The same of each owner. */
type Args<Link extends keyof typeof entryLinks> = EndpointArgs<(typeof entryLinks)[Link]>;
type By = Context & { actor: Actor };

function linkHandlers(of: VoucherActions) {
  return {
    list: async ({ params }: Args<'list'>, { db, actor }: By) => {
      const data = await of.list(db, actor, params.id);
      return { data, count: data.length };
    },
    add: async ({ params, query, body }: Args<'add'>, { db, request: { file }, ...by }: By) => {
      const linked = { ownerId: params.id, fileName: query.fileName };
      const added = file ? { ...linked, file } : { ...linked, voucher: body.voucher };
      const { voucher: data, isNew } = await of.add(db, by, added);
      return isNew ? { data } : preview({ data });
    },
    remove: async ({ params: { id: ownerId, voucherId } }: Args<'remove'>, { db, ...by }: By) => {
      await of.remove(db, by, { ownerId, voucherId });
      return {};
    },
    withdraw: async ({ params, body }: Args<'withdraw'>, { db, ...by }: By) => {
      const { id: ownerId, voucherId } = params;
      const withdrawn = { ownerId, voucherId, reason: body.withdrawn };
      return { data: await of.withdraw(db, by, withdrawn) };
    },
  };
}
