import { Readable } from 'node:stream';
import { voucherEndpoints } from '@recoup/contract/vouchers/endpoints';
import type { FastifyInstance } from 'fastify';
import { requireFirmScope } from '../../platform/core/actor.ts';
import { actorLimiterKey, type Limiter } from '../../platform/core/limiter.ts';
import type { Spool } from '../../platform/http/bodies/body-spool.ts';
import type { Context } from '../../platform/http/endpoint-handlers.ts';
import { type AuthContext, registerEndpoints } from '../../platform/http/register-endpoints.ts';
import { fileReply } from '../../platform/http/replies/replies.ts';
import { type QueuedRequest, runLimited } from '../../platform/http/run-limited.ts';
import { readVoucher, readVoucherPages, voucherFile } from '../../vouchers/vouchers.service.ts';
import { sendVoucher, type ShownVoucher } from './entry-vouchers.service.ts';

export function voucherFileRoutes(
  app: FastifyInstance,
  auth: AuthContext & { bodyLimiter: Limiter },
): void {
  const { getVoucher } = voucherEndpoints;
  const { bodyLimiter: limiter, spool } = auth;
  registerEndpoints(
    app,
    auth,
    { getVoucher },
    {
      getVoucher: async ({ params: { id }, query }, context) => {
        const { db, ...by } = context;
        const shown = await sendVoucher(db, by, { id, entryId: query.entry });
        const content = await shownContent(shown, { context, limiter, spool });
        return fileReply({ ...voucherFile(shown, shown.name), content });
      },
    },
  );
}

type Sending = { context: Context & QueuedRequest; limiter: Limiter; spool: Spool };

/** The whole file, or a PDF of the pages that the entry shows, which waits on the disk. */
async function shownContent(
  { id, kind, shownPages: pages }: ShownVoucher,
  { context, limiter, spool }: Sending,
): Promise<Readable> {
  const { db, actor } = context;
  const firm = requireFirmScope(actor);
  if (kind !== 'pdf' || pages === null) return readVoucher(db, firm, id);
  return runLimited(limiter, context, async () => {
    const part = await readVoucherPages(db, firm, { id, pages });
    const kept = await spool.keep(Readable.from([part]), actorLimiterKey(actor));
    return kept.readAndClose();
  });
}
