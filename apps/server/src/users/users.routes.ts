import { role } from '@recoup/contract/core/access';
import { bulkCallFeeEndpoints } from '@recoup/contract/users/bulk-call-fees-endpoints';
import { firstSignInEndpoints } from '@recoup/contract/users/first-sign-in-endpoints';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import type { FastifyInstance } from 'fastify';
import { resolveFirmScope } from '../platform/core/actor.ts';
import type { AfterResponse } from '../platform/http/after-response.ts';
import { AppError, assertIdMatchesPath } from '../platform/core/app-error.ts';
import {
  type Context,
  type AuthContext,
  registerEndpoints,
} from '../platform/http/register-endpoints.ts';
import type { SmsSender } from '../sms/sms.service.ts';
import { applyCallFees } from './bulk-call-fees.ts';
import { renewFirstSignIn } from './registration/first-sign-in.ts';
import type { SavedUser } from './update-profile.ts';
import { registerAttorney, registerFirmAdmin } from './registration/registration.ts';
import { listUsers } from './users.repository.ts';
import { getCurrentUser, getUser, visibleTo, updateUser } from './users.service.ts';

type UserOptions = { publicUrl: string; sms: SmsSender; background: AfterResponse };

export function userRoutes(app: FastifyInstance, gate: AuthContext, options: UserOptions): void {
  /** The SMS leaves after the answer. */
  const told = ({ reply, address, now, log }: Context, { user, sms }: SavedUser) => {
    if (sms !== undefined)
      options.background.afterReply(reply.raw, async () =>
        options.sms.send({ ...sms, address, now, log }),
      );
    return { data: user };
  };
  registerEndpoints(app, gate, userEndpoints, {
    getMe: async (_, { db, actor }) => getCurrentUser(db, actor.userId),
    listUsers: async ({ query }, { db, actor }) => {
      const { data, count } = await listUsers(db, resolveFirmScope(actor, query.firm), query);
      return { data: data.map((person) => visibleTo(actor, person)), count };
    },
    register: async ({ body }, context) => {
      const { db, actor } = context;
      // Each role adds the one below it.
      if ((body.role === role.attorneyAdmin) !== (actor.role === role.systemAdmin))
        throw new AppError('forbidden');
      const firm = resolveFirmScope(actor, body.firm);
      if (body.role === role.attorney)
        return {
          data: await registerAttorney(db, context, { person: body, publicUrl: options.publicUrl }),
        };
      return told(
        context,
        await registerFirmAdmin(db, context, { firm, person: body, publicUrl: options.publicUrl }),
      );
    },
    getUser: async ({ params }, { db, actor }) => ({ data: await getUser(db, actor, params.id) }),
    updateUser: async ({ params, body }, context) => {
      assertIdMatchesPath(params.id, body._id);
      return told(context, await updateUser(context.db, context, { id: params.id, change: body }));
    },
  });
  registerEndpoints(app, gate, firstSignInEndpoints, {
    renewFirstSignIn: async ({ params }, context) =>
      renewFirstSignIn(context.db, context, { id: params.id, publicUrl: options.publicUrl }),
  });
  registerEndpoints(app, gate, bulkCallFeeEndpoints, {
    applyCallFees: async ({ body }, context) => ({
      data: { attorneys: await applyCallFees(context.db, context, body) },
    }),
  });
}
