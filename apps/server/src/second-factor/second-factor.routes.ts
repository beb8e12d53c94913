import { secondFactorEndpoints } from '@recoup/contract/second-factor/endpoints';
import type { FastifyInstance } from 'fastify';
import type { AfterResponse } from '../platform/http/after-response.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import type { SmsSender } from '../sms/sms.service.ts';
import { confirmFactor, createFactor } from './enrolment.ts';
import type { FactorTools } from './logon-factors.ts';
import { resetFactors } from './reset-factors.ts';
import { deleteFactor, listOwnFactors, renewRecoveryCodes } from './second-factor.service.ts';

type FactorOptions = { factors: FactorTools; sms: SmsSender; background: AfterResponse };

/** The sign-in with a second factor is a route of the room `account`. */
export function secondFactorRoutes(
  app: FastifyInstance,
  auth: AuthContext,
  { factors: tools, sms, background }: FactorOptions,
): void {
  const { logonWithFactor: _, ...endpoints } = secondFactorEndpoints;
  registerEndpoints(app, auth, endpoints, {
    listFactors: async (_args, { db, actor }) => {
      const { data, recoveryCodesLeft } = await listOwnFactors(db, actor.userId);
      const { isRequired } = actor.secondFactor;
      const arePasskeysPossible = tools.party !== undefined;
      return { data, count: data.length, recoveryCodesLeft, isRequired, arePasskeysPossible };
    },
    createFactor: async ({ body }, { db, ...by }) => ({
      data: await createFactor(db, by, { ...body, tools }),
    }),
    confirmFactor: async ({ params: { id }, body: proof }, { db, ...by }) => ({
      data: await confirmFactor(db, by, { id, proof, tools }),
    }),
    deleteFactor: async ({ params: { id }, body }, { db, ...by }) => {
      await deleteFactor(db, by, { id, password: body?.password });
      return {};
    },
    renewRecoveryCodes: async ({ body }, { db, ...by }) => ({
      data: { recoveryCodes: await renewRecoveryCodes(db, by, body.password) },
    }),
    resetFactors: async ({ params: { id }, body }, { db, reply, ...by }) => {
      const message = await resetFactors(db, by, { id, password: body?.password });
      const { address, now, log } = by;
      background.afterReply(reply.raw, async () => sms.send({ ...message, address, now, log }));
      return {};
    },
  });
}
