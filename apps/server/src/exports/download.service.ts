import type { FileKind } from '@recoup/contract/exports/files';
import { newId } from '@recoup/contract/core/ids';
import { AppError } from '../platform/core/app-error.ts';
import { type AuditContext, requireFirmScope } from '../platform/core/actor.ts';
import { type Db, withCopyTransaction } from '../platform/database/connections.ts';
import { recordListExport } from '../platform/security/audit-events.ts';
import type { SpooledFile } from '../platform/http/bodies/spooled-file.ts';
import {
  type ExportSummary,
  nextExportNumber,
  requireWritable,
  getCsvChoice,
} from './exports.repository.ts';
import { getExportSummary } from './exports.service.ts';
import { assertWithinLimits } from './files/export-file.service.ts';
import { type Cancellable, recordExport, throwIfAborted } from './closings.service.ts';
import type { LineFacts, Period } from './snapshot/lines.repository.ts';
import {
  createLiveParts,
  type LiveParts,
  createPartStore,
  type Watching,
  writeSnapshot,
  type Writing,
} from './snapshot/snapshot.ts';

/** An export whose lines are being read. */
export type StartedDownload = StartedFacts & Pick<LiveParts, 'parts' | 'close'>;
type StartedFacts = Pick<ExportSummary, 'id' | 'number' | 'extras' | 'csvDelimiter'>;

type DownloadRequest = Period &
  Cancellable & {
    kind: FileKind | 'json';
    /** For what does not fit into memory. */
    openFile: () => Promise<SpooledFile>;
    /** For a client that reads the CSV while it is written; it must `close` it. */
    onStart?: (download: StartedDownload) => void;
  };

/**
 * Exports the whole period and locks nothing. Throws `nothing_to_export` for an empty period, and
 * `too_large` for more than the kind of file can hold. After `onStart`, an error also ends `parts`,
 * and the audit log has the lines that the client may have read of no export.
 */
export async function createDownload(
  db: Db,
  by: AuditContext,
  { signal, openFile, onStart, ...more }: DownloadRequest,
): Promise<ExportSummary> {
  throwIfAborted(signal);
  const store = createPartStore(openFile);
  const live = createLiveParts(store);
  let isRead = false;
  const start = (facts: StartedFacts): void => {
    isRead = true;
    onStart?.({ ...facts, parts: live.parts, close: live.close });
  };
  let count = 0;
  const onPart = (csv: Buffer, rowCount: number): void => {
    count = rowCount;
    live.push(csv);
  };
  const watching = onStart ? { start, onPart } : {};
  const throwIfLeft = (): void => throwIfAborted(live.isAbandoned() ? AbortSignal.abort() : signal);
  try {
    const summary = await withCopyTransaction(db, async (trx, _, copyOut) =>
      writeDownload({ trx, copyOut, store }, by, { ...more, ...watching, throwIfLeft }),
    );
    live.end();
    return summary;
  } catch (error) {
    live.end(error instanceof Error ? error : new Error('the export failed'));
    const { from, to } = more;
    if (count > 0) await recordListExport(db, by, { list: 'entries', filter: { from, to }, count });
    throw error;
  } finally {
    if (!isRead) live.close();
  }
}

type Written = Period &
  Pick<Watching, 'onPart'> & {
    kind: FileKind | 'json';
    start?: (facts: StartedFacts) => void;
    throwIfLeft: () => void;
  };

async function writeDownload(
  writing: Writing,
  by: AuditContext,
  { kind, start, throwIfLeft, onPart, ...period }: Written,
): Promise<ExportSummary> {
  const { trx } = writing;
  const firm = requireFirmScope(by.actor);
  const id = newId(by.now.getTime());
  // No line is sent that neither the ledger nor the audit log could have.
  await requireWritable(trx, firm);
  // First, since the number is in the name of the file. No export of another process, for which
  // this waits, comes between the facts and the lines.
  const number = await nextExportNumber(trx, firm);
  const onFacts = async ({ rowCount, extras }: LineFacts): Promise<void> => {
    throwIfLeft();
    if (rowCount === 0) throw new AppError('nothing_to_export');
    assertWithinLimits({ rowCount, byteCount: 0 }, kind);
    const { csvDelimiter } = await getCsvChoice(trx, firm);
    start?.({ id, number, extras, csvDelimiter });
  };
  const onProgress: Watching['onProgress'] = (soFar) => {
    throwIfLeft();
    assertWithinLimits(soFar, kind);
  };
  const watching = { onFacts, onProgress, ...(onPart && { onPart }) };
  const snapshot = await writeSnapshot(writing, firm, { period, ...watching });
  if (snapshot.rowCount === 0) throw new AppError('nothing_to_export');
  const run = { ...period, ...snapshot, id, number, closing: false, override: null };
  await recordExport(writing, by, run);
  return getExportSummary(trx, firm, id);
}
