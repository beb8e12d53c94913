import { toRandTotal } from '@recoup/contract/core/money';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { conflict } from '../platform/core/app-error.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import type { Trx } from '../platform/database/connections.ts';
import { recordEvent } from '../webhooks/events.service.ts';
import { closedEvent } from './closing-events.ts';
import { insertExport, type Override } from './exports.repository.ts';
import type { Period } from './snapshot/lines.repository.ts';
import { findEqualExport, insertParts } from './snapshot/parts.repository.ts';
import type { PartStore } from './snapshot/part-store.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

/** Aborted when the client disconnects. */
export type Cancellable = { signal: AbortSignal };

type CompletedExport = Period &
  Snapshot & { id: string; number: number; closing: boolean; override: Override | null };

/** Adds an export to the ledger and the audit log; webhooks get a closing. */
export async function recordExport(
  { trx, store }: { trx: Trx; store: PartStore },
  by: AuditContext,
  run: CompletedExport,
): Promise<void> {
  const firm = requireFirmScope(by.actor);
  const { id, number, closing, rowCount, sumCents, sha256, override } = run;
  const partsOf = await findEqualExport(trx, firm, sha256);
  if (partsOf === null) await insertStored({ trx, store }, firm, id);
  await insertExport(trx, firm, { ...run, partsOf, userId: by.actor.userId, now: by.now });
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
  if (closing) await recordEvent(trx, firm, { ...closedEvent(run), now: by.now });
}

/** Some hundred kilobytes. */
const partsAtOnce = 10;

async function insertStored(
  { trx, store }: { trx: Trx; store: PartStore },
  firm: FirmScope,
  exportId: string,
): Promise<void> {
  for (let first = 0; first < store.count; first += partsAtOnce) {
    const length = Math.min(partsAtOnce, store.count - first);
    const positions = Array.from({ length }, (_, index) => first + index);
    const contents = await Promise.all(positions.map(async (each) => store.read(each)));
    await insertParts(trx, firm, { exportId, first, contents });
  }
}

export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw conflict('The client disconnected before the export was made.');
}
