import { role } from '@recoup/contract/access';
import type { Matter, UploadResult } from '@recoup/contract/matters';
import { sql } from 'kysely';
import type { FirmScope } from '../platform/actor.ts';
import type { Db, Trx } from '../platform/db.ts';
import { contains, type PageQuery, paged } from '../platform/db-query.ts';
import type { MatterRow } from './intake-types.ts';

type MatterFilter = { readonly search?: string | undefined; readonly status?: string | undefined; readonly attorney?: string | undefined };

/** A page of the firm's matters by number, and how many there are in all. */
export async function listMatters(db: Db, firm: FirmScope, query: MatterFilter & PageQuery): Promise<{ data: Matter[]; count: number }> {
  const matters = mattersOf(db, firm, query);
  const [rows, { count }] = await Promise.all([
    paged(
      matters
        .leftJoin('users', 'users.id', 'matters.attorneyId')
        .select([
          'matters.id',
          'matters.firmId',
          'matters.number',
          'matters.description',
          'matters.client',
          'matters.attorneyId',
          'users.name as attorneyName',
          'matters.status',
          'matters.opened',
        ])
        .orderBy(sql`lower(matters.number)`),
      query,
    ).execute(),
    matters.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { data: rows.map(toMatter), count };
}

/** Attorneys of the firm, to whom an uploaded file may refer by name. */
export async function listAttorneyNames(db: Db, firm: FirmScope): Promise<{ id: string; name: string; email: string }[]> {
  return db
    .selectFrom('users')
    .where('firmId', '=', firm.firmId)
    .where('role', '=', role.attorney)
    .select(['id', 'name', 'email'])
    .orderBy('id')
    .execute();
}

export async function hasMatter(db: Db, firm: FirmScope, id: string): Promise<boolean> {
  const row = await db.selectFrom('matters').where('firmId', '=', firm.firmId).where('id', '=', id).select('id').executeTakeFirst();
  return row !== undefined;
}

/** Imports of one firm wait for each other: two that overlap would count each other's matters as new. */
export async function lockImports(trx: Trx, firm: FirmScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('imports ' || ${firm.firmId}, 0))`.execute(trx);
}

/** Puts the rows of a file beside the matters, as many at once as PostgreSQL takes well. */
export async function stageRows(trx: Trx, rows: readonly (MatterRow & { id: string })[]): Promise<void> {
  await sql`create temporary table staged (id uuid, number text, description text, client text, attorney_id uuid, status text, opened date) on commit drop`.execute(
    trx,
  );
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const chunk = rows.slice(start, start + rowsAtOnce);
    await sql`
      insert into staged
      select * from unnest(
        ${chunk.map((row) => row.id)}::uuid[], ${chunk.map((row) => row.number)}::text[], ${chunk.map((row) => row.description)}::text[],
        ${chunk.map((row) => row.client)}::text[], ${chunk.map((row) => row.attorneyId)}::uuid[], ${chunk.map((row) => row.status)}::text[],
        ${chunk.map((row) => row.opened)}::date[])`.execute(trx);
  }
  await sql`create index on staged (lower(number))`.execute(trx);
  await sql`analyze staged`.execute(trx);
}

/** How the staged rows compare with the firm's matters. */
export async function compareStaged(trx: Trx, firm: FirmScope): Promise<UploadResult> {
  const { rows } = await sql<UploadResult>`
    select count(*) filter (where m.id is null)::int as created, count(*) filter (where m.id is not null and ${isChanged})::int as updated,
      count(*) filter (where m.id is not null and not ${isChanged})::int as unchanged,
      (count(*) filter (where m.id is null) + (select count(*) from matters where firm_id = ${firm.firmId}))::int as matters
    from staged s left join matters m on m.firm_id = ${firm.firmId} and lower(m.number) = lower(s.number)`.execute(trx);
  const [result] = rows;
  if (result === undefined) throw new Error('an aggregate gave no row');
  return result;
}

/** Records the import and what it changes, then changes it; in this order, so that undo has the earlier values. */
export async function applyStaged(
  trx: Trx,
  firm: FirmScope,
  run: UploadResult & { id: string; userId: string; fileName: string | null; sha256: Buffer; now: Date },
): Promise<void> {
  await sql`
    insert into imports (id, firm_id, number, user_id, file_name, sha256, created_at, created, updated, unchanged)
    select ${run.id}, ${firm.firmId}, coalesce(max(number), 0) + 1, ${run.userId}, ${run.fileName}, ${run.sha256}, ${run.now},
      ${run.created}, ${run.updated}, ${run.unchanged} from imports where firm_id = ${firm.firmId}`.execute(trx);
  await sql`
    with updated as (
      update matters m set description = s.description, client = s.client, attorney_id = s.attorney_id, status = s.status, opened = s.opened,
        version = m.version + 1, updated_at = ${run.now}
      from staged s, matters earlier
      where m.firm_id = ${firm.firmId} and lower(m.number) = lower(s.number) and earlier.id = m.id and ${isChanged}
      returning m.id, jsonb_build_object('description', earlier.description, 'client', earlier.client, 'attorneyId', earlier.attorney_id,
        'status', earlier.status, 'opened', earlier.opened) as before)
    insert into import_changes (firm_id, import_id, matter_id, before) select ${firm.firmId}, ${run.id}, id, before from updated`.execute(
    trx,
  );
  await sql`
    with created as (
      insert into matters (id, firm_id, number, description, client, attorney_id, status, opened, created_at, updated_at)
      select s.id, ${firm.firmId}, s.number, s.description, s.client, s.attorney_id, s.status, s.opened, ${run.now}, ${run.now}
      from staged s where not exists (select from matters m where m.firm_id = ${firm.firmId} and lower(m.number) = lower(s.number))
      returning id)
    insert into import_changes (firm_id, import_id, matter_id) select ${firm.firmId}, ${run.id}, id from created`.execute(trx);
}

const rowsAtOnce = 10_000;

const isChanged = sql`(m.description, m.client, m.attorney_id, m.status, m.opened)
  is distinct from (s.description, s.client, s.attorney_id, s.status, s.opened)`;

function mattersOf(db: Db, firm: FirmScope, filter: MatterFilter) {
  let query = db.selectFrom('matters').where('matters.firmId', '=', firm.firmId);
  if (filter.status !== undefined) query = query.where('matters.status', '=', filter.status);
  if (filter.attorney !== undefined) query = query.where('matters.attorneyId', '=', filter.attorney);
  if (filter.search === undefined || filter.search === '') return query;
  return query.where(
    contains(sql`lower(matters.number || E'\n' || coalesce(matters.client, '') || E'\n' || matters.description)`, filter.search),
  );
}

type MatterColumns = {
  id: string;
  firmId: string;
  number: string;
  description: string;
  client: string | null;
  attorneyId: string | null;
  attorneyName: string | null;
  status: string;
  opened: string | null;
};

function toMatter({ id, firmId, attorneyId, attorneyName, status, ...rest }: MatterColumns): Matter {
  return {
    ...rest,
    _id: id,
    firm: firmId,
    attorney: attorneyId === null ? null : { _id: attorneyId, name: attorneyName ?? '' },
    status: status as Matter['status'], // a check constraint holds it to these
  };
}
