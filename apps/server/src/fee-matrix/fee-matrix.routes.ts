import { rateMatrixEndpoints } from '@recoup/contract/fee-matrix/endpoints';
import type { FastifyInstance } from 'fastify';
import { requireFirmScope } from '../platform/core/actor.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import { createLimiter, oneTurnPerFirm } from '../platform/core/limiter.ts';
import { acceptedType } from '../platform/http/accepted-type.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { fileReply } from '../platform/http/replies/replies.ts';
import { recordListExport } from '../platform/security/audit-events.ts';
import { getRateMatrix, getRateMatrixAsCsv, uploadRateMatrix } from './fee-matrix.service.ts';

/** A file of 20,000 rows takes seconds of a processor and a connection; a firm has one at once. */
const matrixLimits = { ...oneTurnPerFirm, name: 'rate matrices', concurrency: 2 };

export function feeMatrixRoutes(app: FastifyInstance, auth: AuthContext): void {
  const limited = { ...auth, bodyLimiter: createLimiter(matrixLimits) };
  registerEndpoints(app, limited, rateMatrixEndpoints, {
    getRateMatrix: async ({ query }, context) => {
      const { db, actor, now, request } = context;
      const { on: day = southAfricanDay(now) } = query;
      const firm = requireFirmScope(actor);
      if (acceptedType(request, ['application/json', 'text/csv']) === 'text/csv') {
        const { content, count } = await getRateMatrixAsCsv(db, firm, day);
        await recordListExport(db, context, { list: 'call fees', filter: { on: day }, count });
        return fileReply({
          type: 'text/csv; charset=utf-8',
          fileName: `rate-matrix-${day}.csv`,
          content,
        });
      }
      const data = await getRateMatrix(db, firm, day);
      return { data, count: data.length };
    },
    uploadRateMatrix: async ({ body }, context) => ({
      data: await uploadRateMatrix(context.db, context, body),
    }),
  });
}
