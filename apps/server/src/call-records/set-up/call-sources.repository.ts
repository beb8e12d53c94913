import type { CallSystem } from '@recoup/contract/call-records/rules';
import type { CallSource } from '@recoup/contract/call-records/set-up-endpoints';
import { sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { foldedText } from '../../platform/database/pagination-and-search.ts';
import { hashHeader } from '../../platform/imports/imports.ts';

export type StoredSource = Omit<CallSource, '_id' | 'imports'> & { id: string };

export async function listCallSources(db: Db, firm: FirmScope): Promise<CallSource[]> {
  const { rows } = await sql<Omit<CallSource, '_id'> & { id: string }>`
    select id, system, name, zone, outside_prefix as "outsidePrefix", mapping,
      (select count(*)::int from call_imports i
        where i.firm_id = s.firm_id and i.source_id = s.id) as imports
    from call_sources s where firm_id = ${firm.firmId} order by ${foldedText(sql`name`)}`.execute(
    db,
  );
  return rows.map(({ id, ...row }) => ({ _id: id, ...row }));
}

type Wanted = { source?: string | undefined; system: CallSystem; columns: readonly string[] };

/**
 * The source of that id, name or system. Without one, the first of the system that the content
 * tells, or of any other CSV the one whose mapping was chosen for these columns.
 */
export async function findCallSource(
  db: Db,
  firm: FirmScope,
  {
    source = null,
    system,
    columns,
  }: Omit<Wanted, 'source'> & { source?: string | null | undefined },
): Promise<StoredSource | undefined> {
  const { rows } = await sql<StoredSource>`
    select id, system, name, zone, outside_prefix as "outsidePrefix", mapping
    from call_sources
    where firm_id = ${firm.firmId} and case when ${source}::text is not null
        then ${source} = id::text or lower(${source}) = lower(name) or ${source} = system
        else system = ${system}
          and (system <> 'csv' or header_hash = ${hashHeader(columns)}) end
    order by id::text = ${source} desc, lower(name) = lower(${source}) desc, created_at, id
    limit 1`.execute(db);
  return rows[0];
}

export async function insertCallSource(
  trx: Trx,
  firm: FirmScope,
  { now, ...source }: StoredSource & { now: Date },
): Promise<void> {
  await trx
    .insertInto('callSources')
    .values({
      ...source,
      mapping: JSON.stringify(source.mapping),
      firmId: firm.firmId,
      createdAt: now,
    })
    .execute();
}

export async function updateCallSource(
  trx: Trx,
  firm: FirmScope,
  { id, mapping, ...values }: StoredSource,
): Promise<void> {
  await trx
    .updateTable('callSources')
    .set({ ...values, mapping: JSON.stringify(mapping) })
    .where('firmId', '=', firm.firmId)
    .where('id', '=', id)
    .execute();
}

/** Stores the settings of the last import of a source; the mapping is for these columns. */
export async function rememberColumns(
  trx: Trx,
  firm: FirmScope,
  of: Omit<StoredSource, 'name' | 'system'> & { columns: readonly string[] },
): Promise<void> {
  const { id, columns, mapping, ...settings } = of;
  await trx
    .updateTable('callSources')
    .set({ ...settings, mapping: JSON.stringify(mapping), headerHash: hashHeader(columns) })
    .where('firmId', '=', firm.firmId)
    .where('id', '=', id)
    .execute();
}

export async function deleteCallSources(
  trx: Trx,
  firm: FirmScope,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom('callSources')
    .where('firmId', '=', firm.firmId)
    .where('id', 'in', ids)
    .execute();
}
