import type { CallImport } from '@recoup/contract/call-records/import-endpoints';
import type { CallSystem } from '@recoup/contract/call-records/rules';
import { sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { type PageQuery, findPage } from '../../platform/database/pagination-and-search.ts';
import type { CallCounts } from './call-staging.repository.ts';
import { toImportRecord } from '../../platform/imports/imports.ts';
import { markUndone, type Undo } from '../../platform/database/ledger.ts';
import { forgetSeen, moveToOtherRoads } from './other-roads.repository.ts';

export type ImportedCalls = CallCounts & { unanswered: number; internal: number; private: number };

type NewCallImport = ImportedCalls & {
  id: string;
  sourceId: string;
  userId: string;
  fileName: string | null;
  sha256: Buffer;
  receivedSha256: Buffer;
  now: Date;
};

/** Adds an import to the history under the firm's next number. */
export async function insertCallImport(trx: Trx, firm: FirmScope, run: NewCallImport) {
  await sql`
    insert into call_imports (firm_id, id, number, source_id, user_id, file_name, sha256,
      received_sha256, created_at, added, extended, repeated, unanswered, internal, private)
    select ${firm.firmId}, ${run.id}, coalesce(max(number), 0) + 1, ${run.sourceId},
      ${run.userId}, ${run.fileName}, ${run.sha256}, ${run.receivedSha256}, ${run.now},
      ${run.added}, ${run.extended},
      ${run.repeated}, ${run.unanswered}, ${run.internal}, ${run.private}
    from call_imports where firm_id = ${firm.firmId}`.execute(trx);
}

/** A page of the firm's imports, latest first. */
export async function listCallImports(
  db: Db,
  firm: FirmScope,
  query: PageQuery,
): Promise<{ data: CallImport[]; count: number }> {
  const latestFirst = selectImports(db, firm).orderBy('callImports.number', 'desc');
  const { rows, count } = await findPage(latestFirst, query);
  return { data: rows.map(toImport), count };
}

export async function findCallImport(
  db: Db,
  firm: FirmScope,
  id: string,
): Promise<CallImport | undefined> {
  const row = await selectImports(db, firm).where('callImports.id', '=', id).executeTakeFirst();
  return row && toImport(row);
}

/** How many calls of an import became entries, or were merged with one. Locks its calls. */
export async function lockDecidedCalls(trx: Trx, firm: FirmScope, id: string): Promise<number> {
  const rows = await trx
    .selectFrom('callRecords')
    .where('firmId', '=', firm.firmId)
    .where('importId', '=', id)
    .select('entryId')
    .forUpdate()
    .execute();
  return rows.filter(({ entryId }) => entryId !== null).length;
}

/**
 * Deletes the calls that the import added, but for those of which another road told too, and the
 * legs that it added to others.
 */
export async function revertCallImport(
  trx: Trx,
  firm: FirmScope,
  { sourceId, ...run }: Undo & { sourceId: string },
): Promise<void> {
  await moveToOtherRoads(trx, firm, sql`r.import_id = ${run.id}`);
  await forgetSeen(trx, firm, { road: 'file', importId: run.id });
  await sql`
    delete from call_records where firm_id = ${firm.firmId} and import_id = ${run.id}`.execute(trx);
  await sql`
    with extended as (
      select r.id, (select jsonb_object_agg(key, leg) from jsonb_each(r.legs) as l (key, leg)
        where leg->>'import' <> ${run.id}) as legs
      from call_records r
      where r.firm_id = ${firm.firmId} and r.source_id = ${sourceId}
        and exists (select from jsonb_each(r.legs) as l (key, leg)
          where leg->>'import' = ${run.id}))
    update call_records r set legs = e.legs,
      own_party = case when is_open then o.own_party else r.own_party end,
      started_at = case when is_open then o.started_at else r.started_at end,
      seconds = case when is_open then o.seconds else r.seconds end,
      direction = case when is_open then o.direction else r.direction end,
      other_party = case when is_open then o.other_party else r.other_party end,
      account_code = case when is_open then o.account_code else r.account_code end
    from extended e cross join lateral call_of_legs(${firm.firmId}, e.legs) o,
      lateral (select c.entry_id is null and not c.is_private as is_open
        from call_records c where c.firm_id = ${firm.firmId} and c.id = e.id) s
    where r.firm_id = ${firm.firmId} and r.id = e.id`.execute(trx);
  await markUndone(trx, firm, { ledger: 'callImports', ...run });
}

function selectImports(db: Db, firm: FirmScope) {
  return db
    .selectFrom('callImports')
    .innerJoin('users', 'users.id', 'callImports.userId')
    .innerJoin('callSources', 'callSources.id', 'callImports.sourceId')
    .leftJoin('users as undoers', 'undoers.id', 'callImports.undoneBy')
    .where('callImports.firmId', '=', firm.firmId)
    .whereRef('callSources.firmId', '=', 'callImports.firmId')
    .select([
      'callImports.id',
      'callImports.number',
      'callImports.sourceId',
      'callSources.name as sourceName',
      'callSources.system',
      'callSources.zone',
      'callImports.userId',
      'users.name as userName',
      'callImports.fileName',
      'callImports.createdAt',
      'callImports.added',
      'callImports.extended',
      'callImports.repeated',
      'callImports.unanswered',
      'callImports.internal',
      'callImports.private',
      'callImports.undoneAt',
      'undoers.name as undoneBy',
      sql<boolean | null>`call_imports.number = (select max(number) from call_imports i
        where i.firm_id = ${firm.firmId} and i.undone_at is null)`.as('isLast'),
    ]);
}

type ImportRow = Awaited<ReturnType<ReturnType<typeof selectImports>['execute']>>[number];

function toImport({ sourceId, sourceName, system, zone, ...row }: ImportRow): CallImport {
  return {
    ...toImportRecord(row),
    source: {
      _id: sourceId,
      name: sourceName,
      system: system as CallSystem, // checked when it was saved
      zone,
    },
  };
}
