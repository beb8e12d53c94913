import { role } from '@recoup/contract/access';
import { callFeeChangeCalls } from '@recoup/contract/call-fee-changes';
import { firstSignInCalls } from '@recoup/contract/first-sign-in';
import { userCalls } from '@recoup/contract/users';
import type { FastifyInstance } from 'fastify';
import { scopeFor } from '../platform/actor.ts';
import type { Background } from '../platform/background.ts';
import { AppError, requireIdOfAddress } from '../platform/errors.ts';
import { type Context, type Gate, mount } from '../platform/mount.ts';
import type { SmsSender } from '../platform/sms-sender.ts';
import { applyCallFees } from './fee-changes.ts';
import { renewFirstSignIn } from './first-sign-in.ts';
import type { SavedUser } from './personal-fields.ts';
import { registerAttorney, registerFirmAdmin } from './registration.ts';
import { listUsers } from './users.repository.ts';
import { getUser, shownTo, updateUser } from './users.service.ts';

type UserOptions = { readonly publicUrl: string; readonly sms: SmsSender; readonly background: Background };

export function userRoutes(app: FastifyInstance, gate: Gate, options: UserOptions): void {
  /** The SMS leaves after the answer. */
  const told = ({ reply, address, now, log }: Context, { user, sms }: SavedUser) => {
    if (sms !== undefined) options.background.afterReply(reply.raw, async () => options.sms.send({ ...sms, address, now, log }));
    return { data: user };
  };
  mount(app, gate, userCalls, {
    listUsers: async ({ query }, { db, actor }) => {
      const { data, count } = await listUsers(db, scopeFor(actor, query.firm), query);
      return { data: data.map((person) => shownTo(actor, person)), count };
    },
    register: async ({ body }, context) => {
      const { db, actor } = context;
      // Each role adds the one below it.
      if ((body.role === role.attorneyAdmin) !== (actor.role === role.systemAdmin)) throw new AppError('forbidden');
      const firm = scopeFor(actor, body.firm);
      if (body.role === role.attorney) return { data: await registerAttorney(db, context, { person: body, publicUrl: options.publicUrl }) };
      return told(context, await registerFirmAdmin(db, context, { firm, person: body, publicUrl: options.publicUrl }));
    },
    getUser: async ({ params }, { db, actor }) => ({ data: await getUser(db, actor, params.id) }),
    updateUser: async ({ params, body }, context) => {
      requireIdOfAddress(params.id, body._id);
      return told(context, await updateUser(context.db, context, { id: params.id, change: body }));
    },
  });
  mount(app, gate, firstSignInCalls, {
    renewFirstSignIn: async ({ params }, context) => renewFirstSignIn(context.db, context, { id: params.id, publicUrl: options.publicUrl }),
  });
  mount(app, gate, callFeeChangeCalls, {
    applyCallFees: async ({ body }, context) => ({ data: { attorneys: await applyCallFees(context.db, context, body) } }),
  });
}
