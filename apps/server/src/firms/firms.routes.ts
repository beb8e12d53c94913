import { firmEndpoints } from '@recoup/contract/firms/endpoints';
import { firmSettingsEndpoints } from '@recoup/contract/firms/firm-settings-endpoints';
import type { FastifyInstance } from 'fastify';
import { requireFirmScope, resolveFirmScope } from '../platform/core/actor.ts';
import { assertIdMatchesPath } from '../platform/core/app-error.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { createLimiter, oneTurnPerFirm } from '../platform/core/limiter.ts';
import { listFirms } from './firms.repository.ts';
import {
  saveFirmSettings,
  createFirm,
  getFirm,
  getFirmSettings,
  type SettingsTools,
  visibleTo,
  updateFirm,
} from './firms.service.ts';

/** The server encodes one logo at a time. */
const limits = { ...oneTurnPerFirm, name: 'changes of firms', concurrency: 1, maxWaitMs: 20_000 };

export function firmRoutes(app: FastifyInstance, auth: AuthContext, tools: SettingsTools): void {
  registerEndpoints(app, { ...auth, bodyLimiter: createLimiter(limits) }, firmEndpoints, {
    listFirms: async ({ query }, { db, actor }) => {
      const { data, count } = await listFirms(db, actor.scope, query);
      return { data: data.map((firm) => visibleTo(actor, firm)), count };
    },
    getFirm: async ({ params }, { db, actor }) => ({
      data: visibleTo(actor, await getFirm(db, resolveFirmScope(actor, params.id))),
    }),
    createFirm: async ({ body }, context) => ({
      data: await createFirm(context.db, context, body),
    }),
    updateFirm: async ({ params, body }, context) => {
      assertIdMatchesPath(params.id, body._id);
      const firm = resolveFirmScope(context.actor, params.id);
      return { data: await updateFirm(context.db, context, { firm, change: body }) };
    },
  });
  registerEndpoints(app, auth, firmSettingsEndpoints, {
    getFirmSettings: async (_, { db, actor }) => ({
      data: await getFirmSettings(db, requireFirmScope(actor)),
    }),
    saveFirmSettings: async ({ body }, context) => ({
      data: await saveFirmSettings(context.db, context, { change: body, tools }),
    }),
  });
}
