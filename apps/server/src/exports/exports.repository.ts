import {
  type CsvDelimiter,
  type CsvProfile,
  defaultCsvDelimiter,
} from '@recoup/contract/exports/files';
import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import { lockName } from '../platform/database/advisory-lock.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import {
  type LineFacts,
  type Period,
  type TypeIds,
  isInPeriod,
} from './snapshot/lines.repository.ts';
import { isFirmRow } from '../platform/database/firm-row.ts';
import { toRandTotal } from '@recoup/contract/core/money';
import { toVatTotals } from '@recoup/contract/vat/totals';
import { type Extra, netCents } from './snapshot/extra-columns.repository.ts';

export type NewExport = Period &
  LineFacts & {
    id: string;
    number: number;
    closing: boolean;
    userId: string;
    now: Date;
    sumCents: bigint;
    byteCount: number;
    sha256: Buffer;
    /** The earlier export with the same lines. */
    partsOf: string | null;
    /** Why it is closed although so many blocking exceptions are open. */
    override: Override | null;
  };
export type Override = { reason: string; exceptions: number };

/**
 * The firm's next number, under which the ledger lists the export. Until the transaction ends, no
 * other export of the firm gets one.
 */
export async function nextExportNumber(trx: Trx, firm: FirmScope): Promise<number> {
  await sql`set local lock_timeout = '2min'`.execute(trx);
  // The usual timeout would end the wait for the lock.
  await sql`set local statement_timeout = '10min'`.execute(trx);
  await lockName(trx, `exports ${firm.firmId}`);
  const last = await trx
    .selectFrom('exports')
    .where('firmId', '=', firm.firmId)
    .select((eb) => eb.fn.max('number').as('number'))
    .executeTakeFirst();
  return (last?.number ?? 0) + 1;
}

/**
 * Throws PostgreSQL's error where nothing is stored: of a standby, or of a primary whose commits
 * wait for one. Each row that refers to the firm has the same lock.
 */
export async function requireWritable(trx: Trx, firm: FirmScope): Promise<void> {
  const firms = trx.selectFrom('firms').select('id').where('id', '=', firm.firmId);
  await firms.forKeyShare().execute();
}

export async function insertExport(trx: Trx, firm: FirmScope, run: NewExport): Promise<void> {
  const { now: createdAt, from, to, sumCents, override, ...more } = run;
  const { extras: extraColumns, netCents: net, vatCents: vat, typeIds, ...values } = more;
  await trx
    .insertInto('exports')
    .values({
      ...values,
      sumCents: String(sumCents),
      netCents: net === null ? null : String(net),
      vatCents: vat === null ? null : String(vat),
      extraColumns: [...extraColumns],
      typeIds: JSON.stringify(typeIds),
      firmId: firm.firmId,
      createdAt,
      fromDate: from ?? null,
      toDate: to ?? null,
      overrideReason: override?.reason ?? null,
      overridden: override?.exceptions ?? null,
      letterhead: await insertLetterhead(trx, firm),
    })
    .execute();
}

/** Stores the facts of the firm that XLSX and PDF go on to show. Returns their hash. */
async function insertLetterhead(trx: Trx, firm: FirmScope): Promise<Buffer> {
  const vatNumber = sql<string | null>`case when is_vat_vendor then vat_number end`;
  const hash = sql<Buffer>`sha256(convert_to(name, 'UTF8') || '\\x00' || coalesce(logo, '')
    || coalesce('\\x00' || convert_to(${vatNumber}, 'UTF8'), ''))`;
  const { sha256, ...shown } = await trx
    .selectFrom('firms')
    .where('id', '=', firm.firmId)
    .select(['name', 'logo', vatNumber.as('vatNumber'), hash.as('sha256')])
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('letterheads')
    .values({ firmId: firm.firmId, sha256, ...shown })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return sha256;
}

export async function markReopened(
  trx: Trx,
  firm: FirmScope,
  reopening: { id: string; userId: string; reason: string; now: Date },
): Promise<void> {
  const { id, userId, reason, now } = reopening;
  await trx
    .updateTable('exports')
    .set({ reopenedAt: now, reopenedBy: userId, reopenReason: reason })
    .where(isFirmRow(firm, id))
    .execute();
}

/** The first user to fetch the file of a closed export is the one who took it. */
export async function markExportTaken(
  trx: Trx,
  firm: FirmScope,
  { id, now }: { id: string; now: Date },
) {
  await trx
    .updateTable('exports')
    .set({ fetchedAt: now })
    .where(isFirmRow(firm, id))
    .where('fetchedAt', 'is', null)
    .execute();
}

/** The data of a file beside its lines. */
export type ExportSummary = NonNullable<Awaited<ReturnType<typeof findExportSummary>>>;

export async function findExportSummary(db: Db, firm: FirmScope, id: string) {
  return selectSummaries(db, firm).where('exports.id', '=', id).executeTakeFirst();
}

export async function lockExportSummary(trx: Trx, firm: FirmScope, id: string) {
  return selectSummaries(trx, firm)
    .where('exports.id', '=', id)
    .forUpdate('exports')
    .executeTakeFirst();
}

