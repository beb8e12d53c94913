import { sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { isFirmRow } from '../../platform/database/firm-row.ts';

/** Values of an entry before a merge changed them; the room of entries reads them. */
export type EntryBeforeMerge = object;

export type LockedCall = NonNullable<Awaited<ReturnType<typeof lockCall>>>;

/**
 * Locks a call until the transaction ends. Its entry goes first, as when an entry is deleted: the
 * two would wait for each other.
 */
export async function lockCall(trx: Trx, firm: FirmScope, id: string) {
  await sql`
    select from entries where firm_id = ${firm.firmId} and id =
      (select entry_id from call_records where firm_id = ${firm.firmId} and id = ${id})
    for update`.execute(trx);
  const row = await trx
    .selectFrom('callRecords')
    .where(isFirmRow(firm, id))
    .select(['id', 'attorneyId', 'otherParty', 'entryId', 'entryBefore', 'isPrivate', 'decidedBy'])
    .forUpdate()
    .executeTakeFirst();
  // Saved below alone.
  return row && { ...row, entryBefore: row.entryBefore as EntryBeforeMerge | null };
}

export async function isLinked(db: Db, firm: FirmScope, entryId: string): Promise<boolean> {
  const row = await db
    .selectFrom('callRecords')
    .where('firmId', '=', firm.firmId)
    .where('entryId', '=', entryId)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

type Decided = { by: string; now: Date };

/** `before` of an entry that the call was merged with. */
export async function linkEntry(
  trx: Trx,
  firm: FirmScope,
  link: Decided & {
    id: string;
    attorneyId: string | null;
    entryId: string;
    before?: EntryBeforeMerge;
    /** The merge of many calls. */
    merge?: string | undefined;
  },
): Promise<void> {
  const { id, attorneyId, entryId, before, merge = null } = link;
  await trx
    .updateTable('callRecords')
    .set({
      attorneyId,
      entryId,
      entryBefore: before === undefined ? null : JSON.stringify(before),
      decidedAt: link.now,
      decidedBy: link.by,
      mergeId: merge,
    })
    .where(isFirmRow(firm, id))
    .execute();
}

/** Links many calls of one merge at once, as `linkEntry` does. */
export async function linkEntries(
  trx: Trx,
  { firmId }: FirmScope,
  { by, now, merge, links }: Decided & { merge: string; links: readonly Link[] },
): Promise<void> {
  await sql`
    update call_records c set attorney_id = n.attorney_id, entry_id = n.entry_id,
      entry_before = n.before, decided_at = ${now}, decided_by = ${by}, merge_id = ${merge}
    from unnest(${links.map(({ id }) => id)}::uuid[],
      ${links.map(({ attorneyId }) => attorneyId)}::uuid[],
      ${links.map(({ entryId }) => entryId)}::uuid[],
      ${links.map(({ before }) => JSON.stringify(before))}::jsonb[])
      as n (id, attorney_id, entry_id, before)
    where c.firm_id = ${firmId} and c.id = n.id`.execute(trx);
}

type Link = { id: string; attorneyId: string | null; entryId: string; before: EntryBeforeMerge };

/** Ids of the calls that are open, locked until the transaction ends. */
export async function lockOpenCalls(trx: Trx, firm: FirmScope, ids: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select id from call_records where firm_id = ${firm.firmId} and id = any(${ids}::uuid[])
      and entry_id is null and not is_private
    order by id for update`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** Ids of the entries that belong to a call. */
export async function listLinkedEntries(db: Db, firm: FirmScope, ids: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select entry_id as id from call_records
    where firm_id = ${firm.firmId} and entry_id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Calls that are still merged by this merge, locked until the transaction ends. */
export async function lockMergedCalls(
  trx: Trx,
  firm: FirmScope,
  { merge, ids }: { merge: string; ids: readonly string[] },
): Promise<{ id: string; entryId: string; before: EntryBeforeMerge }[]> {
  const { rows } = await sql<{ id: string; entryId: string; before: EntryBeforeMerge }>`
    select id, entry_id as "entryId", entry_before as before from call_records
    where firm_id = ${firm.firmId} and merge_id = ${merge} and id = any(${ids}::uuid[])
      and entry_id is not null and entry_before is not null
    order by id for update`.execute(trx);
  return rows;
}

export async function reopenCalls(trx: Trx, firm: FirmScope, ids: readonly string[]) {
  await sql`
    update call_records set attorney_id = null, entry_id = null, entry_before = null,
      is_private = false, decided_at = null, decided_by = null, merge_id = null
    where firm_id = ${firm.firmId} and id = any(${ids}::uuid[])`.execute(trx);
}

/** Hides these open calls. */
export async function hideCalls(
  trx: Trx,
  firm: FirmScope,
  of: Decided & { ids: readonly string[]; attorneyId: string | null },
): Promise<void> {
  await sql`
    update call_records set is_private = true, attorney_id = ${of.attorneyId},
      decided_at = ${of.now}, decided_by = ${of.by}
    where firm_id = ${firm.firmId} and id = any(${of.ids}::uuid[]) and entry_id is null`.execute(
    trx,
  );
}

/** Offers the hidden calls of a number again. */
export async function unhideCalls(
  trx: Trx,
  firm: FirmScope,
  { attorneyId, number }: { attorneyId: string; number: string },
): Promise<void> {
  await sql`
    update call_records set is_private = false, attorney_id = null, decided_at = null,
      decided_by = null
    where firm_id = ${firm.firmId} and is_private and attorney_id = ${attorneyId}
      and other_party = ${number}`.execute(trx);
}

/**
 * Deletes private calls (D2 B11, rule 10) after the 30 days in which a user can undo the decision.
 * Calls with a hidden number stay, because another import would add them again.
 */
export async function deleteOldPrivateCalls(db: Db, now: Date): Promise<void> {
  await sql`
    delete from call_records
    where is_private and other_party is not null and attorney_id is not null
      and decided_at < ${now}::timestamptz - interval '30 days'`.execute(db);
}

export type MergePeriod = { from: string; to: string; attorney: string | undefined };

/** Once; the first call of a merge adds it. */
export async function insertCallMerge(
  trx: Trx,
  firm: FirmScope,
  { id, from, to, attorney, by, now }: MergePeriod & { id: string; by: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('callMerges')
    .values({
      firmId: firm.firmId,
      id,
      fromDate: from,
      toDate: to,
      attorneyId: attorney ?? null,
      createdAt: now,
      createdBy: by,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The calls of a merge that are merged still; undefined for no merge of that id and user. */
export async function listMergedCalls(
  db: Db,
  firm: FirmScope,
  { id, createdBy }: { id: string; createdBy: string | undefined },
): Promise<string[] | undefined> {
  const merge = await db
    .selectFrom('callMerges')
    .where('firmId', '=', firm.firmId)
    .where('id', '=', id)
    .$if(createdBy !== undefined, (query) => query.where('createdBy', '=', createdBy ?? ''))
    .select('id')
    .executeTakeFirst();
  if (!merge) return undefined;
  const calls = await db
    .selectFrom('callRecords')
    .where('firmId', '=', firm.firmId)
    .where('mergeId', '=', id)
    .where('entryId', 'is not', null)
    .select('id')
    .orderBy('startedAt')
    .execute();
  return calls.map((call) => call.id);
}
