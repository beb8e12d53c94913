import { vatEndpoints } from '@recoup/contract/vat/endpoints';
import type { FastifyInstance } from 'fastify';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { listVatRates } from './vat.repository.ts';
import { createVatRate } from './vat.service.ts';

export function vatRoutes(app: FastifyInstance, auth: AuthContext): void {
  registerEndpoints(app, auth, vatEndpoints, {
    listVatRates: async (_, { db }) => {
      const data = await listVatRates(db);
      return { data, count: data.length };
    },
    createVatRate: async ({ body }, context) => ({
      data: await createVatRate(context.db, context, body),
    }),
  });
}
