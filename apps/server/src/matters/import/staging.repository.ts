import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { newId } from '@recoup/contract/core/ids';
import type { ColumnMapping, UploadResult } from '@recoup/contract/matters/endpoints';
import type { ImportPreview } from '@recoup/contract/matters/import-endpoints';
import { sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { CopyIn, Trx } from '../../platform/database/connections.ts';
import type { MatterRow } from '../csv/parser-types.ts';

/** Takes rows while the file is being read; no other query may run on the transaction before `end`. */
export type StagingTable = { add(rows: readonly MatterRow[]): Promise<void>; end(): Promise<void> };

/** A file of a million rows may take minutes; no other transaction is given that long. */
export async function allowLongStatements(trx: Trx): Promise<void> {
  await sql`set local statement_timeout = '15min'`.execute(trx);
}

/** Makes the place beside the matters in which the rows of a file are compared with them. It is gone with the transaction. */
export async function createStagingTable(trx: Trx, copyIn: CopyIn): Promise<StagingTable> {
  await sql`
    create temporary table staged (row_number integer, id uuid, number text, description text, client text, attorney_id uuid, status text,
      opened date, opened_month_first date, key text generated always as (lower(number)) stored) on commit drop`.execute(
    trx,
  );
  const stream = copyIn(
    'copy staged (row_number, id, number, description, client, attorney_id, status, opened, opened_month_first) from stdin',
  );
  const ended = finished(stream);
  // Whoever waits for the end is told; until then a broken connection must not end the process.
  ended.catch(() => {});
  const held = { lines: '' };
  return {
    async add(rows) {
      held.lines += toLines(rows);
      if (held.lines.length < batchLength) return;
      const lines = held.lines;
      held.lines = '';
      if (!stream.write(lines)) await Promise.race([once(stream, 'drain'), ended]);
    },
    async end() {
      stream.end(held.lines);
      await ended;
    },
  };
}

/** Keeps the reading of the dates that holds, and drops the rows whose date is none in it. */
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
 * Rows whose number is that of an earlier row though reading did not notice: a very large file, or a letter whose other case the
 * database knows and we do not. They are taken out.
 */
export async function dropRepeatedRows(
  trx: Trx,
): Promise<{ row: number; number: string; first: number }[]> {
  const { rows: repeated } = await sql<{
    key: string;
  }>`select key from staged group by key having count(*) > 1 limit 200`.execute(trx);
  if (repeated.length === 0) return [];
  const { rows } = await sql<{ row: number; number: string; first: number }>`
    delete from staged later using (select key, min(row_number) as first from staged group by key having count(*) > 1) earlier
    where later.key = earlier.key and later.row_number > earlier.first
    returning later.row_number as row, later.number, earlier.first`.execute(trx);
  return rows.toSorted((a, b) => a.row - b.row);
}

/** How the staged rows compare with the firm's matters. */
export async function compareStaged(
  trx: Trx,
  firm: FirmScope,
  mapping: ColumnMapping,
): Promise<UploadResult> {
  const isChanged = changesMatter(mapping);
  const { rows } = await sql<UploadResult>`
    select count(*) filter (where m.id is null)::int as created, count(*) filter (where m.id is not null and ${isChanged})::int as updated,
      count(*) filter (where m.id is not null and not ${isChanged})::int as unchanged,
      (count(*) filter (where m.id is null) + (select count(*) from matters where firm_id = ${firm.firmId}))::int as matters
    from staged s left join matters m on m.firm_id = ${firm.firmId} and lower(m.number) = s.key`.execute(
    trx,
  );
  const [result] = rows;
  if (!result) throw new Error('an aggregate gave no row');
  return result;
}

/** The first rows as their matters would read afterwards. */
export async function listFirstStaged(
  trx: Trx,
  firm: FirmScope,
  { mapping, most }: { mapping: ColumnMapping; most: number },
): Promise<ImportPreview['rows']> {
  const { client, attorneyId, status, opened } = valuesAfter(mapping);
  const { rows } = await sql<ImportPreview['rows'][number]>`
    select s.row_number as row, s.number, s.description, ${client} as client, u.name as attorney, coalesce(${status}, 'Open') as status,
      ${opened}::text as opened
    from (select * from staged order by row_number limit ${most}) s
      left join matters m on m.firm_id = ${firm.firmId} and lower(m.number) = s.key
      left join users u on u.firm_id = ${firm.firmId} and u.id = ${attorneyId}
    order by s.row_number`.execute(trx);
  return rows;
}

/** Changes the matters that are there already, and keeps their earlier values for an undo. */
export async function updateFromStage(
  trx: Trx,
  firm: FirmScope,
  run: { id: string; now: Date; mapping: ColumnMapping },
): Promise<void> {
  const { client, attorneyId, status, opened } = valuesAfter(run.mapping);
  await sql`
    with updated as (
      update matters m set description = s.description, client = ${client}, attorney_id = ${attorneyId}, status = ${status},
        opened = ${opened}, version = m.version + 1, updated_at = ${run.now}
      from staged s, matters earlier
      where m.firm_id = ${firm.firmId} and lower(m.number) = s.key and earlier.id = m.id and ${changesMatter(run.mapping)}
      returning m.id, jsonb_build_object('description', earlier.description, 'client', earlier.client, 'attorneyId', earlier.attorney_id,
        'status', earlier.status, 'opened', earlier.opened, 'updatedAt', earlier.updated_at) as before)
    insert into import_changes (firm_id, import_id, matter_id, before) select ${firm.firmId}, ${run.id}, id, before from updated`.execute(
    trx,
  );
}

/** Adds the matters that are new, each with the import that it came by. */
export async function insertFromStage(
  trx: Trx,
  firm: FirmScope,
  run: { id: string; now: Date },
): Promise<void> {
  await sql`
    insert into matters (id, firm_id, number, description, client, attorney_id, status, opened, import_id, created_at, updated_at)
    select s.id, ${firm.firmId}, s.number, s.description, s.client, s.attorney_id, coalesce(s.status, 'Open'), s.opened, ${run.id},
      ${run.now}, ${run.now}
    from staged s where not exists (select from matters m where m.firm_id = ${firm.firmId} and lower(m.number) = s.key)`.execute(
    trx,
  );
}

/**
 * What the matter `m` holds after the staged row `s`: what the file has no column for stays as it is, while an empty cell takes the
 * value away. The status alone cannot be taken away.
 */
function valuesAfter(mapping: ColumnMapping) {
  const value = (field: keyof ColumnMapping, column: string) =>
    sql.ref(`${mapping[field] === undefined ? 'm' : 's'}.${column}`);
  return {
    client: value('client', 'client'),
    attorneyId: value('attorney', 'attorney_id'),
    status: sql`coalesce(s.status, m.status)`,
    opened: value('opened', 'opened'),
  };
}

function changesMatter(mapping: ColumnMapping) {
  const { client, attorneyId, status, opened } = valuesAfter(mapping);
  return sql`((m.description, m.client, m.attorney_id, m.status, m.opened)
    is distinct from (s.description, ${client}, ${attorneyId}, ${status}, ${opened}))`;
}

function toLines(rows: readonly MatterRow[]): string {
  const ids = newIds(rows.length);
  return rows.map((row, at) => toLine(row, ids[at] ?? newId())).join('');
}

function toLine(row: MatterRow, id: string): string {
  const { number, description, client, attorneyId, status, opened, openedMonthFirst } = row;
  const cells = [
    cell(number),
    cell(description),
    cell(client),
    attorneyId ?? none,
    status ?? none,
    opened ?? none,
    openedMonthFirst ?? none,
  ];
  return `${row.row}\t${id}\t${cells.join('\t')}\n`;
}

/** As `newId` makes them, for many rows at once: a tenth of the time, which a million rows feel. */
function newIds(count: number): string[] {
  const time = Date.now().toString(16).padStart(12, '0');
  const random = randomBytes(10 * count).toString('hex');
  return Array.from({ length: count }, (_, at) => {
    const hex = random.slice(20 * at, 20 * at + 20);
    const variant = '89ab'[Number.parseInt(hex.charAt(3), 16) & 3] ?? '8';
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-${variant}${hex.slice(4, 7)}-${hex.slice(7, 19)}`;
  });
}

/** Characters; a message to the database for each few rows would cost more than the rows. */
const batchLength = 1 << 15;
const none = '\\N';
const special = /[\\\n\r\t]/;
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A value in the text format of COPY. */
function cell(value: string | null): string {
  if (value === null) return none;
  return special.test(value)
    ? value.replace(/[\\\n\r\t]/g, (mark) => escapes[mark] ?? mark)
    : value;
}
