import { role } from '@recoup/contract/core/access';
import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import type { Database } from '../platform/database/tables.generated.ts';
import { foldedText } from '../platform/database/pagination-and-search.ts';

/** The attorneys for whom a user records, by name. Names in JSON are one word each. */
export function attorneysRecordedFor(eb: ExpressionBuilder<Database, 'users'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('recordingRights')
      .innerJoin('users as attorneys', 'attorneys.id', 'recordingRights.attorneyId')
      .whereRef('recordingRights.userId', '=', 'users.id')
      .whereRef('recordingRights.firmId', '=', 'users.firmId')
      .select(['attorneys.id as _id', 'attorneys.name', 'attorneys.status'])
      .orderBy(foldedText(sql`attorneys.name`))
      .orderBy('attorneys.id'),
  );
}

/** The ids of the attorneys for whom a user records, in order. */
export async function listRecordedFor(db: Db, firm: FirmScope, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('recordingRights')
    .where('firmId', '=', firm.firmId)
    .where('userId', '=', userId)
    .select('attorneyId')
    .orderBy('attorneyId')
    .execute();
  return rows.map(({ attorneyId }) => attorneyId);
}

/** The ids that belong to attorneys of the firm, in any status. */
export async function listAttorneyIds(
  db: Db,
  firm: FirmScope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('users')
    .where('firmId', '=', firm.firmId)
    .where('role', '=', role.attorney)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .select('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Rights that stay are not touched: an entry that is being recorded holds them. */
export async function changeRecordedFor(
  trx: Trx,
  firm: FirmScope,
  of: { userId: string; added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  const { firmId } = firm;
  const { userId, added, removed } = of;
  if (removed.length > 0)
    await trx
      .deleteFrom('recordingRights')
      .where('firmId', '=', firmId)
      .where('userId', '=', userId)
      .where(sql<boolean>`attorney_id = any(${removed}::uuid[])`)
      .execute();
  if (added.length === 0) return;
  const rows = added.map((attorneyId) => ({ firmId, userId, attorneyId }));
  await trx.insertInto('recordingRights').values(rows).execute();
}
