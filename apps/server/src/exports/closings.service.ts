import type { Closing, ExportPreview, ExportRecord } from '@recoup/contract/exports/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { toCentsTotal, toRandTotal } from '@recoup/contract/core/money';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import { type Db, type Trx, withCopyTransaction } from '../platform/database/connections.ts';
import type { SpooledFile } from '../platform/http/bodies/spooled-file.ts';
import { AppError, notFound, conflict } from '../platform/core/app-error.ts';
import {
  claimEntries,
  lockClosings,
  sumOpenEntries,
  unclaimEntries,
  lockExportSummary,
  markReopened,
  nextExportNumber,
  type Override,
  insertExport,
} from './exports.repository.ts';
import { getExport } from './exports.service.ts';
import type { Period } from './snapshot/lines.repository.ts';
import {
  createPartStore,
  type PartStore,
  writeSnapshot,
  type Writing,
  type Snapshot,
} from './snapshot/snapshot.ts';
import { recordEvent } from '../webhooks/events.service.ts';
import { findEqualExport, insertParts } from './snapshot/parts.repository.ts';

export { lockClosings, sumOpenEntries } from './exports.repository.ts';

type Levels = ExportPreview['exceptions'];

/** Functions of rooms that build on this one, so app.ts hands them in. */
export type ClosingRooms = {
  /** Counts the open exceptions of a period; if requested, only those that block its closing. */
  countExceptions: (
    db: Db,
    firm: FirmScope,
    of: Period & { now: Date; isBlockingOnly?: boolean },
  ) => Promise<Levels>;
  /**
   * Throws as the posting file of the layout would: of an export, or of what a closing of the
   * period would export.
   */
  assertPostable: (
    db: Db,
    by: AuditContext,
    of: { layoutId: string } & ({ exportId: string } | { period: Period }),
  ) => Promise<void>;
};
type PreviewRequest = Period & Pick<Closing, 'layout'> & { rooms: ClosingRooms };

/**
 * The entries that `closeExport` would claim now. Throws `nothing_to_export` for none, and as
 * `closeExport` where they do not fit the layout.
 */
export async function previewClosing(
  db: Db,
  by: AuditContext,
  { from, to, layout: layoutId, rooms }: PreviewRequest,
): Promise<ExportPreview> {
  const firm = requireFirmScope(by.actor);
  const period = { from, to };
  const found = await sumOpenEntries(db, firm, period);
  if (!found) throw new AppError('nothing_to_export');
  if (layoutId !== undefined) await rooms.assertPostable(db, by, { layoutId, period });
  const exceptions = await rooms.countExceptions(db, firm, { ...period, now: by.now });
  return { from: from ?? null, to: to ?? null, ...found, exceptions };
}

type ClosingRequest = Period &
  Cancellable &
  Pick<Closing, 'expected' | 'override' | 'layout'> & {
    rooms: ClosingRooms;
    /** For lines that do not fit into memory. */
    openFile: () => Promise<SpooledFile>;
    /** In the transaction of the closing, before anything is claimed. */
    before?: (trx: Trx) => Promise<void>;
    /** In that transaction, with the export. What it throws takes the closing back. */
    after?: (trx: Trx, made: ExportRecord) => Promise<void>;
  };

/**
 * Claims and locks what no closed export holds yet, of the period if there is one. Later entries
 * are in the next export. Throws `nothing_to_export` for none, and `changed_meanwhile` when the
 * entries or the blocking exceptions are not those that the client `expected`. Open exceptions that
 * block throw `exceptions_open`, unless there is a reason to `override` them. With a `layout`, what
 * keeps its posting file from being written is thrown before anything is locked.
 */
export async function closeExport(
  db: Db,
  by: AuditContext,
  { openFile, ...request }: ClosingRequest,
): Promise<ExportRecord> {
  const store = createPartStore(openFile);
  try {
    return await withBlockedEvent(db, by, request, async () =>
      withCopyTransaction(db, async (trx, _, copyOut) =>
        closeWithin({ trx, copyOut, store }, by, request),
      ),
    );
  } finally {
    await store.close();
  }
}

