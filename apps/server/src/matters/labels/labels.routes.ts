import { matterLabelEndpoints, maxLabels } from '@recoup/contract/matters/endpoints';
import type { FastifyInstance } from 'fastify';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import { requireFirmScope } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/app-error.ts';
import { createLimiter, oneTurnPerFirm } from '../../platform/core/limiter.ts';
import { pdfReply } from '../../platform/http/replies/pdf-reply.ts';
import { type AuthContext, registerEndpoints } from '../../platform/http/register-endpoints.ts';
import { findFirmName, listLabelledMatters } from './labels.repository.ts';

const limits = { ...oneTurnPerFirm, name: 'matter labels', concurrency: 2, maxEnteredPerMember: 5 };

export function labelRoutes(
  app: FastifyInstance,
  auth: AuthContext,
  { isSecure }: { isSecure: boolean },
): void {
  const within = { limiter: createLimiter(limits), spool: auth.spool };
  registerEndpoints(app, auth, matterLabelEndpoints, {
    getMatterLabels: async ({ query }, context) => {
      const { db, actor, now, request } = context;
      const firm = requireFirmScope(actor);
      // The address under which the user has reached the server is that of the firm's phones.
      const origin = `${isSecure ? 'https' : 'http'}://${request.host}`;
      return pdfReply(context, within, async () => {
        const matters = await listLabelledMatters(db, firm, { ...query, limit: maxLabels + 1 });
        if (matters.length > maxLabels) throw tooMany();
        if (matters.length === 0) throw noMatter(query.matter);
        const firmName = await findFirmName(db, firm);
        await recordAudit(db, context, {
          action: 'labels.sent',
          subjectId: null,
          details: query,
          rows: matters.length,
        });
        // Imported with the first PDF, so that an idle process does not load the writer.
        const { labelsPdf } = await import('./labels-pdf.ts');
        const content = labelsPdf({ origin, firmName, matters }, now);
        return { fileName: 'matter-labels.pdf', content };
      });
    },
  });
}

function noMatter(matter: string | undefined): AppError {
  const message =
    matter === undefined
      ? 'No matter matches. Change the search or the status.'
      : 'There is no such matter.';
  return new AppError('not_found', { message });
}

function tooMany(): AppError {
  return new AppError('invalid_input', {
    message: `At most ${maxLabels} labels are made at once. Search, or choose a status.`,
  });
}
