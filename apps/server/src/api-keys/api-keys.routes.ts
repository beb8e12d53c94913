import { apiKeyEndpoints } from '@recoup/contract/api-keys/endpoints';
import type { FastifyInstance } from 'fastify';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { createApiKey, deleteApiKey, listApiKeys } from './api-keys.service.ts';

export function apiKeyRoutes(app: FastifyInstance, auth: AuthContext): void {
  registerEndpoints(app, auth, apiKeyEndpoints, {
    listApiKeys: async (_args, { db, actor, now }) => {
      const data = await listApiKeys(db, actor, now);
      return { data, count: data.length };
    },
    createApiKey: async ({ body }, { db, ...by }) => ({ data: await createApiKey(db, by, body) }),
    deleteApiKey: async ({ params: { id } }, { db, ...by }) => {
      await deleteApiKey(db, by, id);
      return {};
    },
  });
}
