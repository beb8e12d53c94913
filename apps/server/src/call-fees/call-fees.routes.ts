import { callFeeCalls } from '@recoup/contract/call-fees/endpoints';
import type { FastifyInstance } from 'fastify';
import { ownFirm } from '../platform/core/actor.ts';
import { type Gate, mount } from '../platform/http/register-endpoints.ts';
import { listCallFeeHistory } from './call-fees.service.ts';

export function callFeeRoutes(app: FastifyInstance, gate: Gate): void {
  mount(app, gate, callFeeCalls, {
    listCallFeeHistory: async ({ params, query }, { db, actor }) => {
      const of = { attorneyId: params.id, disbursementTypeId: query.disbursementType };
      const data = await listCallFeeHistory(db, ownFirm(actor), of);
      return { data, count: data.length };
    },
  });
}
