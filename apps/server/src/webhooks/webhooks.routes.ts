import { webhookEndpoints } from '@recoup/contract/webhooks/endpoints';
import type { FastifyInstance } from 'fastify';
import { requireFirmScope } from '../platform/core/actor.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import {
  listDeliveries,
  repeatDelivery,
  testWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  updateWebhook,
  type WebhookTools,
} from './webhooks.service.ts';

export function webhookRoutes(app: FastifyInstance, auth: AuthContext, tools: WebhookTools): void {
  registerEndpoints(app, auth, webhookEndpoints, {
    listWebhooks: async (_, { db, actor }) => {
      const data = await listWebhooks(db, requireFirmScope(actor));
      return { data, count: data.length };
    },
    createWebhook: async ({ body }, context) => ({
      data: await createWebhook(context.db, context, { ...body, ...tools }),
    }),
    updateWebhook: async ({ params: { id }, body }, context) => ({
      data: await updateWebhook(context.db, context, { ...body, ...tools, id }),
    }),
    deleteWebhook: async ({ params: { id } }, context) => {
      await deleteWebhook(context.db, context, id);
      return {};
    },
    testWebhook: async ({ params: { id } }, context) => ({
      data: await testWebhook(context.db, context, id),
    }),
    listWebhookDeliveries: async ({ params: { id }, query }, { db, actor }) =>
      listDeliveries(db, requireFirmScope(actor), { id, ...query }),
    repeatWebhookDelivery: async ({ params: { id } }, context) => ({
      data: await repeatDelivery(context.db, context, id),
    }),
  });
}
