import { toRandTotal } from '@recoup/contract/core/money';
import { type AuditContext, requireFirmScope } from '../platform/core/actor.ts';
import { AppError } from '../platform/core/app-error.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import type { Trx } from '../platform/database/connections.ts';
import { insertExport, type Override } from './exports.repository.ts';
import { dedupeParts, type Period } from './snapshot/lines.repository.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

/** Aborted when the client disconnects. */
export type Cancellable = { signal: AbortSignal };

type CompletedExport = Period &
  Snapshot & { id: string; closing: boolean; override: Override | null };

/** Adds an export whose lines are written to the ledger and the audit log. */
export async function recordExport(
  trx: Trx,
  by: AuditContext,
  run: CompletedExport,
): Promise<void> {
  const firm = requireFirmScope(by.actor);
  const partsOf = await dedupeParts(trx, firm, { exportId: run.id, sha256: run.sha256 });
  const number = await insertExport(trx, firm, {
    ...run,
    partsOf,
    userId: by.actor.userId,
    now: by.now,
  });
  const { id, closing, rowCount, sumCents, sha256, override } = run;
  const details = {
    number,
    rows: rowCount,
    sum: toRandTotal(sumCents),
    sha256: sha256.toString('hex'),
    ...(override && { override: override.reason, exceptions: override.exceptions }),
  };
  await recordAudit(trx, by, {
    action: closing ? 'export.closed' : 'export.downloaded',
    subjectId: id,
    details,
    rows: rowCount,
  });
}

export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted)
    throw new AppError('conflict', {
      message: 'The client disconnected before the export was made.',
    });
}
