import type { ExportMail, ExportRecord, PostingTotal } from '@recoup/contract/exports/endpoints';
import { toRandTotal } from '@recoup/contract/core/money';
import { toVatTotals } from '@recoup/contract/vat/totals';
import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';
import { type PageQuery, findPage } from '../platform/database/pagination-and-search.ts';

type ExportFilter = { closing?: boolean | undefined; sha256?: string | undefined };

/** A page of the ledger, of its closings or copies or by a hash if requested, latest first. */
export async function listExports(
  db: Db,
  firm: FirmScope,
  { closing, sha256, ...query }: PageQuery & ExportFilter,
): Promise<{ data: ExportRecord[]; count: number }> {
  const ofKind = closing === undefined ? sql`true` : sql`exports.closing = ${closing}`;
  const ofHash = sha256 === undefined ? sql`true` : hasHash(firm, sha256);
  const isKind = sql<boolean>`(${ofKind} and ${ofHash})`;
  const latestFirst = selectRecords(db, firm).where(isKind).orderBy('exports.number', 'desc');
  const { rows, count } = await findPage(latestFirst, query);
  return { data: await withMailsAndPostings(db, firm, rows), count };
}

/** Compares the hashes of the CSV for systems and of mailed files. */
function hasHash({ firmId }: FirmScope, sha256: string) {
  const hash = Buffer.from(sha256, 'hex');
  return sql`(exports.sha256 = ${hash} or exists (select from mails
    where mails.firm_id = ${firmId} and mails.export_id = exports.id
      and mails.attachment_sha256 = ${hash}))`;
}

export async function findExport(
  db: Db,
  firm: FirmScope,
  id: string,
): Promise<ExportRecord | undefined> {
  const rows = await selectRecords(db, firm).where('exports.id', '=', id).execute();
  const [record] = await withMailsAndPostings(db, firm, rows);
  return record;
}

/** A closing without a last day reaches the South African day on which it was made. */
export async function isClosedUpTo(db: Db, firm: FirmScope, day: string): Promise<boolean> {
  const lastDay = sql`coalesce(to_date,
    (created_at at time zone 'Africa/Johannesburg')::date)`;
  const found = await db
    .selectFrom('exports')
    .where('firmId', '=', firm.firmId)
    .where('closing', '=', true)
    .where('reopenedAt', 'is', null)
    .where(sql<boolean>`${lastDay} >= ${day}::date`)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

function selectRecords(db: Db, firm: FirmScope) {
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
      'exports.netCents',
      'exports.vatCents',
      'exports.sha256',
      'exports.reopenedAt',
      'exports.reopenedBy',
      'exports.reopenReason',
      'exports.overrideReason',
      'exports.overridden',
      'reopener.name as reopenerName',
    ]);
}

async function withMailsAndPostings(
  db: Db,
  firm: FirmScope,
  rows: readonly RecordRow[],
): Promise<ExportRecord[]> {
  const ids = rows.map(({ id }) => id);
  const mails = ids.length === 0 ? [] : await listExportMails(db, firm, { exports: ids });
  const postings = ids.length === 0 ? [] : await listPostingTotals(db, firm, ids);
  return rows.map((row) =>
    toRecord(row, {
      mails: mails.filter((mail) => mail.export === row.id),
      postings: postings
        .filter(({ exportId }) => exportId === row.id)
        .map(({ exportId: _, ...total }) => total),
    }),
  );
}

type RecordRow = Awaited<ReturnType<ReturnType<typeof selectRecords>['executeTakeFirstOrThrow']>>;

