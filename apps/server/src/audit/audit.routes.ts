import { auditEndpoints } from '@recoup/contract/audit/endpoints';
import type { FastifyInstance } from 'fastify';
import { getChosenDelimiter } from '../matters/matters.service.ts';
import { resolveFirmScope, type Scope } from '../platform/core/actor.ts';
import { createLimiter, limiterKeyOf } from '../platform/core/limiter.ts';
import type { Db } from '../platform/database/connections.ts';
import { acceptedType } from '../platform/http/accepted-type.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { fileReply } from '../platform/http/replies/replies.ts';
import {
  auditAsCsv,
  type InTurn,
  listAudit,
  maxCsvLines,
  streamAudit,
} from './list/audit-list.service.ts';

/** As those of the entries: many files at once would leave pages no connection. */
const batchLimits = { name: 'files', concurrency: 2, maxPerGroup: 1, maxWaitMs: 5 * 60_000 };

export function auditRoutes(app: FastifyInstance, auth: AuthContext): void {
  const batches = createLimiter(batchLimits);
  const { listAudit: list } = auditEndpoints;
  registerEndpoints(
    app,
    auth,
    { list },
    {
      list: async ({ query: { firm, ...query } }, context) => {
        const { db, actor, request } = context;
        const scope = resolveFirmScope(actor, firm);
        if (acceptedType(request, ['application/json', 'text/csv']) !== 'text/csv')
          return listAudit(db, scope, query);
        const inTurn: InTurn = async (run) => batches.run(limiterKeyOf(actor), run);
        const { page: _, itemsPerPage: __, ...filter } = query;
        return fileReply({
          type: 'text/csv; charset=utf-8',
          fileName: 'audit.csv',
          content: auditAsCsv(streamAudit(db, scope, { filter, most: maxCsvLines, inTurn }), {
            delimiter: await delimiterOf(db, scope),
            onLines: () => {},
          }),
        });
      },
    },
  );
}

async function delimiterOf(db: Db, scope: Scope): Promise<string> {
  if (scope.firmId === undefined) return ',';
  return (await getChosenDelimiter(db, scope)) ?? ',';
}
