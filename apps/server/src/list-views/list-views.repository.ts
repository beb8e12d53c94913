import type { ListName } from '@recoup/contract/list-views/endpoints';
import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import { lockName } from '../platform/database/advisory-lock.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { foldedText } from '../platform/database/pagination-and-search.ts';

/** Views belong to one user; other users of the firm have their own. */
type OfUser = { userId: string };
type ViewRow = { id: string; name: string; query: string };

/** By name. */
export async function listViewRows(
  db: Db,
  firm: FirmScope,
  { userId, list }: OfUser & { list: ListName },
): Promise<ViewRow[]> {
  return db
    .selectFrom('listViews')
    .where('firmId', '=', firm.firmId)
    .where('userId', '=', userId)
    .where('list', '=', list)
    .select(['id', 'name', 'query'])
    .orderBy(foldedText(sql`name`))
    .execute();
}

export async function findView(db: Db, firm: FirmScope, of: OfUser & { id: string }) {
  return db
    .selectFrom('listViews')
    .where('firmId', '=', firm.firmId)
    .where('userId', '=', of.userId)
    .where('id', '=', of.id)
    .select(['id', 'name', 'query', 'list'])
    .$narrowType<{ list: ListName }>()
    .executeTakeFirst();
}

/** Until the transaction ends, no other request adds, renames or deletes a view of the user. */
export async function lockViews(trx: Trx, firm: FirmScope, { userId }: OfUser): Promise<void> {
  await lockName(trx, `list views ${firm.firmId} ${userId}`);
}

export async function insertView(
  trx: Trx,
  firm: FirmScope,
  view: OfUser & ViewRow & { list: ListName; createdAt: Date },
): Promise<void> {
  await trx
    .insertInto('listViews')
    .values({ ...view, firmId: firm.firmId })
    .execute();
}

export async function updateView(
  trx: Trx,
  firm: FirmScope,
  { userId, id, ...values }: OfUser & ViewRow,
): Promise<void> {
  await trx
    .updateTable('listViews')
    .set(values)
    .where('firmId', '=', firm.firmId)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .execute();
}

/** False when the user has no such view. */
export async function deleteView(db: Db, firm: FirmScope, of: OfUser & { id: string }) {
  const { numDeletedRows } = await db
    .deleteFrom('listViews')
    .where('firmId', '=', firm.firmId)
    .where('userId', '=', of.userId)
    .where('id', '=', of.id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function findHiddenColumns(
  db: Db,
  firm: FirmScope,
  { userId, list }: OfUser & { list: ListName },
): Promise<string[]> {
  const row = await db
    .selectFrom('hiddenColumns')
    .where('firmId', '=', firm.firmId)
    .where('userId', '=', userId)
    .where('list', '=', list)
    .select('columns')
    .$narrowType<{ columns: string[] }>()
    .executeTakeFirst();
  return row?.columns ?? [];
}

export async function replaceHiddenColumns(
  db: Db,
  firm: FirmScope,
  { userId, list, columns }: OfUser & { list: ListName; columns: string[] },
): Promise<void> {
  await db
    .insertInto('hiddenColumns')
    .values({ firmId: firm.firmId, userId, list, columns })
    .onConflict((conflict) =>
      conflict.columns(['firmId', 'userId', 'list']).doUpdateSet({ columns }),
    )
    .execute();
}
