import type { FileKind } from '@recoup/contract/exports/files';
import type {
  Closing,
  ExportMail,
  ExportPreview,
  ExportRecord,
} from '@recoup/contract/exports/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { toCentsTotal, toRandTotal } from '@recoup/contract/core/money';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { AppError } from '../platform/core/app-error.ts';
import { assertWithinLimits } from './files/files.ts';
import { type Period, dedupeParts } from './snapshot/lines.repository.ts';
import { listExportMails } from './mails.repository.ts';
import { type OnProgress, writeSnapshot } from './snapshot/snapshot.ts';
import {
  type ExportSummary,
  findExport,
  findExportSummary,
  findLatestExportSummary,
  claimEntries,
  insertExport,
  lockClosing,
  lockExportSummary,
  markReopened,
  unclaimEntries,
  sumUnclaimedEntries,
} from './exports.repository.ts';

export type { ExportSummary as ExportFacts } from './exports.repository.ts';
export { exportDays, exportFile } from './files/files.ts';

/** Aborted once nobody waits for the answer any more. */
type Cancellable = { signal: AbortSignal };

/**
 * Enters everything of the period in the ledger; locks nothing.
 * Throws `nothing_to_export` for an empty period, `too_large` as soon as there is more than the kind of file can hold.
 */
export async function createDownload(
  db: Db,
  by: AuditContext,
  wanted: Period & Cancellable & { kind: FileKind | 'json' },
): Promise<ExportSummary> {
  const { kind, signal, ...period } = wanted;
  throwIfAborted(signal);
  const firm = requireFirmScope(by.actor);
  const exportId = newId(by.now.getTime());
  return db.transaction().execute(async (trx) => {
    const watch: OnProgress = (soFar) => {
      throwIfAborted(signal);
      assertWithinLimits(soFar, kind);
    };
    const snapshot = await writeSnapshot(trx, firm, { exportId, period, watch });
    if (snapshot.rowCount === 0) throw new AppError('nothing_to_export');
    await recordExport(trx, by, { ...period, ...snapshot, id: exportId, closing: false });
    return getExportSummary(trx, firm, exportId);
  });
}

/** What `closeExport` would take now. Writes nothing. Throws `nothing_to_export` when there is nothing. */
export async function previewClosing(
  db: Db,
  firm: FirmScope,
  period: Period,
): Promise<ExportPreview> {
  const found = await sumUnclaimedEntries(db, firm, period);
  if (!found) throw new AppError('nothing_to_export');
  return { from: period.from ?? null, to: period.to ?? null, ...found };
}

type Closed = Period & Cancellable & Pick<Closing, 'expected'>;

/**
 * Takes what no closed export holds yet (of the period, if one is given) and locks it. What is recorded meanwhile is in the next one.
 * Throws `nothing_to_export` when there is nothing, and `changed_meanwhile` when it is not what the caller `expected`.
 */
export async function closeExport(
  db: Db,
  by: AuditContext,
  { signal, expected, ...period }: Closed,
): Promise<ExportRecord> {
  const firm = requireFirmScope(by.actor);
  const exportId = newId(by.now.getTime());
  return db.transaction().execute(async (trx) => {
    await lockClosing(trx, firm);
    // Who cancelled while another one was closing does not keep the next one waiting as well.
    throwIfAborted(signal);
    const held = await claimEntries(trx, firm, { ...period, exportId });
    if (held === 0) throw new AppError('nothing_to_export');
    if (expected && held !== expected.rows) throw changedSincePreview();
    const snapshot = await writeSnapshot(trx, firm, {
      exportId,
      heldBy: exportId,
      watch: () => throwIfAborted(signal),
    });
    if (snapshot.rowCount !== held)
      throw new Error(`held ${held} entries, but wrote ${snapshot.rowCount}`);
    if (expected && snapshot.sumCents !== toCentsTotal(expected.sum)) throw changedSincePreview();
    await recordExport(trx, by, { ...period, ...snapshot, id: exportId, closing: true });
    return getExport(trx, firm, exportId);
  });
}

/** Unlocks the entries of a closed export; its file stays as it is. Throws `not_found`, and `conflict` for one that holds no entries. */
export async function reopenExport(
  db: Db,
  by: AuditContext,
  { id, reason }: { id: string; reason: string },
): Promise<ExportRecord> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    const facts = await lockExportSummary(trx, firm, id);
    if (!facts) throw missing();
    if (!facts.closing)
      throw new AppError('conflict', {
        message: 'This was a download of a period: it has locked nothing.',
      });
    if (facts.reopenedAt !== null)
      throw new AppError('conflict', { message: 'This export has been reopened already.' });
    await unclaimEntries(trx, firm, id);
    await markReopened(trx, firm, { id, userId: by.actor.userId, reason, now: by.now });
    await recordAudit(trx, by, {
      action: 'export.reopened',
      subjectId: id,
      details: { number: facts.number, reason },
    });
    return getExport(trx, firm, id);
  });
}

/** Throws `not_found` for a missing or foreign one. */
export async function getExport(db: Db, firm: FirmScope, id: string): Promise<ExportRecord> {
  const found = await findExport(db, firm, id);
  if (!found) throw missing();
  return found;
}

/** Throws `not_found` for a missing or foreign one. */
export async function getExportSummary(
  db: Db,
  firm: FirmScope,
  id: string,
): Promise<ExportSummary> {
  const facts = await findExportSummary(db, firm, id);
  if (!facts) throw missing();
  return facts;
}

/** What the user exported last. Throws `no_export_yet`. */
export async function getLatestExport(
  db: Db,
  firm: FirmScope,
  userId: string,
): Promise<ExportSummary> {
  const facts = await findLatestExportSummary(db, firm, userId);
  if (!facts) throw new AppError('no_export_yet');
  return facts;
}

/** A mail that carried an export. Throws `not_found` for a missing or foreign one. */
export async function getExportMail(db: Db, firm: FirmScope, id: string): Promise<ExportMail> {
  const [mail] = await listExportMails(db, firm, { mail: id });
  if (!mail) throw new AppError('not_found', { message: 'There is no such mail.' });
  return mail;
}

type CompletedExport = Period & {
  id: string;
  closing: boolean;
  rowCount: number;
  sumCents: bigint;
  byteCount: number;
  sha256: Buffer;
};

async function recordExport(trx: Trx, by: AuditContext, run: CompletedExport): Promise<void> {
  const firm = requireFirmScope(by.actor);
  const partsOf = await dedupeParts(trx, firm, { exportId: run.id, sha256: run.sha256 });
  const number = await insertExport(trx, firm, {
    ...run,
    partsOf,
    userId: by.actor.userId,
    now: by.now,
  });
  const { id, closing, rowCount, sumCents, sha256 } = run;
  const details = {
    number,
    rows: rowCount,
    sum: toRandTotal(sumCents),
    sha256: sha256.toString('hex'),
  };
  await recordAudit(trx, by, {
    action: closing ? 'export.closed' : 'export.downloaded',
    subjectId: id,
    details,
  });
}

/** Whoever cancelled gets nothing, and nothing is kept for them. */
function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted)
    throw new AppError('conflict', { message: 'Nobody waits for this export any more.' });
}

function changedSincePreview(): AppError {
  return new AppError('changed_meanwhile', {
    message: 'The disbursements have changed since the preview. Nothing was closed.',
  });
}

function missing(): AppError {
  return new AppError('not_found', { message: 'There is no such export.' });
}
