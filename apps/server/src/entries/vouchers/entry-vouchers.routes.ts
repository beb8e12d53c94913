import { Readable } from 'node:stream';
import { voucherEndpoints } from '@recoup/contract/vouchers/endpoints';
import type { FastifyInstance } from 'fastify';
import { requireFirmScope } from '../../platform/core/actor.ts';
import { actorLimiterKey, type Limiter } from '../../platform/core/limiter.ts';
import type { Spool } from '../../platform/http/bodies/body-spool.ts';
import type { Context } from '../../platform/http/endpoint-handlers.ts';
import { type AuthContext, registerEndpoints } from '../../platform/http/register-endpoints.ts';
import { fileReply, preview } from '../../platform/http/replies/replies.ts';
import { type QueuedRequest, runLimited } from '../../platform/http/run-limited.ts';
import { readVoucher, readVoucherPages, voucherFile } from '../../vouchers/vouchers.service.ts';
import {
  addEntryVoucher,
  listEntryVouchers,
  removeEntryVoucher,
  sendVoucher,
  type ShownVoucher,
  withdrawEntryVoucher,
} from './entry-vouchers.service.ts';

export function voucherRoutes(
  app: FastifyInstance,
  auth: AuthContext & { bodyLimiter: Limiter },
): void {
  const { bodyLimiter: limiter, spool } = auth;
  registerEndpoints(app, auth, voucherEndpoints, {
    listEntryVouchers: async ({ params }, { db, actor }) => {
      const data = await listEntryVouchers(db, actor, params.id);
      return { data, count: data.length };
    },
    addEntryVoucher: async ({ params, query, body }, { db, request: { file }, ...by }) => {
      const of = { entryId: params.id, fileName: query.fileName };
      const added = file ? { ...of, file } : { ...of, voucher: body.voucher };
      const { voucher: data, isNew } = await addEntryVoucher(db, by, added);
      return isNew ? { data } : preview({ data });
    },
    removeEntryVoucher: async ({ params: { id, voucherId } }, { db, ...by }) => {
      await removeEntryVoucher(db, by, { entryId: id, voucherId });
      return {};
    },
    withdrawEntryVoucher: async ({ params: { id, voucherId }, body }, { db, ...by }) => ({
      data: await withdrawEntryVoucher(db, by, {
        entryId: id,
        voucherId,
        reason: body.withdrawn,
      }),
    }),
    getVoucher: async ({ params: { id }, query }, context) => {
      const { db, ...by } = context;
      const shown = await sendVoucher(db, by, { id, entryId: query.entry });
      const content = await shownContent(shown, { context, limiter, spool });
      return fileReply({ ...voucherFile(shown, shown.name), content });
    },
  });
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
