import { entryCorrectionEndpoints } from '@recoup/contract/entries/entry-corrections';
import type { FastifyInstance } from 'fastify';
import { createLimiter, oneTurnPerFirm } from '../../platform/core/limiter.ts';
import { type AuthContext, registerEndpoints } from '../../platform/http/register-endpoints.ts';
import { preview } from '../../platform/http/replies/replies.ts';
import { runLimited } from '../../platform/http/run-limited.ts';
import {
  createEntryCorrection,
  type OtherRooms,
  previewEntryCorrection,
} from './bulk-corrections.service.ts';
import { undoEntryCorrection } from './undo-correction.service.ts';

/** Each correction uses a database connection, also while it waits for a closing. */
const limits = { ...oneTurnPerFirm, name: 'entry-corrections', concurrency: 2 };

export function bulkCorrectionRoutes(
  app: FastifyInstance,
  auth: AuthContext,
  others: OtherRooms,
): void {
  const limiter = createLimiter(limits);
  registerEndpoints(app, auth, entryCorrectionEndpoints, {
    createEntryCorrection: async ({ body }, context) =>
      runLimited(limiter, context, async () => {
        const { db } = context;
        return body.dryRun
          ? preview({ data: await previewEntryCorrection(db, context, body) })
          : { data: await createEntryCorrection(db, context, { ...body, ...others }) };
      }),
    undoEntryCorrection: async ({ params }, context) => ({
      data: await runLimited(limiter, context, async () =>
        undoEntryCorrection(context.db, context, { ...params, ...others }),
      ),
    }),
  });
}
