import { sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { isFirmRow } from '../../platform/database/firm-row.ts';

/** Values of an entry before a merge changed them; the room of entries reads them. */
export type EntryBeforeMerge = object;

export type LockedCall = {
  id: string;
  attorneyId: string | null;
  otherParty: string | null;
  entryId: string | null;
  entryBefore: EntryBeforeMerge | null;
  isPrivate: boolean;
  decidedBy: string | null;
  mergeId: string | null;
};

/**
 * Locks a call until the transaction ends. Its entry goes first, as when an entry is deleted: the
 * two would wait for each other.
 */
export async function lockCall(
  trx: Trx,
  firm: FirmScope,
  id: string,
): Promise<LockedCall | undefined> {
  await sql`
    select from entries where firm_id = ${firm.firmId} and id =
      (select entry_id from call_records where firm_id = ${firm.firmId} and id = ${id})
    for update`.execute(trx);
  const row = await trx
    .selectFrom('callRecords')
    .where(isFirmRow(firm, id))
    .select(['id', 'attorneyId', 'otherParty', 'entryId', 'entryBefore', 'isPrivate', 'decidedBy'])
    .select('mergeId')
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

export async function reopenCall(trx: Trx, firm: FirmScope, id: string): Promise<void> {
  await trx
    .updateTable('callRecords')
    .set({
      attorneyId: null,
      entryId: null,
      entryBefore: null,
      isPrivate: false,
      decidedAt: null,
      decidedBy: null,
      mergeId: null,
    })
    .where(isFirmRow(firm, id))
    .execute();
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
