import { operationsEndpoints } from '@recoup/contract/operations/endpoints';
import type { FastifyInstance } from 'fastify';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { listFailures } from './operations.service.ts';

export function operationsRoutes(app: FastifyInstance, auth: AuthContext): void {
  registerEndpoints(app, auth, operationsEndpoints, {
    listFailures: async ({ query }, { db, now }) => listFailures(db, { ...query, now }),
  });
}
