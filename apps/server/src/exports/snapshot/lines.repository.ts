import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Trx } from '../../platform/database/connections.ts';
import { type CopyOut, readCopiedTexts } from '../../platform/database/copy-out.ts';
import { narrationInFiles } from '../../platform/database/narration-in-files.ts';
import {
  type Extra,
  extraColumns,
  extraGroups,
  extras,
  netCents,
  textCell,
} from './extra-columns.repository.ts';

export type Period = { from?: string | undefined; to?: string | undefined };
/** Limited to an attorney, or to days. */
export type OpenEntries = Period & {
  attorney?: string | undefined;
  days?: readonly string[] | undefined;
};
/** The entries that a closing export has claimed, all of a period, or those that are not locked. */
export type Lines = { claimedBy: string } | { period: Period } | { open: OpenEntries };

/** Large against the round trip, small enough for the young generation of the heap. */
const batch = 2_500;

type LinesWithExtras = Lines & { extras: readonly Extra[] };

/**
 * The lines in batches, by day and order of recording, in the format of `csvLineEncoder`, for a
 * reader that may stop early.
 */
export async function* readExportLines(trx: Trx, firm: FirmScope, what: LinesWithExtras) {
  await prepareForLines(trx);
  // Planned for its first rows: by an index in their order, as sorting would delay all of them.
  await sql`declare lines no scroll cursor for ${selectLines(firm, what)}`.execute(trx);
  const plain = trx.withoutPlugins();
  const fetchNext = async () =>
    sql<{ line: string }>`${sql.raw(`fetch forward ${batch} from lines`)}`.execute(plain);
  let next = fetchNext();
  try {
    for (let isLast = false; !isLast; ) {
      const { rows } = await next;
      isLast = rows.length < batch;
      // The database prepares the next batch while this one is used.
      if (!isLast) next = fetchNext();
      // Awaited when the reader asks again; until then a lost connection must not end the process.
      next.catch(() => {});
      await yieldToEventLoop();
      if (rows.length > 0) yield rows.map(({ line }) => line);
    }
  } finally {
    await next.catch(() => {});
    await sql`close lines`.execute(trx).catch(() => {});
  }
}

/** As `readExportLines`, twice as fast, for a reader that takes them all. */
export async function* copyExportLines(
  { trx, copyOut }: { trx: Trx; copyOut: CopyOut },
  firm: FirmScope,
  what: LinesWithExtras,
): AsyncGenerator<string[]> {
  await prepareForLines(trx);
  // By the index of a firm's days: sorting a million lines takes seconds before the first one.
  if ('period' in what) await sql`set local enable_sort = off`.execute(trx);
  yield* readCopiedTexts(copyOut(selectLines(firm, what).compile(trx)));
  await sql`set local enable_sort = on`.execute(trx);
}

async function prepareForLines(trx: Trx): Promise<void> {
  // A million rows take longer than a page may.
  await sql`set local statement_timeout = '10min'`.execute(trx);
  await sql`set local datestyle = 'ISO, YMD'`.execute(trx);
}

function selectLines(firm: FirmScope, what: LinesWithExtras) {
  // One text a line: objects of ten cells take pg three times as long. `offset 0` keeps the lateral
  // queries apart, so that PostgreSQL caches (memoizes) what many lines share.
  return sql`
    select concat_ws(chr(30), entries.date, matter.cells, attorney.cells, type.cells,
      coalesce(entries.minutes::text, ''), coalesce(entries.quantity::text, ''),
      entries.amount_cents, replace(coalesce(${narrationInFiles}, ''), chr(30), '')
      ${sql.join(
        extraColumns(what.extras).map(({ cell }) => sql`, ${cell}`),
        sql``,
      )}
    ) as line
    from entries
    join lateral (select ${cells('number', 'client', 'description')} from matters m
      where m.firm_id = ${firm.firmId} and m.id = entries.matter_id offset 0) matter on true
    join lateral (select ${cells('name')} from users
      where id = entries.attorney_id offset 0) attorney on true
    join lateral (select ${cells('title')} from disbursement_types
      where firm_id = ${firm.firmId} and id = entries.disbursement_type_id offset 0) type on true
    where entries.firm_id = ${firm.firmId} and ${isIncluded(what)}
    order by entries.date, entries.id`;
}

function isIncluded(what: Lines) {
  if ('period' in what) return isInPeriod(what.period);
  return 'open' in what ? isOpen(what.open) : sql`entries.export_id = ${what.claimedBy}`;
}

function isOpen({ attorney, days, ...period }: OpenEntries) {
  return sql`entries.export_id is null and ${isInPeriod(period)}
    ${attorney === undefined ? sql`` : sql`and entries.attorney_id = ${attorney}`}
    ${days === undefined ? sql`` : sql`and entries.date = any(${days}::date[])`}`;
}

/** Facts about the lines beside the ten columns; sums in cents are null without VAT. */
export type LineFacts = {
  rowCount: number;
  extras: Extra[];
  netCents: bigint | null;
  vatCents: bigint | null;
  typeIds: TypeIds;
};
export type TypeIds = Readonly<Record<string, readonly string[]>>;

export async function findLineFacts(trx: Trx, firm: FirmScope, what: Lines): Promise<LineFacts> {
  const areUsed = extras.map(
    (each) => sql`bool_or(${extraGroups[each].isUsed}) as ${sql.id(each)}`,
  );
  const { rows } = await sql<FactsOfType>`
    select t.id, t.title, e.*, f.is_vat_vendor as "isVendor"
    from (
      select entries.disbursement_type_id, count(*) as "rowCount",
        ${sql.join(areUsed)},
        sum(${netCents})::text as "netCents", sum(entries.vat_cents)::text as "vatCents"
      from entries where entries.firm_id = ${firm.firmId} and ${isIncluded(what)}
      group by 1
    ) e
    join disbursement_types t on t.firm_id = ${firm.firmId} and t.id = e.disbursement_type_id
    join firms f on f.id = ${firm.firmId}
    order by t.id`.execute(trx.withoutPlugins());
  const found = extras.filter((each) =>
    rows.some((row) => row[each] || (each === 'vat' && row.isVendor)),
  );
  const sum = (name: 'netCents' | 'vatCents') =>
    found.includes('vat') ? rows.reduce((total, row) => total + BigInt(row[name]), 0n) : null;
  const typeIds: Record<string, string[]> = {};
  for (const { id, title } of rows) (typeIds[title] ??= []).push(id);
  return {
    rowCount: rows.reduce((total, row) => total + row.rowCount, 0),
    extras: found,
    netCents: sum('netCents'),
    vatCents: sum('vatCents'),
    typeIds,
  };
}

type FactsOfType = Record<Extra | 'isVendor', boolean> &
  Record<'id' | 'title' | 'netCents' | 'vatCents', string> & { rowCount: number };

/** Days as text, so that all statements compare alike. */
export function isInPeriod(period: Period) {
  const [from, to] = [period.from ?? null, period.to ?? null];
  return sql`(${from}::date is null or entries.date >= ${from}::date)
    and (${to}::date is null or entries.date <= ${to}::date)`;
}

function cells(...columns: readonly string[]) {
  const texts = columns.map((column) => textCell(sql.ref(column)));
  return sql`concat_ws(chr(31), ${sql.join(texts)}) as cells`;
}