async function closeWithin(
  writing: Writing,
  by: AuditContext,
  {
    from,
    to,
    signal,
    expected,
    override: reason,
    layout,
    rooms,
    before,
    after,
  }: Omit<ClosingRequest, 'openFile'>,
): Promise<ExportRecord> {
  const { trx } = writing;
  const firm = requireFirmScope(by.actor);
  const exportId = newId(by.now.getTime());
  const period = { from, to };
  await lockClosings(trx, firm);
  // A client that disconnected while waiting for the lock must not delay the next closing.
  throwIfAborted(signal);
  await before?.(trx);
  const override = await requireOverride(trx, by, { ...period, expected, reason, rooms });
  const claimed = await claimEntries(trx, firm, { ...period, exportId });
  if (claimed === 0) throw new AppError('nothing_to_export');
  if (expected && claimed !== expected.rows) throw changedSincePreview('disbursements');
  const snapshot = await writeSnapshot(writing, firm, {
    claimedBy: exportId,
    onProgress: () => throwIfAborted(signal),
  });
  assertSame(snapshot, { claimed, expected });
  const number = await nextExportNumber(trx, firm);
  const closing = { ...period, ...snapshot, id: exportId, number, closing: true, override };
  await recordExport(writing, by, closing);
  if (layout !== undefined) await rooms.assertPostable(trx, by, { layoutId: layout, exportId });
  const made = await getExport(trx, firm, exportId);
  await after?.(trx, made);
  return made;
}

function assertSame(
  { rowCount, sumCents }: { rowCount: number; sumCents: bigint },
  { claimed, expected }: Pick<ClosingRequest, 'expected'> & { claimed: number },
): void {
  if (rowCount !== claimed) throw new Error(`claimed ${claimed} entries, but wrote ${rowCount}`);
  if (expected && sumCents !== toCentsTotal(expected.sum))
    throw changedSincePreview('disbursements');
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
    if (!facts) throw notFound('export');
    if (!facts.closing) throw conflict('This export is a copy and locked nothing.');
    if (facts.reopenedAt !== null) throw conflict('This export has been reopened already.');
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

/** The exceptions that the reason overrides; null if none blocks. Throws as `closeExport` does. */
async function requireOverride(
  trx: Trx,
  by: AuditContext,
  of: Period & Pick<ClosingRequest, 'expected' | 'rooms'> & { reason?: string | undefined },
): Promise<Override | null> {
  const { expected, reason, rooms, ...period } = of;
  const firm = requireFirmScope(by.actor);
  const blocking = { ...period, now: by.now, isBlockingOnly: true };
  const { block } = await rooms.countExceptions(trx, firm, blocking);
  if (block > 0 && reason === undefined) throw await notClosed(trx, firm, { ...period, block });
  if (block !== (expected?.blocking ?? block)) throw changedSincePreview('exceptions');
  return block > 0 && reason !== undefined ? { reason, exceptions: block } : null;
}

async function notClosed(
  trx: Trx,
  firm: FirmScope,
  { block, ...period }: Period & { block: number },
): Promise<AppError> {
  const found = await sumOpenEntries(trx, firm, period);
  return found ? new BlockedClosingError(block) : new AppError('nothing_to_export');
}

function changedSincePreview(what: 'disbursements' | 'exceptions'): AppError {
  return new AppError('changed_meanwhile', {
    message: `The ${what} have changed since the preview. Nothing was closed.`,
  });
}

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

/** Exceptions keep a closing from being done. */
class BlockedClosingError extends AppError {
  readonly exceptions: number;

  constructor(exceptions: number) {
    super('exceptions_open');
    this.exceptions = exceptions;
  }
}

type Closed = Period & {
  id: string;
  number: number;
  rowCount: number;
  sumCents: bigint;
  override: { exceptions: number } | null;
};

function closedEvent({ id, number, from, to, ...run }: Closed) {
  const { rowCount: entries, sumCents, override } = run;
  const exceptions = override?.exceptions ?? 0;
  const sum = toRandTotal(sumCents);
  return {
    type: 'export.closed',
    data: { export: id, number, from: from ?? null, to: to ?? null, entries, sum, exceptions },
  } as const;
}

/** Runs a closing. If it is blocked, webhooks get the event, and the error is thrown on. */
async function withBlockedEvent<T>(
  db: Db,
  by: AuditContext,
  { from, to }: Period,
  close: () => Promise<T>,
): Promise<T> {
  try {
    return await close();
  } catch (error) {
    if (!(error instanceof BlockedClosingError)) throw error;
    const event = {
      type: 'exceptions.blocking',
      data: { from: from ?? null, to: to ?? null, exceptions: error.exceptions },
    } as const;
    await db
      .transaction()
      .execute(async (trx) =>
        recordEvent(trx, requireFirmScope(by.actor), { ...event, isDaily: true, now: by.now }),
      );
    throw error;
  }
}
