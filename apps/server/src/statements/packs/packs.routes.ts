import { packEndpoints } from '@recoup/contract/statements/pack-endpoints';
import type { FastifyInstance } from 'fastify';
import { requireFirmScope } from '../../platform/core/actor.ts';
import { createLimiter, oneTurnPerFirm } from '../../platform/core/limiter.ts';
import { type AuthContext, registerEndpoints } from '../../platform/http/register-endpoints.ts';
import { fileReply, preview } from '../../platform/http/replies/replies.ts';
import { runLimited } from '../../platform/http/run-limited.ts';
import { packFileName } from '../statement-texts.ts';
import { findPackSettings, listPacks } from './packs.repository.ts';
import { createPack, getPack, previewPack, savePackSettings, sendPack } from './packs.service.ts';

/** Each reads thousands of lines; the files are made by a job. */
const limits = { ...oneTurnPerFirm, name: 'taxation packs', concurrency: 2 };

export function packRoutes(app: FastifyInstance, auth: AuthContext): void {
  const limiter = createLimiter(limits);
  registerEndpoints(app, auth, packEndpoints, {
    createTaxationPack: async ({ params, body: { dryRun = false, ...body } }, context) =>
      runLimited(limiter, context, async () => {
        const { db, actor } = context;
        const requested = { ...body, matterId: params.id };
        if (!dryRun) return { data: await createPack(db, context, requested) };
        return preview({ data: await previewPack(db, requireFirmScope(actor), requested) });
      }),
    listTaxationPacks: async ({ query }, { db, actor }) =>
      listPacks(db, requireFirmScope(actor), query),
    getTaxationPack: async ({ params }, { db, actor }) => ({
      data: await getPack(db, requireFirmScope(actor), params.id),
    }),
    getTaxationPackFile: async ({ params }, context) => {
      const { content, pack } = await sendPack(context.db, context, params.id);
      return fileReply({ type: 'application/zip', fileName: packFileName(pack), content });
    },
    getTaxationSettings: async (_, { db, actor }) => ({
      data: await findPackSettings(db, requireFirmScope(actor)),
    }),
    saveTaxationSettings: async ({ body }, context) => ({
      data: await savePackSettings(context.db, context, body),
    }),
  });
}