export async function findLatestExportSummary(db: Db, firm: FirmScope, userId: string) {
  return selectSummaries(db, firm)
    .where('exports.userId', '=', userId)
    .orderBy('exports.number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

function selectSummaries(db: Db, firm: FirmScope) {
  return db
    .selectFrom('exports')
    .innerJoin('firms', 'firms.id', 'exports.firmId')
    .innerJoin('letterheads', (join) =>
      join
        .onRef('letterheads.firmId', '=', 'exports.firmId')
        .onRef('letterheads.sha256', '=', 'exports.letterhead'),
    )
    .where('exports.firmId', '=', firm.firmId)
    .select([
      'exports.id',
      'exports.number',
      'exports.closing',
      'exports.createdAt',
      'exports.fromDate',
      'exports.toDate',
      'exports.rowCount',
      'exports.sumCents',
      'exports.byteCount',
      'exports.reopenedAt',
      'letterheads.name as firmName',
      'letterheads.logo',
      'letterheads.vatNumber',
      'firms.csvDelimiter',
      'firms.csvMailProfile',
      'exports.extraColumns as extras',
      'exports.netCents',
      'exports.vatCents',
      'exports.typeIds',
    ])
    .$narrowType<{ extras: Extra[]; typeIds: TypeIds }>();
}

/** A firm's settings for CSV; the delimiter is null until the firm chooses one. */
export type CsvChoice = { csvDelimiter: CsvDelimiter | null; mailProfile: CsvProfile };

export async function getCsvChoice(db: Db, firm: FirmScope): Promise<CsvChoice> {
  // The table checks both columns.
  return (await selectCsvChoice(db, firm).executeTakeFirstOrThrow()) as CsvChoice;
}

/** As `getCsvChoice`, locked until the transaction ends. */
export async function lockCsvChoice(trx: Trx, firm: FirmScope): Promise<CsvChoice> {
  const row = await selectCsvChoice(trx, firm).forNoKeyUpdate().executeTakeFirstOrThrow();
  return row as CsvChoice; // checks of the table
}

export async function updateCsvChoice(
  trx: Trx,
  firm: FirmScope,
  { csvDelimiter, mailProfile }: CsvChoice,
): Promise<void> {
  await trx
    .updateTable('firms')
    .set({ csvDelimiter, csvMailProfile: mailProfile })
    .where('id', '=', firm.firmId)
    .execute();
}

export function delimiterOrDefault({ csvDelimiter }: { csvDelimiter: string | null }): string {
  return csvDelimiter ?? defaultCsvDelimiter;
}

function selectCsvChoice(db: Db, firm: FirmScope) {
  return db
    .selectFrom('firms')
    .select(['csvDelimiter', 'csvMailProfile as mailProfile'])
    .where('id', '=', firm.firmId);
}

/** Two closings must not claim the same entry: closing exports of a firm wait for each other. */
export async function lockClosings(trx: Trx, firm: FirmScope): Promise<void> {
  await sql`set local lock_timeout = '2min'`.execute(trx);
  // The usual timeout would end the wait for the lock.
  await sql`set local statement_timeout = '10min'`.execute(trx);
  await lockName(trx, `closing exports ${firm.firmId}`);
}

/** Claims what no closed export holds; returns the count. The caller inserts the export. */
export async function claimEntries(trx: Trx, firm: FirmScope, what: Period & { exportId: string }) {
  await sql`set local statement_timeout = '10min'`.execute(trx);
  const { numUpdatedRows } = await trx
    .updateTable('entries')
    .set({ exportId: what.exportId })
    .where('firmId', '=', firm.firmId)
    .where(isUnclaimed(what))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Count, sum in Rand and days of what `claimEntries` would claim; undefined for none. */
export async function sumOpenEntries(db: Db, firm: FirmScope, period: Period) {
  const { rows, cents, net, vat, hasVat, firstDay, lastDay } = await db
    .selectFrom('entries')
    .where('firmId', '=', firm.firmId)
    .where(isUnclaimed(period))
    .select([
      sql<number>`count(*)`.as('rows'),
      sql<string>`coalesce(sum(amount_cents), 0)::text`.as('cents'),
      sql<string>`coalesce(sum(${netCents}), 0)::text`.as('net'),
      sql<string>`coalesce(sum(vat_cents), 0)::text`.as('vat'),
      sql<boolean>`bool_or(vat_treatment <> 'none')
        or (select is_vat_vendor from firms where id = ${firm.firmId})`.as('hasVat'),
    ])
    .select((eb) => [eb.fn.min('date').as('firstDay'), eb.fn.max('date').as('lastDay')])
    .executeTakeFirstOrThrow();
  return firstDay === null || lastDay === null
    ? undefined
    : {
        rows,
        sum: toRandTotal(BigInt(cents)),
        ...(hasVat && { vat: toVatTotals(BigInt(net), BigInt(vat)) }),
        firstDay,
        lastDay,
      };
}

function isUnclaimed(period: Period) {
  return sql<boolean>`export_id is null and ${isInPeriod(period)}`;
}

export async function unclaimEntries(trx: Trx, firm: FirmScope, exportId: string): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(trx);
  await trx
    .updateTable('entries')
    .set({ exportId: null })
    .where('firmId', '=', firm.firmId)
    .where('exportId', '=', exportId)
    .execute();
}
