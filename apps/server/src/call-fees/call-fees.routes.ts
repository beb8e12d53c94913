import { callFeeEndpoints } from '@recoup/contract/call-fees/endpoints';
import type { FastifyInstance } from 'fastify';
import { requireFirmScope } from '../platform/core/actor.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { listCallFeeHistory } from './call-fees.service.ts';

export function callFeeRoutes(app: FastifyInstance, auth: AuthContext): void {
  registerEndpoints(app, auth, callFeeEndpoints, {
    listCallFeeHistory: async ({ params, query }, { db, actor }) => {
      const of = { attorneyId: params.id, disbursementTypeId: query.disbursementType };
      const data = await listCallFeeHistory(db, requireFirmScope(actor), of);
      return { data, count: data.length };
    },
  });
}
