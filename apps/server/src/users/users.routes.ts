import { role } from '@recoup/contract/access';
import { callFeeChangeCalls } from '@recoup/contract/call-fee-changes';
import { firstSignInCalls } from '@recoup/contract/first-sign-in';
import { userCalls } from '@recoup/contract/users';
import type { FastifyInstance } from 'fastify';
import { scopeFor } from '../platform/actor.ts';
import { AppError, requireIdOfAddress } from '../platform/errors.ts';
import { type Gate, mount } from '../platform/mount.ts';
import { applyCallFees } from './fee-changes.ts';
import { renewFirstSignIn } from './first-sign-in.ts';
import { registerAttorney, registerFirmAdmin } from './registration.ts';
import { listUsers } from './users.repository.ts';
import { getUser, shownTo, updateUser } from './users.service.ts';

export function userRoutes(app: FastifyInstance, gate: Gate, options: { publicUrl: string }): void {
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
      return { data: await registerFirmAdmin(db, context, { firm, person: body, publicUrl: options.publicUrl }) };
    },
    getUser: async ({ params }, { db, actor }) => ({ data: await getUser(db, actor, params.id) }),
    updateUser: async ({ params, body }, context) => {
      requireIdOfAddress(params.id, body._id);
      return { data: await updateUser(context.db, context, { id: params.id, change: body }) };
    },
  });
  mount(app, gate, firstSignInCalls, {
    renewFirstSignIn: async ({ params }, context) => renewFirstSignIn(context.db, context, { id: params.id, publicUrl: options.publicUrl }),
  });
  mount(app, gate, callFeeChangeCalls, {
    applyCallFees: async ({ body }, context) => ({ data: { attorneys: await applyCallFees(context.db, context, body) } }),
  });
}
