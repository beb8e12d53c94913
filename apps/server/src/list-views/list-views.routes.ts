import {
  listViewEndpoints,
  type ListName,
  type ListView,
  type NewListView,
  viewLimits,
} from '@recoup/contract/list-views/endpoints';
import type { FastifyInstance } from 'fastify';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { newId } from '@recoup/contract/core/ids';
import { type Actor, requireFirmScope } from '../platform/core/actor.ts';
import { notFound, conflict } from '../platform/core/app-error.ts';
import type { Db } from '../platform/database/connections.ts';
import {
  deleteView,
  findHiddenColumns,
  findView,
  insertView,
  listViewRows,
  lockViews,
  replaceHiddenColumns,
  updateView,
} from './list-views.repository.ts';
import { assertNameIsFree } from '../platform/collections/collections.ts';

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

/** The user's own views of a list, by name, and the columns that it hides for the user. */
async function listListViews(
  db: Db,
  actor: Actor,
  list: ListName,
): Promise<{ data: ListView[]; count: number; hiddenColumns: string[] }> {
  const firm = requireFirmScope(actor);
  const of = { userId: actor.userId, list };
  const views = await listViewRows(db, firm, of);
  const data = views.map(({ id, ...view }) => ({ _id: id, ...view }));
  return { data, count: data.length, hiddenColumns: await findHiddenColumns(db, firm, of) };
}

/** Throws `conflict` for a name that another view has, and beyond the bound of views. */
async function createListView(
  db: Db,
  { actor, now }: { actor: Actor; now: Date },
  view: NewListView,
): Promise<ListView> {
  const firm = requireFirmScope(actor);
  const id = newId(now.getTime());
  const { userId } = actor;
  await db.transaction().execute(async (trx) => {
    await lockViews(trx, firm, { userId });
    const others = await listViewRows(trx, firm, { userId, list: view.list });
    assertNameIsFree({ id, name: view.name }, { others, message: nameTaken });
    if (others.length >= viewLimits.views)
      throw conflict(`You may save at most ${viewLimits.views} views of a list. Delete one first.`);
    await insertView(trx, firm, { ...view, id, userId, createdAt: now });
  });
  return { _id: id, name: view.name, query: view.query };
}

/** Absent fields stay. Throws `not_found`, and `conflict` for a name that another view has. */
async function updateListView(
  db: Db,
  actor: Actor,
  { id, name, query }: { id: string; name?: string | undefined; query?: string | undefined },
): Promise<ListView> {
  const firm = requireFirmScope(actor);
  const { userId } = actor;
  return db.transaction().execute(async (trx) => {
    await lockViews(trx, firm, { userId });
    const before = await findView(trx, firm, { userId, id });
    if (!before) throw notFound('view');
    const after = { name: name ?? before.name, query: query ?? before.query };
    const others = await listViewRows(trx, firm, { userId, list: before.list });
    assertNameIsFree({ id, name: after.name }, { others, message: nameTaken });
    await updateView(trx, firm, { userId, id, ...after });
    return { _id: id, ...after };
  });
}

/** Throws `not_found`. */
async function deleteListView(db: Db, actor: Actor, id: string): Promise<void> {
  const firm = requireFirmScope(actor);
  if (!(await deleteView(db, firm, { userId: actor.userId, id }))) throw notFound('view');
}

async function saveHiddenColumns(
  db: Db,
  actor: Actor,
  { list, columns }: { list: ListName; columns: string[] },
): Promise<{ columns: string[] }> {
  const firm = requireFirmScope(actor);
  await replaceHiddenColumns(db, firm, { userId: actor.userId, list, columns });
  return { columns };
}

const nameTaken = 'You have a view of that name already.';
