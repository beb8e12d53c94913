import { auditEndpoints } from '@recoup/contract/audit/endpoints';
import type { FastifyInstance } from 'fastify';
import { getChosenDelimiter } from '../matters/matters.service.ts';
import { resolveFirmScope, type Scope } from '../platform/core/actor.ts';
import { createLimiter, actorLimiterKey } from '../platform/core/limiter.ts';
import type { Db } from '../platform/database/connections.ts';
import { acceptedType } from '../platform/http/accepted-type.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { fileReply } from '../platform/http/replies/replies.ts';
import { exportAudit, type InTurn } from './list/audit-csv.service.ts';
import { createAuditView, listAudit } from './list/audit-list.service.ts';

/** As those of the entries: many files at once would leave pages no connection. */
const batchLimits = { name: 'files', concurrency: 2, maxPerGroup: 1, maxWaitMs: 5 * 60_000 };

export function auditRoutes(app: FastifyInstance, auth: AuthContext): void {
  const batches = createLimiter(batchLimits);
  registerEndpoints(app, auth, auditEndpoints, {
    listAudit: async ({ query: { firm, page, itemsPerPage, ...filter } }, context) => {
      const { db, actor, request } = context;
      const scope = resolveFirmScope(actor, firm);
      const view = createAuditView(actor, scope);
      if (acceptedType(request, ['application/json', 'text/csv']) !== 'text/csv')
        return listAudit(db, view, { ...filter, page, itemsPerPage });
      const inTurn: InTurn = async (run) => batches.run(actorLimiterKey(actor), run);
      const delimiter = await findCsvDelimiter(db, scope);
      return fileReply({
        type: 'text/csv; charset=utf-8',
        fileName: 'audit.csv',
        content: await exportAudit(db, context, { view, filter, delimiter, inTurn }),
      });
    },
  });
}

async function findCsvDelimiter(db: Db, scope: Scope): Promise<string> {
  if (scope.firmId === undefined) return ',';
  return (await getChosenDelimiter(db, scope)) ?? ',';
}
