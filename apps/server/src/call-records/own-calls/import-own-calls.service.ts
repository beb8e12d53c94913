import {
  type OwnCallFile,
  type OwnCallImport,
  type OwnCallPreview,
} from '@recoup/contract/call-records/own-call-endpoints';
import type { CallMapping } from '@recoup/contract/call-records/mapping';
import { defaultCallZone } from '@recoup/contract/call-records/rules';
import { newId } from '@recoup/contract/core/ids';
import type { TextEncoding } from '@recoup/contract/core/text-decoding';
import { type AuditContext, type FirmScope, requireFirmScope } from '../../platform/core/actor.ts';
import { AppError, conflict, invalidField } from '../../platform/core/app-error.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { hashFile } from '../../platform/csv/upload-stream.ts';
import { allowLongStatements } from '../../platform/database/copy-rows.ts';
import {
  lockImports,
  requireLastImport,
  throwIfDisconnected,
  withStagedFile,
} from '../../platform/imports/imports.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import { decidedSentence } from '../import/call-import.service.ts';
import {
  collectCalls,
  countCalls,
  createCallStaging,
  saveCalls,
} from '../import/call-staging.repository.ts';
import {
  countDoubtfulCalls,
  type SeenCall,
  type StagedFile,
} from '../import/seen-calls.repository.ts';
import { findCallExcess } from '../list/known-calls.ts';
import {
  findOwnCallImport,
  findOwnParty,
  insertOwnCallImport,
  listMatterNumbers,
  listPartiesOfOthers,
  lockDecidedOwnCalls,
  type OwnCallCounts,
  revertOwnCallImport,
} from './own-call-imports.repository.ts';
import { type OwnCalls, readOwnCalls } from './own-call-file.ts';

export type OwnCallUpload = {
  fileStream: string;
  mapping?: CallMapping | undefined;
  /** Encoding of the file; the import keeps the hash of its bytes. */
  encoding?: TextEncoding | undefined;
  /** Aborted when the client disconnects; the import is then rolled back. */
  signal: AbortSignal;
};

/**
 * Takes the calls of a cell phone that have a number of a matter, all of a file or nothing
 * (product-3.md, section 6). Throws `rows_refused`, `invalid_input` for a text that is no file of
 * calls, and `conflict` while another import of the firm takes long.
 */
export async function importOwnCalls(
  db: Db,
  by: AuditContext,
  upload: OwnCallUpload,
): Promise<OwnCallImport> {
  const firm = requireFirmScope(by.actor);
  const attorneyId = by.actor.userId;
  const sha256 = await hashFile(upload.fileStream, upload.encoding);
  return withOwnCalls(db, firm, { ...upload, attorneyId }, async (trx, read) => {
    if (!read.ok) throw invalidField('fileStream', read.message);
    const { road, problems, problemCount, others } = read;
    if (problemCount > 0)
      throw new AppError('rows_refused', { rows: problems, refused: problemCount });
    await lockImports(trx, firm, 'calls');
    const id = newId(by.now.getTime());
    const file = stagedFile({ id, road, attorneyId });
    const { seen, counts } = await compareCalls(trx, firm, { file, others });
    await insertOwnCallImport(trx, firm, { ...counts, id, attorneyId, road, sha256, now: by.now });
    await saveCalls(trx, firm, { ...file, seen });
    const { taken, repeated, doubtful } = counts;
    const details = { file: road, taken, repeated, doubtful };
    await recordAudit(trx, by, { action: 'own-calls.imported', subjectId: id, details });
    throwIfDisconnected(upload.signal);
    return { _id: id, ...counts };
  });
}

