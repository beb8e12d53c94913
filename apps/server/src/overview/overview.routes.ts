import { overviewEndpoints } from '@recoup/contract/overview/endpoints';
import type { FastifyInstance } from 'fastify';
import { requireFirmScope } from '../platform/core/actor.ts';
import { createLimiter, oneTurnPerFirm } from '../platform/core/limiter.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { runLimited } from '../platform/http/run-limited.ts';
import { getOverview } from './overview.service.ts';

/** Each reads all open entries and calls of a firm; the rest of the pool is for other requests. */
const limits = { ...oneTurnPerFirm, name: 'overviews', concurrency: 2, maxEnteredPerGroup: 40 };

export function overviewRoutes(app: FastifyInstance, auth: AuthContext): void {
  const limiter = createLimiter(limits);
  registerEndpoints(app, auth, overviewEndpoints, {
    getOverview: async (_, context) => ({
      data: await runLimited(limiter, context, async () =>
        getOverview(context.db, requireFirmScope(context.actor), context.now),
      ),
    }),
  });
}
