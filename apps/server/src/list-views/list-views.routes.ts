import { listViewEndpoints } from '@recoup/contract/list-views/endpoints';
import type { FastifyInstance } from 'fastify';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import {
  createListView,
  deleteListView,
  listListViews,
  saveHiddenColumns,
  updateListView,
} from './list-views.service.ts';

export function listViewRoutes(app: FastifyInstance, auth: AuthContext): void {
  registerEndpoints(app, auth, listViewEndpoints, {
    listListViews: async ({ query }, { db, actor }) => listListViews(db, actor, query.list),
    createListView: async ({ body }, context) => ({
      data: await createListView(context.db, context, body),
    }),
    updateListView: async ({ params: { id }, body }, { db, actor }) => ({
      data: await updateListView(db, actor, { ...body, id }),
    }),
    deleteListView: async ({ params: { id } }, { db, actor }) => {
      await deleteListView(db, actor, id);
      return {};
    },
    saveHiddenColumns: async ({ body }, { db, actor }) => ({
      data: await saveHiddenColumns(db, actor, body),
    }),
  });
}