/** Counts what an import would take. Throws `invalid_input` for a text that is no file of calls. */
export async function previewOwnCalls(
  db: Db,
  by: Pick<AuditContext, 'actor'>,
  upload: OwnCallUpload,
): Promise<OwnCallPreview> {
  const firm = requireFirmScope(by.actor);
  const attorneyId = by.actor.userId;
  return withOwnCalls(db, firm, { ...upload, attorneyId }, async (trx, read) => {
    const { road, columns, mapping = {}, isOrderOpen, others } = read;
    if (!read.ok && !columns) throw invalidField('fileStream', read.message);
    const of = { _id: null, file: road, columns: columns ?? [], mapping, isOrderOpen };
    if (!read.ok) return { ...of, ...nothing, fault: read.message };
    const file = stagedFile({ id: newId(), road, attorneyId });
    const { counts } = await compareCalls(trx, firm, { file, others });
    const { problems: refusedRows, problemCount: refused } = read;
    return { ...of, ...counts, fault: null, refused, refusedRows };
  });
}

const nothing = { taken: 0, repeated: 0, others: 0, doubtful: 0, refused: 0, refusedRows: [] };

/**
 * Undoes the last import of the attorney. Throws `not_found`, and `conflict` for an earlier import
 * or when some of its calls became entries.
 */
export async function undoOwnCallImport(
  db: Db,
  by: AuditContext,
  id: string,
): Promise<OwnCallImport> {
  const firm = requireFirmScope(by.actor);
  const { userId } = by.actor;
  return db.transaction().execute(async (trx) => {
    await allowLongStatements(trx);
    await lockImports(trx, firm, 'calls');
    const of = { id, attorneyId: userId };
    const run = requireLastImport(await findOwnCallImport(trx, firm, of));
    const decided = await lockDecidedOwnCalls(trx, firm, id);
    if (decided > 0) throw conflict(decidedSentence(decided));
    const { road, taken, repeated, others, doubtful } = run;
    await revertOwnCallImport(trx, firm, { id, road, userId, now: by.now });
    await recordAudit(trx, by, {
      action: 'own-call-import.undone',
      subjectId: id,
      details: { taken },
    });
    return { _id: id, taken, repeated, others, doubtful };
  });
}

type StagedOwn = Required<Pick<StagedFile, 'own'>> & StagedFile;

function stagedFile({
  id,
  road,
  attorneyId,
}: {
  id: string;
  road: OwnCallFile;
  attorneyId: string;
}) {
  const own = { road, ownerId: attorneyId };
  return { sourceId: null, zone: defaultCallZone, importId: id, own } satisfies StagedOwn;
}

/** Deletes known calls from the staged ones, and counts. */
async function compareCalls(
  trx: Trx,
  firm: FirmScope,
  { file, others }: { file: StagedOwn; others: number },
): Promise<{ seen: readonly SeenCall[]; counts: OwnCallCounts }> {
  const { private: hidden, seen, known } = await collectCalls(trx, firm, file);
  const { added: taken, repeated } = await countCalls(trx, { known });
  const excess = taken > 0 ? await findCallExcess(trx, firm, taken) : undefined;
  if (excess !== undefined) throw invalidField('fileStream', excess);
  const doubtful = await countDoubtfulCalls(trx, firm, { ownerId: file.own.ownerId, seen });
  return { seen, counts: { taken, repeated, others: others + hidden, doubtful } };
}

/** Stages the calls that have a number of a matter. */
async function withOwnCalls<Result>(
  db: Db,
  firm: FirmScope,
  { fileStream: text, mapping, signal, attorneyId }: OwnCallUpload & { attorneyId: string },
  work: (trx: Trx, read: OwnCalls) => Promise<Result>,
): Promise<Result> {
  const read = async (trx: Trx, onLegs: Parameters<typeof readOwnCalls>[0]['onLegs']) =>
    readOwnCalls({
      text,
      mapping,
      onLegs,
      ownParty: await findOwnParty(trx, firm, attorneyId),
      partiesOfOthers: await listPartiesOfOthers(trx, firm, attorneyId),
      matterNumbers: await listMatterNumbers(trx, firm),
    });
  return withStagedFile(db, { signal, open: createCallStaging, read }, work);
}
