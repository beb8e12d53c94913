import type { Closing, ExportPreview, ExportRecord } from '@recoup/contract/exports/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { toCentsTotal } from '@recoup/contract/core/money';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { AppError } from '../platform/core/app-error.ts';
import {
  claimEntries,
  lockClosing,
  sumUnclaimedEntries,
  unclaimEntries,
} from './claims.repository.ts';
import { lockExportSummary, markReopened } from './exports.repository.ts';
import { getExport, missing } from './exports.service.ts';
import { type Cancellable, recordExport, throwIfAborted } from './record-export.ts';
import type { Period } from './snapshot/lines.repository.ts';
import { writeSnapshot } from './snapshot/snapshot.ts';

/** The entries that `closeExport` would claim now. Throws `nothing_to_export` for none. */
export async function previewClosing(
  db: Db,
  firm: FirmScope,
  period: Period,
): Promise<ExportPreview> {
  const found = await sumUnclaimedEntries(db, firm, period);
  if (!found) throw new AppError('nothing_to_export');
  return { from: period.from ?? null, to: period.to ?? null, ...found };
}

/** Until the transaction ends, no closing of the firm locks entries. */
export async function lockClosings(trx: Trx, firm: FirmScope): Promise<void> {
  await lockClosing(trx, firm);
}

type ClosingRequest = Period & Cancellable & Pick<Closing, 'expected'>;

/**
 * Claims and locks what no closed export holds yet, of the period if one is given. Later entries
 * are in the next export. Throws `nothing_to_export` for none, and `changed_meanwhile` when the
 * entries are not those that the client `expected`.
 */
export async function closeExport(
  db: Db,
  by: AuditContext,
  { signal, expected, ...period }: ClosingRequest,
): Promise<ExportRecord> {
  const firm = requireFirmScope(by.actor);
  const exportId = newId(by.now.getTime());
  return db.transaction().execute(async (trx) => {
    await lockClosing(trx, firm);
    // A client that disconnected while waiting for the lock must not delay the next closing.
    throwIfAborted(signal);
    const claimed = await claimEntries(trx, firm, { ...period, exportId });
    if (claimed === 0) throw new AppError('nothing_to_export');
    if (expected && claimed !== expected.rows) throw changedSincePreview();
    const snapshot = await writeSnapshot(trx, firm, {
      exportId,
      claimedBy: exportId,
      onProgress: () => throwIfAborted(signal),
    });
    if (snapshot.rowCount !== claimed)
      throw new Error(`claimed ${claimed} entries, but wrote ${snapshot.rowCount}`);
    if (expected && snapshot.sumCents !== toCentsTotal(expected.sum)) throw changedSincePreview();
    await recordExport(trx, by, { ...period, ...snapshot, id: exportId, closing: true });
    return getExport(trx, firm, exportId);
  });
}

/**
 * Unlocks the entries of a closed export; its file stays as it is. Throws `not_found`, and
 * `conflict` for an export that holds no entries.
 */
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
        message: 'This export is a copy and locked nothing.',
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

function changedSincePreview(): AppError {
  return new AppError('changed_meanwhile', {
    message: 'The disbursements have changed since the preview. Nothing was closed.',
  });
}
