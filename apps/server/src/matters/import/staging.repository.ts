import type { ColumnMapping, UploadResult } from '@recoup/contract/matters/endpoints';
import {
  type ImportPreview,
  changeableFields,
  type PreviewChange,
} from '@recoup/contract/matters/import-endpoints';
import { type RawBuilder, sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { CopyIn, Trx } from '../../platform/database/connections.ts';
import { startCopy, copyCell as cell } from '../../platform/database/copy-rows.ts';
import type { MatterRow } from '../csv/parser-types.ts';
import { randomBytes } from 'node:crypto';
import { newId } from '@recoup/contract/core/ids';
import type { Stage } from '../../platform/imports/imports.ts';

/** A temporary table, in which the rows of a file are compared with the matters. */
export async function createStagingTable(trx: Trx, copyIn: CopyIn): Promise<Stage<MatterRow>> {
  await sql`
    create temporary table staged (row_number integer, id uuid, number text, description text,
      client text, attorney_id uuid, status text, opened date, opened_month_first date,
      phones text[],
      key text generated always as (lower(number)) stored) on commit drop`.execute(trx);
  const copy = startCopy(
    copyIn,
    `copy staged (row_number, id, number, description, client, attorney_id, status, opened,
      opened_month_first, phones) from stdin`,
  );
  return { add: async (rows) => copy.add(toCopyLines(rows)), end: async () => copy.end() };
}

/** Keeps the dates in the order that holds, and deletes rows whose date is invalid in it. */
export async function finalizeStaging(trx: Trx, isMonthFirst: boolean): Promise<void> {
  if (isMonthFirst) {
    await sql`alter table staged rename column opened to opened_day_first`.execute(trx);
    await sql`alter table staged rename column opened_month_first to opened`.execute(trx);
  }
  const other = sql.ref(isMonthFirst ? 'opened_day_first' : 'opened_month_first');
  await sql`delete from staged where opened is null and ${other} is not null`.execute(trx);
  await sql`analyze staged`.execute(trx);
}

/**
 * Deletes and returns rows that repeat a number, where the parser did not notice: in very large
 * files, or for letters whose other case only PostgreSQL knows.
 */
export async function dropRepeatedRows(trx: Trx) {
  const { rows: repeated } = await sql`
    select key from staged group by key having count(*) > 1 limit 200`.execute(trx);
  if (repeated.length === 0) return [];
  const { rows } = await sql<{ row: number; number: string; first: number }>`
    delete from staged later
    using (select key, min(row_number) as first from staged
      group by key having count(*) > 1) earlier
    where later.key = earlier.key and later.row_number > earlier.first
    returning later.row_number as row, later.number, earlier.first`.execute(trx);
  return rows.toSorted((a, b) => a.row - b.row);
}

export async function compareStaged(trx: Trx, firm: FirmScope, mapping: ColumnMapping) {
  const isChanged = changesMatter(mapping);
  const { rows } = await sql<UploadResult>`
    select ${countStaged(firm, isChanged)} from ${stagedAndMatters(firm)}`.execute(trx);
  const [result] = rows;
  if (!result) throw new Error('an aggregate gave no row');
  return result;
}

/**
 * As `compareStaged`, with the numbers of the first changed rows. Comparing a million rows twice
 * would take twice as long, so one pass collects the numbers of all changed rows.
 */
export async function compareAndFindChanged(
  trx: Trx,
  firm: FirmScope,
  { mapping, limit }: { mapping: ColumnMapping; limit: number },
): Promise<{ counts: UploadResult; changedRows: number[] }> {
  const isChanged = changesMatter(mapping);
  const { rows } = await sql<UploadResult & { changedRows: number[] }>`
    with compared as (
      select ${countStaged(firm, isChanged)},
        array_agg(s.row_number) filter (where m.id is not null and ${isChanged}) as numbers
      from ${stagedAndMatters(firm)})
    select created, updated, unchanged, matters,
      array(select number from unnest(numbers) as number order by number limit ${limit})
        as "changedRows"
    from compared`.execute(trx);
  const [result] = rows;
  if (!result) throw new Error('an aggregate gave no row');
  const { changedRows, ...counts } = result;
  return { counts, changedRows };
}

function countStaged(firm: FirmScope, isChanged: RawBuilder<unknown>) {
  return sql`count(*) filter (where m.id is null)::int as created,
      count(*) filter (where m.id is not null and ${isChanged})::int as updated,
      count(*) filter (where m.id is not null and not ${isChanged})::int as unchanged,
      (count(*) filter (where m.id is null)
        + (select count(*) from matters where firm_id = ${firm.firmId}))::int as matters`;
}

function stagedAndMatters(firm: FirmScope) {
  return sql`staged s
    left join matters m on m.firm_id = ${firm.firmId} and lower(m.number) = s.key`;
}

/** The first rows as matters after the import. */
export async function listFirstStaged(
  trx: Trx,
  firm: FirmScope,
  { mapping, limit }: { mapping: ColumnMapping; limit: number },
): Promise<ImportPreview['rows']> {
  const { client, attorneyId, status, opened, phones } = valuesAfter(mapping);
  const { rows } = await sql<ImportPreview['rows'][number]>`
    select s.row_number as row, s.number, s.description, ${client} as client,
      u.name as attorney, coalesce(${status}, 'Open') as status, ${opened}::text as opened,
      coalesce(${phones}, '{}') as phones
    from (select * from staged order by row_number limit ${limit}) s
      left join matters m on m.firm_id = ${firm.firmId} and lower(m.number) = s.key
      left join users u on u.firm_id = ${firm.firmId} and u.id = ${attorneyId}
    order by s.row_number`.execute(trx);
  return rows;
}

/** Updates existing matters, and keeps their earlier values for an undo. */
export async function updateFromStage(
  trx: Trx,
  firm: FirmScope,
  run: { id: string; now: Date; mapping: ColumnMapping },
): Promise<void> {
  const { client, attorneyId, status, opened, phones } = valuesAfter(run.mapping);
  await sql`
    with updated as (
      update matters m set description = s.description, client = ${client},
        attorney_id = ${attorneyId}, status = ${status}, opened = ${opened},
        phones = ${phones}, version = m.version + 1, updated_at = ${run.now}
      from staged s, matters earlier
      where m.firm_id = ${firm.firmId} and lower(m.number) = s.key
        and earlier.firm_id = m.firm_id and earlier.id = m.id and ${changesMatter(run.mapping)}
      returning m.id, jsonb_build_object('description', earlier.description,
        'client', earlier.client, 'attorneyId', earlier.attorney_id, 'status', earlier.status,
        'opened', earlier.opened, 'phones', earlier.phones,
        'updatedAt', earlier.updated_at) as before)
    insert into import_changes (firm_id, import_id, matter_id, before)
    select ${firm.firmId}, ${run.id}, id, before from updated`.execute(trx);
}

/** Inserts the new matters, each with its import. */
export async function insertFromStage(trx: Trx, firm: FirmScope, run: { id: string; now: Date }) {
  await sql`
    insert into matters (id, firm_id, number, description, client, attorney_id, status, opened,
      phones, import_id, created_at, updated_at)
    select s.id, ${firm.firmId}, s.number, s.description, s.client, s.attorney_id,
      coalesce(s.status, 'Open'), s.opened, s.phones, ${run.id}, ${run.now}, ${run.now}
    from staged s where not exists (
      select from matters m where m.firm_id = ${firm.firmId} and lower(m.number) = s.key)`.execute(
    trx,
  );
}

/**
 * The values of matter `m` after the staged row `s`: a missing column keeps the value, an empty
 * cell clears it. Only the status cannot be cleared.
 */
function valuesAfter(mapping: ColumnMapping) {
  const value = (field: keyof ColumnMapping, column: string) =>
    sql.ref(`${mapping[field] === undefined ? 'm' : 's'}.${column}`);
  return {
    client: value('client', 'client'),
    attorneyId: value('attorney', 'attorney_id'),
    status: sql`coalesce(s.status, m.status)`,
    opened: value('opened', 'opened'),
    phones: value('phones', 'phones'),
  };
}

function changesMatter(mapping: ColumnMapping) {
  const { client, attorneyId, status, opened, phones } = valuesAfter(mapping);
  return sql`((m.description, m.client, m.attorney_id, m.status, m.opened, m.phones)
    is distinct from (s.description, ${client}, ${attorneyId}, ${status}, ${opened},
      ${phones}))`;
}

/** Rows in the text format of COPY. */
function toCopyLines(rows: readonly MatterRow[]): string {
  const ids = newIds(rows.length);
  return rows.map((row, at) => toLine(row, ids[at] ?? newId())).join('');
}

function toLine(row: MatterRow, id: string): string {
  const { number, description, client, attorneyId, status, opened, openedMonthFirst, phones } = row;
  const cells = [
    cell(number),
    cell(description),
    cell(client),
    cell(attorneyId),
    cell(status),
    cell(opened),
    cell(openedMonthFirst),
    `{${phones.join(',')}}`,
  ];
  return `${row.row}\t${id}\t${cells.join('\t')}\n`;
}

/** As `newId`, for many rows at once: ten times as fast. */
function newIds(count: number): string[] {
  const time = Date.now().toString(16).padStart(12, '0');
  const random = randomBytes(10 * count).toString('hex');
  return Array.from({ length: count }, (_, at) => {
    const hex = random.slice(20 * at, 20 * at + 20);
    const variant = '89ab'[Number.parseInt(hex.charAt(3), 16) & 3] ?? '8';
    const rest = `7${hex.slice(0, 3)}-${variant}${hex.slice(4, 7)}-${hex.slice(7, 19)}`;
    return `${time.slice(0, 8)}-${time.slice(8)}-${rest}`;
  });
}

/**
 * New numbers that differ from an existing one only in leading zeros, as sentences: a spreadsheet
 * drops them, and the file would add each of its matters a second time.
 */
export async function listLostZeros(trx: Trx, firm: FirmScope): Promise<string[]> {
  const { rows } = await sql<{ count: number; row: number; number: string; existing: string }>`
    with created as (
      select s.row_number, s.number, ltrim(s.key, '0') as bare from staged s
      where not exists (
        select from matters m where m.firm_id = ${firm.firmId} and lower(m.number) = s.key)),
    alike as (
      select distinct on (c.row_number) c.row_number, c.number, m.number as existing
      from created c
        join matters m on m.firm_id = ${firm.firmId} and ltrim(lower(m.number), '0') = c.bare
      order by c.row_number, m.number)
    select count(*) over ()::int as count, row_number as row, number, existing
    from alike order by row_number limit 1`.execute(trx);
  return rows.map(({ count, row, number, existing }) => {
    const numbers = count === 1 ? 'One new number differs' : `${count} new numbers differ`;
    return (
      `${numbers} from an existing one only in leading zeros, such as “${number}” in row ${row} ` +
      `from “${existing}”. A spreadsheet drops such zeros. If these are the same matters, ` +
      'correct the numbers, or each becomes a second matter.'
    );
  });
}

type Values = Record<(typeof changeableFields)[number], string | null> & {
  attorneyId: string | null;
};
type Row = { row: number; number: string; before: Values; after: Values };

/** The changes that an import would make to the matters of these rows. */
export async function listChanges(
  trx: Trx,
  firm: FirmScope,
  { mapping, changedRows }: { mapping: ColumnMapping; changedRows: readonly number[] },
): Promise<PreviewChange[]> {
  if (changedRows.length === 0) return [];
  const { client, attorneyId, status, opened, phones } = valuesAfter(mapping);
  const { rows } = await sql<Row>`
    with changed as (
      select s.row_number, m.number, m.description, m.client, m.attorney_id, m.status, m.opened,
        array_to_string(m.phones, ', ') as phones,
        s.description as new_description, ${client} as new_client,
        ${attorneyId} as new_attorney_id, ${status} as new_status, ${opened} as new_opened,
        array_to_string(${phones}, ', ') as new_phones
      from staged s join matters m on m.firm_id = ${firm.firmId} and lower(m.number) = s.key
      where s.row_number = any(${changedRows}))
    select row_number as row, number,
      jsonb_build_object('description', description, 'client', client, 'attorney', earlier.name,
        'attorneyId', attorney_id, 'status', c.status, 'opened', opened,
        'phones', nullif(phones, '')) as before,
      jsonb_build_object('description', new_description, 'client', new_client,
        'attorney', later.name, 'attorneyId', new_attorney_id, 'status', new_status,
        'opened', new_opened, 'phones', nullif(new_phones, '')) as after
    from changed c
      left join users earlier on earlier.firm_id = ${firm.firmId} and earlier.id = c.attorney_id
      left join users later on later.firm_id = ${firm.firmId} and later.id = c.new_attorney_id
    order by row_number`.execute(trx);
  return rows.map(toChange);
}

/** Two attorneys may have the same name. */
function toChange({ row, number, before, after }: Row): PreviewChange {
  const changed = changeableFields.filter((field) =>
    field === 'attorney' ? before.attorneyId !== after.attorneyId : before[field] !== after[field],
  );
  return {
    row,
    number,
    fields: changed.map((field) => ({ field, before: before[field], after: after[field] })),
  };
}
