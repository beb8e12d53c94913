import type {
  OwnCallFile,
  OwnCallImport,
  OwnCallRun,
} from '@recoup/contract/call-records/own-call-endpoints';
import { type RawBuilder, sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { markUndone, type Undo } from '../../platform/database/ledger.ts';
import {
  type PageQuery,
  paginateWithCount,
} from '../../platform/database/pagination-and-search.ts';
import { forgetSeen, moveToOtherRoads } from '../import/other-roads.repository.ts';
import { peopleOfFirm } from '../set-up/set-up.repository.ts';

export type OwnCallCounts = Omit<OwnCallImport, '_id'>;

type NewOwnCallImport = OwnCallCounts & {
  id: string;
  attorneyId: string;
  road: OwnCallFile;
  sha256: Buffer;
  now: Date;
};

/** Adds an import to those of the attorney, under the next number. */
export async function insertOwnCallImport(trx: Trx, firm: FirmScope, run: NewOwnCallImport) {
  await sql`
    insert into own_call_imports (firm_id, id, attorney_id, number, road, sha256, created_at,
      taken, repeated, others, doubtful)
    select ${firm.firmId}, ${run.id}, ${run.attorneyId}, coalesce(max(number), 0) + 1,
      ${run.road}, ${run.sha256}, ${run.now}, ${run.taken}, ${run.repeated}, ${run.others},
      ${run.doubtful}
    from own_call_imports
    where firm_id = ${firm.firmId} and attorney_id = ${run.attorneyId}`.execute(trx);
}

type RunRow = Omit<OwnCallRun, '_id' | 'createdAt' | 'undoneAt'> & {
  id: string;
  createdAt: Date;
  undoneAt: Date | null;
  count: number;
};

/** A page of the imports of the attorney, latest first. */
export async function listOwnCallImports(
  db: Db,
  firm: FirmScope,
  { attorneyId, ...query }: PageQuery & { attorneyId: string },
): Promise<{ data: OwnCallRun[]; count: number }> {
  const { rows, count } = await paginateWithCount(query, async ({ limit, offset }) => {
    const { rows: runs } = await sql<RunRow>`
      select id, road as file, encode(sha256, 'hex') as sha256, created_at as "createdAt",
        taken, repeated, others, doubtful, undone_at as "undoneAt", ${isLast(firm)} as "isLast",
        count(*) over ()::int as count
      from own_call_imports i
      where firm_id = ${firm.firmId} and attorney_id = ${attorneyId}
      order by number desc limit ${limit} offset ${offset}`.execute(db);
    return runs;
  });
  const data = rows.map(({ id, count: _, createdAt, undoneAt, ...run }) => ({
    ...run,
    _id: id,
    createdAt: createdAt.toISOString(),
    undoneAt: undoneAt?.toISOString() ?? null,
  }));
  return { data, count };
}

function isLast(firm: FirmScope): RawBuilder<boolean> {
  return sql<boolean>`((i.number = (select max(number) from own_call_imports l
    where l.firm_id = ${firm.firmId} and l.attorney_id = i.attorney_id
      and l.undone_at is null)) is true)`;
}

export type StoredOwnImport = OwnCallCounts & {
  id: string;
  road: OwnCallFile;
  undoneAt: string | null;
  isLast: boolean;
};

/** Finds imports of the attorney alone. */
export async function findOwnCallImport(
  db: Db,
  firm: FirmScope,
  { id, attorneyId }: { id: string; attorneyId: string },
): Promise<StoredOwnImport | undefined> {
  const { rows } = await sql<StoredOwnImport>`
    select id, road, taken, repeated, others, doubtful, undone_at::text as "undoneAt",
      ${isLast(firm)} as "isLast"
    from own_call_imports i
    where firm_id = ${firm.firmId} and id = ${id} and attorney_id = ${attorneyId}`.execute(db);
  return rows[0];
}

/** How many calls of an import became entries, or were merged with one. Locks its calls. */
export async function lockDecidedOwnCalls(trx: Trx, firm: FirmScope, id: string): Promise<number> {
  const { rows } = await sql<{ entryId: string | null }>`
    select entry_id as "entryId" from call_records
    where firm_id = ${firm.firmId} and own_import_id = ${id} for update`.execute(trx);
  return rows.filter(({ entryId }) => entryId !== null).length;
}

/** Deletes the calls that the import added, but for those of which another road told too. */
export async function revertOwnCallImport(
  trx: Trx,
  firm: FirmScope,
  { road, ...run }: Undo & { road: OwnCallFile },
): Promise<void> {
  await moveToOtherRoads(trx, firm, sql`r.own_import_id = ${run.id}`);
  await sql`
    delete from call_records
    where firm_id = ${firm.firmId} and own_import_id = ${run.id}`.execute(trx);
  await forgetSeen(trx, firm, { road, importId: run.id });
  await markUndone(trx, firm, { ledger: 'ownCallImports', ...run });
}

/**
 * Numbers of the firm's matters, which are compared in memory: others never leave the process. A
 * number of a person of the firm tells no client, also where a matter has it.
 */
export async function listMatterNumbers(db: Db, firm: FirmScope): Promise<Set<string>> {
  const { rows } = await sql<{ number: string }>`
    select n.number from matters m cross join unnest(m.phones) as n (number)
    where m.firm_id = ${firm.firmId} and m.phones <> '{}'
    except select party from ${peopleOfFirm(firm)} p`.execute(db);
  return new Set(rows.map(({ number }) => number));
}

/** The number of the attorney's cell or, without one, the email. */
export async function findOwnParty(db: Db, firm: FirmScope, attorneyId: string): Promise<string> {
  const { rows } = await sql<{ party: string }>`
    select coalesce('+27' || substr(nullif(cell, ''), 2), lower(email)) as party from users
    where firm_id = ${firm.firmId} and id = ${attorneyId}`.execute(db);
  return rows[0]?.party ?? '';
}

/** Parties that belong to other attorneys, and never to this one. */
export async function listPartiesOfOthers(db: Db, firm: FirmScope, attorneyId: string) {
  const { rows } = await sql<{ party: string }>`
    select party from ${peopleOfFirm(firm)} p group by party
    having not bool_or(attorney_id = ${attorneyId}::uuid)`.execute(db);
  return new Set(rows.map(({ party }) => party));
}
