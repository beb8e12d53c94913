import { role } from '@recoup/contract/core/access';
import { sessionEndpoints } from '@recoup/contract/account/session-endpoints';
import { bulkCallFeeEndpoints } from '@recoup/contract/users/bulk-call-fees-endpoints';
import {
  firstSignInEndpoints,
  recordingForEndpoints,
  userEndpoints,
} from '@recoup/contract/users/endpoints';
import { profileEndpoints } from '@recoup/contract/users/profile-endpoints';
import type { FastifyInstance } from 'fastify';
import { resolveFirmScope } from '../platform/core/actor.ts';
import { AppError, assertIdMatchesPath } from '../platform/core/app-error.ts';
import type { AfterResponse } from '../platform/http/after-response.ts';
import type { Context } from '../platform/http/endpoint-handlers.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import type { SmsSender } from '../sms/sms.service.ts';
import { applyCallFees } from './bulk-call-fees.ts';
import { getPricesOfAttorney } from './recording-rights.ts';
import { endUserSessions, manages, unlinkUser } from './managed-users.service.ts';
import { renewFirstSignIn } from './registration/first-sign-in.ts';
import { registerAttorney } from './registration/register-attorney.ts';
import { registerFirmAdmin } from './registration/register-firm-admin.ts';
import type { SavedUser } from './update-profile.ts';
import { listUsers } from './users.repository.ts';
import {
  getCurrentUser,
  getUser,
  updateOwnProfile,
  updateUser,
  visibleTo,
} from './users.service.ts';

type UserOptions = { publicUrl: string; sms: SmsSender; background: AfterResponse };

export function userRoutes(app: FastifyInstance, auth: AuthContext, options: UserOptions): void {
  const { publicUrl } = options;
  registerEndpoints(app, auth, userEndpoints, {
    getMe: async (_, { db, actor, now }) => ({
      ...(await getCurrentUser(db, { actor, now })),
      isHeld: await auth.isHeld(),
    }),
    listUsers: async ({ query }, { db, actor }) => {
      const { data, count } = await listUsers(db, resolveFirmScope(actor, query.firm), query);
      return { data: data.map((person) => visibleTo(actor, person)), count };
    },
    register: async ({ body: person }, context) => {
      const { db, actor } = context;
      if (!manages(actor, person.role)) throw new AppError('forbidden');
      const firm = resolveFirmScope(actor, person.firm);
      if (person.role !== role.attorneyAdmin)
        return { data: await registerAttorney(db, context, { person, publicUrl }) };
      const saved = await registerFirmAdmin(db, context, { firm, person, publicUrl });
      return sendSms(context, saved, options);
    },
    getUser: async ({ params }, context) => ({
      data: await getUser(context.db, context, params.id),
    }),
    updateUser: async ({ params: { id }, body: change }, context) => {
      assertIdMatchesPath(id, change._id);
      return sendSms(context, await updateUser(context.db, context, { id, change }), options);
    },
  });
  signInRoutes(app, auth, publicUrl);
  registerEndpoints(app, auth, bulkCallFeeEndpoints, {
    applyCallFees: async ({ body }, context) => ({
      data: { attorneys: await applyCallFees(context.db, context, body) },
    }),
  });
  profileRoutes(app, auth);
}

/** Actions of a firm admin on the sign-ins of other users. */
function signInRoutes(app: FastifyInstance, auth: AuthContext, publicUrl: string): void {
  registerEndpoints(app, auth, firstSignInEndpoints, {
    renewFirstSignIn: async ({ params: { id } }, context) =>
      renewFirstSignIn(context.db, context, { id, publicUrl }),
    unlinkUser: async ({ params: { id }, body }, context) => {
      await unlinkUser(context.db, context, { id, password: body?.password });
      return {};
    },
  });
  const { endUserSessions: endpoint } = sessionEndpoints;
  registerEndpoints(
    app,
    auth,
    { endpoint },
    {
      endpoint: async ({ params: { id } }, context) => ({
        data: { ended: await endUserSessions(context.db, context, id) },
      }),
    },
  );
}

function profileRoutes(app: FastifyInstance, auth: AuthContext): void {
  registerEndpoints(app, auth, recordingForEndpoints, {
    getRecordingFor: async ({ params: { id } }, context) => ({
      data: await getPricesOfAttorney(context.db, context, id),
    }),
  });

  registerEndpoints(app, auth, profileEndpoints, {
    updateMe: async ({ body }, context) => ({
      data: {
        ...(await updateOwnProfile(context.db, context, body)),
        isHeld: await auth.isHeld(),
      },
    }),
  });
}

/** The SMS leaves after the response. */
function sendSms(
  { reply, address, now, log }: Context,
  { user, sms }: SavedUser,
  options: UserOptions,
): { data: SavedUser['user'] } {
  if (sms !== undefined)
    options.background.afterReply(reply.raw, async () =>
      options.sms.send({ ...sms, address, now, log }),
    );
  return { data: user };
}
