import type { FeeChange, RoundingMode } from '@recoup/contract/fee-changes/endpoints';
import { role } from '@recoup/contract/core/access';
import { toRand } from '@recoup/contract/core/money';
import { type Insertable, sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import {
  foldedText,
  type PageQuery,
  findPage,
} from '../platform/database/pagination-and-search.ts';
import type { Database } from '../platform/database/tables.generated.ts';
import { isFirmRow } from '../platform/database/firm-row.ts';
import { joinByFirm } from '../platform/database/join-by-firm.ts';

/** An attorney and a type that is assigned. */
export type NamedCell = {
  attorneyId: string;
  attorney: string;
  disbursementTypeId: string;
  disbursementType: string;
};

/** All assigned types of all attorneys, by the attorney's name and the order of the types. */
export async function listAssignedCells(db: Db, firm: FirmScope): Promise<NamedCell[]> {
  return db
    .selectFrom('userDisbursementTypes as assigned')
    .innerJoin('users', 'users.id', 'assigned.userId')
    .innerJoin('disbursementTypes as types', (join) =>
      joinByFirm(join, 'types.id', 'assigned.disbursementTypeId'),
    )
    .where('assigned.firmId', '=', firm.firmId)
    .where('users.firmId', '=', firm.firmId)
    .where('users.role', '=', role.attorney)
    .select(['users.id as attorneyId', 'users.name as attorney'])
    .select(['types.id as disbursementTypeId', 'types.title as disbursementType'])
    .orderBy(foldedText(sql`users.name`))
    .orderBy('users.id')
    .orderBy('assigned.position')
    .execute();
}

/** The names of an attorney and a type, assigned or not; null for what the firm does not have. */
export async function findNames(
  db: Db,
  firm: FirmScope,
  of: { attorneyId: string; disbursementTypeId: string },
): Promise<{ attorney: string | null; disbursementType: string | null }> {
  const user = await db
    .selectFrom('users')
    .where(isFirmRow(firm, of.attorneyId))
    .where('role', '=', role.attorney)
    .select('name')
    .executeTakeFirst();
  const type = await db
    .selectFrom('disbursementTypes')
    .where(isFirmRow(firm, of.disbursementTypeId))
    .select('title')
    .executeTakeFirst();
  return { attorney: user?.name ?? null, disbursementType: type?.title ?? null };
}

type StoredChange = Omit<Insertable<Database['rateChanges']>, 'firmId' | 'undoneAt' | 'undoneBy'>;

export async function insertFeeChange(trx: Trx, firm: FirmScope, change: StoredChange) {
  await trx
    .insertInto('rateChanges')
    .values({ ...change, firmId: firm.firmId })
    .execute();
}

export async function setRepriced(
  trx: Trx,
  firm: FirmScope,
  { id, repriced }: { id: string; repriced: number },
): Promise<void> {
  await trx.updateTable('rateChanges').set({ repriced }).where(isFirmRow(firm, id)).execute();
}

/** The stored change that a repeated request is compared with and answered by. */
export async function findStoredChange(
  db: Db,
  firm: FirmScope,
  id: string,
): Promise<(StoredChange & { undoneAt: Date | null }) | undefined> {
  return db.selectFrom('rateChanges').where(isFirmRow(firm, id)).selectAll().executeTakeFirst();
}

export async function findFeeChange(db: Db, firm: FirmScope, id: string) {
  const row = await selectChanges(db, firm).where('rateChanges.id', '=', id).executeTakeFirst();
  return row && toFeeChange(row);
}

/** A page of the firm's changes, the latest first. */
export async function listFeeChanges(db: Db, firm: FirmScope, query: PageQuery) {
  const latestFirst = selectChanges(db, firm)
    .orderBy('rateChanges.createdAt', 'desc')
    .orderBy('rateChanges.id', 'desc');
  const { rows, count } = await findPage(latestFirst, query);
  return { data: rows.map(toFeeChange), count };
}

/** The last three changes that raised these schedules from a day, each on top of the one before. */
export async function listChangesOfSchedules(
  db: Db,
  firm: FirmScope,
  of: { validFrom: string; scheduleIds: readonly string[] },
): Promise<FeeChange[]> {
  const made = sql<string>`(
    with recursive line as (
      select change_id, based_on from call_fee_schedules
      where firm_id = ${firm.firmId} and valid_from = ${of.validFrom}
        and id = any(${of.scheduleIds}::uuid[])
      union
      select b.change_id, b.based_on from line join call_fee_schedules b
        on b.firm_id = ${firm.firmId} and b.id = line.based_on and b.valid_from = ${of.validFrom}
    )
    select change_id from line where change_id is not null)`;
  const rows = await selectChanges(db, firm)
    .where('rateChanges.id', 'in', made)
    .where('rateChanges.undoneAt', 'is', null)
    .orderBy('rateChanges.createdAt', 'desc')
    .limit(3)
    .execute();
  return rows.map(toFeeChange);
}

/** How many of these schedules begin on a day and were saved one by one or by file. */
export async function countSavedSchedules(
  db: Db,
  firm: FirmScope,
  of: { validFrom: string; scheduleIds: readonly string[] },
): Promise<number> {
  const { count } = await db
    .selectFrom('callFeeSchedules')
    .where('firmId', '=', firm.firmId)
    .where(sql<boolean>`id = any(${of.scheduleIds}::uuid[])`)
    .where('validFrom', '=', of.validFrom)
    .where('changeId', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function selectChanges(db: Db, firm: FirmScope) {
  return db
    .selectFrom('rateChanges')
    .innerJoin('users as author', 'author.id', 'rateChanges.createdBy')
    .leftJoin('users as undoer', 'undoer.id', 'rateChanges.undoneBy')
    .where('rateChanges.firmId', '=', firm.firmId)
    .select(['rateChanges.id', 'rateChanges.validFrom', 'rateChanges.basisPoints'])
    .select(['rateChanges.unitCents', 'rateChanges.mode', 'rateChanges.reason'])
    .select(['rateChanges.cells', 'rateChanges.repriced', 'rateChanges.createdAt'])
    .select(['rateChanges.createdBy', 'author.name as authorName'])
    .select(['rateChanges.undoneAt', 'rateChanges.undoneBy', 'undoer.name as undoerName'])
    .select(liveCellsOfChange.as('liveCells'));
}

/** Live schedules of a change; of an undone change, those that ended at the moment of the undo. */
const liveCellsOfChange = sql<number>`(
  select count(*) from call_fee_schedules s
  where s.firm_id = rate_changes.firm_id and s.change_id = rate_changes.id
    and s.replaced_at is not distinct from rate_changes.undone_at)`;

type ChangeRow = Awaited<ReturnType<ReturnType<typeof selectChanges>['execute']>>[number];

function toFeeChange(row: ChangeRow): FeeChange {
  const { id, validFrom, basisPoints, unitCents, reason, cells, liveCells, repriced } = row;
  return {
    _id: id,
    validFrom,
    percent: basisPoints / 100,
    roundTo: toRand(unitCents),
    mode: row.mode as RoundingMode, // a check constraint allows only these
    reason,
    cells,
    liveCells,
    repriced,
    createdAt: row.createdAt.toISOString(),
    createdBy: { _id: row.createdBy, name: row.authorName },
    undoneAt: row.undoneAt?.toISOString() ?? null,
    undoneBy: row.undoneBy === null ? null : { _id: row.undoneBy, name: row.undoerName ?? '' },
  };
}

/** Forgets what re-priced entries were before: it has been restored. */
export async function deleteStoredPrices(trx: Trx, firm: FirmScope, id: string): Promise<void> {
  await passStoredPricesOn(trx, firm, id);
  await trx
    .deleteFrom('rateChangeEntries')
    .where('firmId', '=', firm.firmId)
    .where('changeId', '=', id)
    .execute();
}

/**
 * A later change that re-priced the same entry keeps what the entry had before both. In between it
 * may have been corrected: then version 0, which no entry has, says that the schedule prices it.
 */
async function passStoredPricesOn(trx: Trx, { firmId }: FirmScope, id: string): Promise<void> {
  await sql`
    with passed as materialized (
      select k.entry_id, later.change_id, k.schedule_id, k.amount_cents,
        case when later.version = k.version + 1 then later.version else 0 end as version
      from rate_change_entries k
      cross join lateral (select l.change_id, l.schedule_id, l.version from rate_change_entries l
        where l.firm_id = ${firmId} and l.entry_id = k.entry_id and l.change_id <> ${id}
        offset 0) later
      cross join lateral (select from call_fee_schedules s
        where s.firm_id = ${firmId} and s.id = later.schedule_id and s.change_id = ${id}
        offset 0) of_this
      where k.firm_id = ${firmId} and k.change_id = ${id}
    )
    update rate_change_entries l
    set schedule_id = p.schedule_id, amount_cents = p.amount_cents, version = p.version
    from passed p
    where l.firm_id = ${firmId} and l.entry_id = p.entry_id
      and l.change_id = p.change_id`.execute(trx);
}
