import { callFeeEndpoints, feeAnnexureEndpoints } from '@recoup/contract/call-fees/endpoints';
import { role } from '@recoup/contract/core/access';
import type { FastifyInstance } from 'fastify';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import { type AuditContext, requireFirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';
import { AppError } from '../platform/core/app-error.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { type Annexure, annexureFileName, annexuresFileName } from './annexure/annexure-texts.ts';
import { getAnnexure, getAnnexures } from './annexure/annexure.service.ts';
import { createLimiter, type Limiter, oneTurnPerFirm } from '../platform/core/limiter.ts';
import type { Spool } from '../platform/http/bodies/body-spool.ts';
import { pdfReply } from '../platform/http/replies/pdf-reply.ts';
import type { QueuedRequest } from '../platform/http/run-limited.ts';
import { listCallFeeHistory } from './call-fees.service.ts';

export function annexureRoutes(app: FastifyInstance, auth: AuthContext): void {
  const { spool } = auth;
  const [one, all] = [createAnnexureLimiter('one'), createAnnexureLimiter('all')];
  registerEndpoints(app, auth, feeAnnexureEndpoints, {
    getFeeAnnexure: async ({ params: { id }, query }, context) => {
      const { db, actor, now } = context;
      const firm = requireFirmScope(actor);
      if (actor.role === role.attorney && actor.userId !== id) throw new AppError('not_found');
      const on = query.on ?? southAfricanDay(now);
      return annexureReply(
        context,
        { limiter: one, spool },
        {
          nameOf: annexureFileName,
          read: async () => {
            const annexure = await getAnnexure(db, firm, { attorneyId: id, on });
            return recordSent(context, { on, id }, annexure);
          },
        },
      );
    },
    getFeeAnnexures: async ({ query }, context) => {
      const { db, actor, now } = context;
      const firm = requireFirmScope(actor);
      const on = query.on ?? southAfricanDay(now);
      return annexureReply(
        context,
        { limiter: all, spool },
        {
          nameOf: annexuresFileName,
          read: async (signal) => {
            const annexures = await getAnnexures(db, firm, { on, signal });
            return recordSent(context, { on }, annexures);
          },
        },
      );
    },
  });
}

/** Records one attorney's annexure, or those of all. Returns `sent`. */
async function recordSent(
  context: AuditContext & { db: Db },
  { on, id = null }: { on: string; id?: string | null },
  sent: Annexure,
): Promise<Annexure> {
  const action = id === null ? 'annexures.sent' : 'annexure.sent';
  const rows = sent.attorneys.length;
  await recordAudit(context.db, context, { action, subjectId: id, details: { on }, rows });
  return sent;
}

/** One attorney's annexure does not wait for those of all, which take long and some 200 MB each. */
function createAnnexureLimiter(of: 'one' | 'all'): Limiter {
  return createLimiter({
    name: 'fee annexures',
    concurrency: of === 'one' ? 4 : 2,
    ...oneTurnPerFirm,
  });
}

type File = {
  nameOf: (annexure: Annexure) => string;
  read: (signal: AbortSignal) => Promise<Annexure>;
};

/** PDF, or JSON where `Accept` prefers it. Throws `too_large` for JSON. */
async function annexureReply(
  context: QueuedRequest & { now: Date },
  within: { limiter: Limiter; spool: Spool },
  { nameOf, read }: File,
): ReturnType<typeof pdfReply> {
  return pdfReply(context, within, async (signal) => {
    const annexure = await read(signal);
    // Imported with the first PDF, so that an idle process does not load the writer.
    const { annexurePdf } = await import('./annexure/annexure-pdf.ts');
    return { fileName: nameOf(annexure), content: annexurePdf(annexure, context.now) };
  });
}

export function callFeeRoutes(app: FastifyInstance, auth: AuthContext): void {
  registerEndpoints(app, auth, callFeeEndpoints, {
    listCallFeeHistory: async ({ params, query }, { db, actor }) => {
      const of = { attorneyId: params.id, disbursementTypeId: query.disbursementType };
      const data = await listCallFeeHistory(db, requireFirmScope(actor), of);
      return { data, count: data.length };
    },
  });
}
