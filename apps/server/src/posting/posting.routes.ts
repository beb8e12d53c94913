import { postingEndpoints } from '@recoup/contract/posting/endpoints';
import type { FastifyInstance } from 'fastify';
import { requireFirmScope } from '../platform/core/actor.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { chargedVat } from '../vat/vat.service.ts';
import {
  createLayout,
  deleteLayout,
  listLayouts,
  updateLayout,
  getSettings,
  replaceSettings,
  writeSample,
} from './layouts.service.ts';

export function postingRoutes(app: FastifyInstance, auth: AuthContext): void {
  registerEndpoints(app, auth, postingEndpoints, {
    listPostingLayouts: async (_, { db, actor }) => {
      const data = await listLayouts(db, requireFirmScope(actor));
      return { data, count: data.length };
    },
    createPostingLayout: async ({ body }, context) => ({
      data: await createLayout(context.db, context, body),
    }),
    updatePostingLayout: async ({ params: { id }, body }, context) => ({
      data: await updateLayout(context.db, context, { ...body, id }),
    }),
    deletePostingLayout: async ({ params: { id } }, context) => {
      await deleteLayout(context.db, context, id);
      return {};
    },
    writePostingTestLine: async ({ body }, { db, actor, now }) => {
      const vat = await chargedVat(db, requireFirmScope(actor), {
        treatment: 'cost',
        day: southAfricanDay(now),
      });
      return { data: writeSample(body, { hasVat: vat.treatment !== 'none' }) };
    },
    getPostingSettings: async ({ params: { id } }, { db, actor }) => ({
      data: await getSettings(db, requireFirmScope(actor), id),
    }),
    savePostingSettings: async ({ params: { id }, body }, context) => ({
      data: await replaceSettings(context.db, context, { ...body, layout: id }),
    }),
  });
}
