import { feeChangeEndpoints } from '@recoup/contract/fee-changes/endpoints';
import type { FastifyInstance } from 'fastify';
import { requireFirmScope } from '../platform/core/actor.ts';
import { createLimiter, oneTurnPerFirm } from '../platform/core/limiter.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { preview } from '../platform/http/replies/replies.ts';
import { runLimited } from '../platform/http/run-limited.ts';
import { listFeeChanges } from './fee-changes.repository.ts';
import { createFeeChange, previewFeeChange } from './fee-changes.service.ts';
import { undoFeeChange } from './undo-fee-change.service.ts';

/** Each change uses a database connection; the rest of the pool is for other requests. */
const limits = { ...oneTurnPerFirm, name: 'rate-changes', concurrency: 2 };

export function feeChangeRoutes(app: FastifyInstance, auth: AuthContext): void {
  const limiter = createLimiter(limits);
  registerEndpoints(app, { ...auth, bodyLimiter: limiter }, feeChangeEndpoints, {
    createRateChange: async ({ body }, context) => {
      const { db, actor, now } = context;
      if (!body.dryRun) return { data: await createFeeChange(db, context, body) };
      const input = { ...body, now };
      return preview({ data: await previewFeeChange(db, requireFirmScope(actor), input) });
    },
    listRateChanges: async ({ query }, { db, actor }) =>
      listFeeChanges(db, requireFirmScope(actor), query),
    undoRateChange: async ({ params }, context) => ({
      data: await runLimited(limiter, context, async () =>
        undoFeeChange(context.db, context, params.id),
      ),
    }),
  });
}
