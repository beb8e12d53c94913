import type { ExportMail, ExportRecord } from '@recoup/contract/exports/endpoints';
import { toRandTotal } from '@recoup/contract/core/money';
import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { type PageQuery, paginate } from '../platform/database/pagination-and-search.ts';
import type { Period } from './snapshot/lines.repository.ts';
import { listExportMails } from './mails.repository.ts';

export type NewExport = Period & {
  id: string;
  closing: boolean;
  userId: string;
  now: Date;
  rowCount: number;
  sumCents: bigint;
  byteCount: number;
  sha256: Buffer;
  /** The earlier export that keeps the same lines. */
  partsOf: string | null;
};

/** Closing exports of a firm wait for each other: an entry is in one of them. */
export async function lockClosing(trx: Trx, firm: FirmScope): Promise<void> {
  await sql`set local lock_timeout = '2min'`.execute(trx);
  // It would end the wait before.
  await sql`set local statement_timeout = '10min'`.execute(trx);
  await sql`select pg_advisory_xact_lock(hashtextextended('closing exports ' || ${firm.firmId}, 0))`.execute(
    trx,
  );
}

/** Gives what no closed export holds to this one, which must be in the ledger when the transaction ends. Returns how many entries that are. */
export async function claimEntries(
  trx: Trx,
  firm: FirmScope,
  what: Period & { exportId: string },
): Promise<number> {
  await sql`set local statement_timeout = '10min'`.execute(trx);
  const { numUpdatedRows } = await trx
    .updateTable('entries')
    .set({ exportId: what.exportId })
    .where('firmId', '=', firm.firmId)
    .where(isUnclaimed(what))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Of the entries that `claimEntries` would take: how many, their sum in Rand and their days; undefined without any. */
export async function sumUnclaimedEntries(
  db: Db,
  firm: FirmScope,
  period: Period,
): Promise<UnclaimedTotals | undefined> {
  const { rows, cents, firstDay, lastDay } = await db
    .selectFrom('entries')
    .where('firmId', '=', firm.firmId)
    .where(isUnclaimed(period))
    .select([
      sql<number>`count(*)`.as('rows'),
      sql<string>`coalesce(sum(amount_cents), 0)::text`.as('cents'),
    ])
    .select((eb) => [eb.fn.min('date').as('firstDay'), eb.fn.max('date').as('lastDay')])
    .executeTakeFirstOrThrow();
  return firstDay === null || lastDay === null
    ? undefined
    : { rows, sum: toRandTotal(BigInt(cents)), firstDay, lastDay };
}

type UnclaimedTotals = { rows: number; sum: number | string; firstDay: string; lastDay: string };

/** Days as text, so that both statements ask for the same. */
function isUnclaimed({ from, to }: Period) {
  return sql<boolean>`export_id is null and (${from ?? null}::date is null or date >= ${from ?? null}::date)
    and (${to ?? null}::date is null or date <= ${to ?? null}::date)`;
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

/** Enters an export in the ledger under the firm's next number, which it returns. */
export async function insertExport(trx: Trx, firm: FirmScope, run: NewExport): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('exports ' || ${firm.firmId}, 0))`.execute(
    trx,
  );
  const { now: createdAt, from, to, sumCents, ...values } = run;
  const last = await trx
    .selectFrom('exports')
    .where('firmId', '=', firm.firmId)
    .select((eb) => eb.fn.max('number').as('number'))
    .executeTakeFirst();
  const number = (last?.number ?? 0) + 1;
  await trx
    .insertInto('exports')
    .values({
      ...values,
      sumCents: String(sumCents),
      firmId: firm.firmId,
      number,
      createdAt,
      fromDate: from ?? null,
      toDate: to ?? null,
    })
    .execute();
  return number;
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
    .where('firmId', '=', firm.firmId)
    .where('id', '=', id)
    .execute();
}

/** What a file is made from, beside its lines. */
export type ExportSummary = {
  id: string;
  number: number;
  closing: boolean;
  createdAt: Date;
  fromDate: string | null;
  toDate: string | null;
  rowCount: number;
  sumCents: string;
  byteCount: number;
  reopenedAt: Date | null;
  firmName: string;
  logo: Buffer | null;
  csvDelimiter: string | null;
  csvMailProfile: string;
};

export async function findExportSummary(
  db: Db,
  firm: FirmScope,
  id: string,
): Promise<ExportSummary | undefined> {
  return summariesOf(db, firm).where('exports.id', '=', id).executeTakeFirst();
}

export async function lockExportSummary(
  trx: Trx,
  firm: FirmScope,
  id: string,
): Promise<ExportSummary | undefined> {
  return summariesOf(trx, firm)
    .where('exports.id', '=', id)
    .forUpdate('exports')
    .executeTakeFirst();
}

export async function findLatestExportSummary(
  db: Db,
  firm: FirmScope,
  userId: string,
): Promise<ExportSummary | undefined> {
  return summariesOf(db, firm)
    .where('exports.userId', '=', userId)
    .orderBy('exports.number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** A page of the ledger, the latest first, and how many exports there are in all. */
export async function listExports(
  db: Db,
  firm: FirmScope,
  query: PageQuery,
): Promise<{ data: ExportRecord[]; count: number }> {
  const [rows, { count }] = await Promise.all([
    paginate(recordsOf(db, firm).orderBy('exports.number', 'desc'), query).execute(),
    db
      .selectFrom('exports')
      .where('firmId', '=', firm.firmId)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  return { data: await withMails(db, firm, rows), count };
}

export async function findExport(
  db: Db,
  firm: FirmScope,
  id: string,
): Promise<ExportRecord | undefined> {
  const rows = await recordsOf(db, firm).where('exports.id', '=', id).execute();
  const [record] = await withMails(db, firm, rows);
  return record;
}

function summariesOf(db: Db, firm: FirmScope) {
  return db
    .selectFrom('exports')
    .innerJoin('firms', 'firms.id', 'exports.firmId')
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
      'firms.name as firmName',
      'firms.logo',
      'firms.csvDelimiter',
      'firms.csvMailProfile',
    ]);
}

function recordsOf(db: Db, firm: FirmScope) {
  return db
    .selectFrom('exports')
    .innerJoin('users', 'users.id', 'exports.userId')
    .leftJoin('users as reopener', 'reopener.id', 'exports.reopenedBy')
    .where('exports.firmId', '=', firm.firmId)
    .select([
      'exports.id',
      'exports.number',
      'exports.closing',
      'exports.userId',
      'users.name as userName',
      'exports.createdAt',
      'exports.fromDate',
      'exports.toDate',
      'exports.rowCount',
      'exports.sumCents',
      'exports.sha256',
      'exports.reopenedAt',
      'exports.reopenedBy',
      'exports.reopenReason',
      'reopener.name as reopenerName',
    ]);
}

async function withMails(
  db: Db,
  firm: FirmScope,
  rows: readonly RecordRow[],
): Promise<ExportRecord[]> {
  const ids = rows.map(({ id }) => id);
  const mails = ids.length === 0 ? [] : await listExportMails(db, firm, { exports: ids });
  return rows.map((row) =>
    toRecord(
      row,
      mails.filter((mail) => mail.export === row.id),
    ),
  );
}

type RecordRow = Awaited<ReturnType<ReturnType<typeof recordsOf>['executeTakeFirstOrThrow']>>;

function toRecord(row: RecordRow, mails: ExportMail[]): ExportRecord {
  const { reopenedAt: at, reopenedBy: by, reopenReason: reason } = row;
  return {
    _id: row.id,
    number: row.number,
    state: stateOf(row),
    by: { _id: row.userId, name: row.userName },
    createdAt: row.createdAt.toISOString(),
    from: row.fromDate,
    to: row.toDate,
    rows: row.rowCount,
    sum: toRandTotal(BigInt(row.sumCents)),
    sha256: row.sha256.toString('hex'),
    reopening:
      at === null || by === null || reason === null
        ? null
        : { by: { _id: by, name: row.reopenerName ?? '' }, at: at.toISOString(), reason },
    mails,
  };
}

function stateOf({
  closing,
  reopenedAt,
}: {
  closing: boolean;
  reopenedAt: Date | null;
}): ExportRecord['state'] {
  if (!closing) return 'copy';
  return reopenedAt === null ? 'closed' : 'reopened';
}