function toRecord(
  row: RecordRow,
  of: { mails: ExportMail[]; postings: PostingTotal[] },
): ExportRecord {
  const { reopenedAt: at, reopenedBy: by, reopenReason: reason } = row;
  const { overrideReason, overridden } = row;
  return {
    _id: row.id,
    number: row.number,
    state: exportState(row),
    by: { _id: row.userId, name: row.userName },
    createdAt: row.createdAt.toISOString(),
    from: row.fromDate,
    to: row.toDate,
    rows: row.rowCount,
    sum: toRandTotal(BigInt(row.sumCents)),
    ...vatField(row),
    sha256: row.sha256.toString('hex'),
    reopening:
      at === null || by === null || reason === null
        ? null
        : { by: { _id: by, name: row.reopenerName ?? '' }, at: at.toISOString(), reason },
    override:
      overrideReason === null || overridden === null
        ? null
        : { reason: overrideReason, exceptions: overridden },
    ...of,
  };
}

/** Absent without VAT. */
function vatField({ netCents, vatCents }: Pick<RecordRow, 'netCents' | 'vatCents'>) {
  if (netCents === null || vatCents === null) return {};
  return { vat: toVatTotals(BigInt(netCents), BigInt(vatCents)) };
}

export function exportState({
  closing,
  reopenedAt,
}: {
  closing: boolean;
  reopenedAt: Date | null;
}): ExportRecord['state'] {
  if (!closing) return 'copy';
  return reopenedAt === null ? 'closed' : 'reopened';
}

/** The control totals of the posting files of the exports, the latest file first. */
async function listPostingTotals(db: Db, firm: FirmScope, exportIds: readonly string[]) {
  const rows = await db
    .selectFrom('postingFiles')
    .innerJoin('users', 'users.id', 'postingFiles.createdBy')
    .where('postingFiles.firmId', '=', firm.firmId)
    .where('postingFiles.exportId', 'in', exportIds)
    .select(['exportId', 'layout', 'layoutName', 'rowCount', 'sumCents', 'vatCents'])
    .select(['postingFiles.createdAt', 'createdBy', 'users.name as userName'])
    .orderBy('postingFiles.createdAt', 'desc')
    .orderBy('layout')
    .execute();
  return rows.map((row) => ({
    exportId: row.exportId,
    layout: row.layout,
    name: row.layoutName,
    rows: row.rowCount,
    sum: toRandTotal(BigInt(row.sumCents)),
    ...(row.vatCents !== null && { vat: toRandTotal(BigInt(row.vatCents)) }),
    by: { _id: row.createdBy, name: row.userName },
    createdAt: row.createdAt.toISOString(),
  }));
}

type Which = { exports: readonly string[] } | { mail: string };

/** The mails of the exports, or one mail, latest first. */
export async function listExportMails(db: Db, firm: FirmScope, which: Which) {
  return (await selectMails(db, firm, which).execute()).map((row) => ({
    _id: row.id,
    export: row.exportId ?? '',
    type: row.attachment as ExportMail['type'], // a check of the table
    profile: row.csvProfile as ExportMail['profile'], // a check of the table
    ...(row.layout !== null && { layout: row.layout }),
    sha256: row.attachmentSha256?.toString('hex') ?? null,
    to: row.toAddress,
    subject: row.subject,
    state: row.state as ExportMail['state'], // a check of the table
    reason: row.lastError,
    by: { _id: row.userId ?? '', name: row.userName },
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
  }));
}

function selectMails(db: Db, firm: FirmScope, which: Which) {
  return db
    .selectFrom('mails')
    .innerJoin('users', 'users.id', 'mails.userId')
    .where('mails.firmId', '=', firm.firmId)
    .where((eb) =>
      'mail' in which ? eb('mails.id', '=', which.mail) : eb('mails.exportId', 'in', which.exports),
    )
    .select([
      'mails.id',
      'mails.exportId',
      'mails.attachment',
      'mails.csvProfile',
      'mails.layout',
      'mails.attachmentSha256',
      'mails.toAddress',
      'mails.subject',
      'mails.state',
      'mails.lastError',
    ])
    .select(['mails.createdAt', 'mails.sentAt', 'mails.userId', 'users.name as userName'])
    .orderBy('mails.createdAt', 'desc')
    .orderBy('mails.id', 'desc');
}
