import { createHash } from 'node:crypto';
import { newId } from '@recoup/contract/core/ids';
import {
  type ColumnMapping,
  matterFields,
  type UploadResult,
} from '@recoup/contract/matters/endpoints';
import type { ImportPreview, MatterImport } from '@recoup/contract/matters/import-endpoints';
import { type AuditContext, type FirmScope, requireFirmScope } from '../../platform/core/actor.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { AppError } from '../../platform/core/app-error.ts';
import {
  findImport,
  findMapping,
  insertImport,
  isLockTimeout,
  lockChangedMatters,
  lockImports,
  replaceMapping,
  revertImport,
} from './imports.repository.ts';
import type { MatterFile, UnrecognizedFile } from '../csv/parse-matters.ts';
import type { TextChunks } from '../csv/text-chunks.ts';
import { listAttorneyNames } from '../matters.repository.ts';
import { rejectedRowsAsCsv } from './rejected-rows.ts';
import {
  allowLongStatements,
  compareStaged,
  insertFromStage,
  listFirstStaged,
  updateFromStage,
} from './staging.repository.ts';
import { withStagingTable, throwIfDisconnected } from './staging.ts';

type Upload = {
  chunks: TextChunks;
  fileName?: string | undefined;
  mapping?: ColumnMapping | undefined;
  isDryRun?: boolean;
  /** Aborted when nobody waits for the answer any more; the file is then not taken in. */
  signal: AbortSignal;
};

const previewedRows = 10;

/**
 * Takes a file of matters whole or not at all. Throws `rows_refused` with the rows that cannot be taken, `invalid_input` for a text
 * that is no file of matters, and `conflict` while another file of the firm is being taken in for long.
 */
export async function importMatters(
  db: Db,
  by: AuditContext,
  upload: Upload,
): Promise<UploadResult> {
  const firm = requireFirmScope(by.actor);
  const attorneys = await listAttorneyNames(db, firm);
  const hash = createHash('sha256');
  const { mapping, signal } = upload;
  const options = { attorneys, mapping, signal };
  return withStagingTable(db, hashed(upload.chunks, hash), options, async (trx, file) => {
    if (!file.ok) throw noMatters(file);
    if (file.problemCount > 0)
      throw new AppError('rows_refused', { rows: file.problems, refused: file.rejectedRows });
    await lockImportsSoon(trx, firm);
    const { mapping: columns } = file.shape;
    const result = await compareStaged(trx, firm, columns);
    if (upload.isDryRun === true) return result;
    const { fileName = null } = upload;
    const run = {
      ...result,
      mapping: columns,
      id: newId(),
      userId: by.actor.userId,
      fileName,
      sha256: hash.digest(),
      now: by.now,
    };
    await insertImport(trx, firm, run);
    if (result.updated > 0) await updateFromStage(trx, firm, run);
    if (result.created > 0) await insertFromStage(trx, firm, run);
    if (mapping) await saveMapping(trx, firm, { file, now: by.now });
    const { created, updated, unchanged } = result;
    await recordAudit(trx, by, {
      action: 'matters.imported',
      subjectId: run.id,
      details: { fileName, created, updated, unchanged },
    });
    throwIfDisconnected(signal);
    return result;
  });
}

/**
 * What an upload of the file would do, and how its columns are understood: by `mapping`, else as the firm mapped this header line
 * the last time, else by their names. Writes nothing. Throws `invalid_input` for a text without columns.
 */
export async function previewImport(
  db: Db,
  firm: FirmScope,
  { chunks, mapping, signal }: Upload,
): Promise<ImportPreview> {
  const attorneys = await listAttorneyNames(db, firm);
  const seen = { isRemembered: false }; // set while the file is read
  const loadSavedMapping = async (trx: Trx, columns: readonly string[]) => {
    const remembered = await findMapping(trx, firm, columns);
    seen.isRemembered = remembered !== undefined;
    return remembered;
  };
  return withStagingTable(
    db,
    chunks,
    { attorneys, mapping, signal, loadSavedMapping },
    async (trx, file) => {
      if (!file.ok) return { ...nothingToDo(file), isRemembered: seen.isRemembered };
      const { problems, rejectedRows, shape } = file;
      const counts = await compareStaged(trx, firm, shape.mapping);
      const rows = await listFirstStaged(trx, firm, {
        mapping: shape.mapping,
        most: previewedRows,
      });
      return {
        ...counts,
        ...shape,
        isRemembered: seen.isRemembered,
        fault: null,
        refused: rejectedRows,
        rows,
        refusedRows: problems,
      };
    },
  );
}

/** The refused rows of a file as a file of its own. Throws `invalid_input` for a text that is no file of matters. */
export async function listRejectedRows(
  db: Db,
  firm: FirmScope,
  file: { fileStream: string; fileName?: string | undefined; mapping?: ColumnMapping | undefined },
): Promise<{ fileName: string; fileContent: string }> {
  const attorneys = await listAttorneyNames(db, firm);
  const refused = await rejectedRowsAsCsv(file.fileStream, { attorneys, mapping: file.mapping });
  if (!refused.ok) throw noMatters(refused);
  const name = (file.fileName ?? 'matters.csv').replace(/\.[^.]*$/, '');
  return { fileName: `${name}-refused.csv`, fileContent: refused.csv };
}

/**
 * Undoes the last import. Throws `not_found`, `conflict` when it is not the last one or entries hang on its new matters,
 * `changed_meanwhile` when its matters have changed since.
 */
export async function undoImport(db: Db, by: AuditContext, id: string): Promise<MatterImport> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    await allowLongStatements(trx);
    await lockImportsSoon(trx, firm);
    const run = await findImport(trx, firm, id);
    if (!run) throw new AppError('not_found', { message: 'There is no such import.' });
    if (run.undoneAt !== null) throw conflict('This import has been undone already.');
    if (!run.isLast)
      throw conflict('Only the last import can be undone. Undo the later ones first.');
    const { changedSince, withEntries, example } = await lockChangedMatters(trx, firm, id);
    if (withEntries > 0) throw conflict(entriesSentence(withEntries, example));
    if (changedSince > 0) {
      throw new AppError('changed_meanwhile', {
        message: `${changedSince} of its matters have changed since. The import cannot be undone.`,
      });
    }
    await revertImport(trx, firm, { id, userId: by.actor.userId, now: by.now });
    const { created, updated } = run;
    await recordAudit(trx, by, {
      action: 'import.undone',
      subjectId: id,
      details: { number: run.number, created, updated },
    });
    return (await findImport(trx, firm, id)) ?? run;
  });
}

/** The preview of a file whose columns were read, but cannot be taken for matters. Throws for any other refusal. */
function nothingToDo(file: UnrecognizedFile): Omit<ImportPreview, 'isRemembered'> {
  if (!file.shape) throw noMatters(file);
  return {
    ...file.shape,
    fault: file.message,
    layout: null,
    dateOrder: null,
    dateOrderReason: null,
    created: 0,
    updated: 0,
    unchanged: 0,
    matters: 0,
    refused: 0,
    rows: [],
    refusedRows: [],
  };
}

/** A field that was left out stays left out, so that its name is not found again. */
async function saveMapping(
  trx: Trx,
  firm: FirmScope,
  { file, now }: { file: MatterFile; now: Date },
): Promise<void> {
  const { columns, mapping } = file.shape;
  const whole = Object.fromEntries(matterFields.map((field) => [field, mapping[field] ?? '']));
  await replaceMapping(trx, firm, { columns, mapping: whole, now });
}

async function lockImportsSoon(trx: Trx, firm: FirmScope): Promise<void> {
  try {
    await lockImports(trx, firm);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw conflict(
      'Another file of matters is being taken in for your firm. Try again when it is done.',
    );
  }
}

async function* hashed(
  chunks: TextChunks,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

function noMatters({ message }: UnrecognizedFile): AppError {
  return new AppError('invalid_input', { message, fields: { fileStream: message } });
}

function conflict(message: string): AppError {
  return new AppError('conflict', { message });
}

function entriesSentence(count: number, example: string | null): string {
  const others = count === 1 ? '' : ` and ${count - 1} more`;
  return `Entries were recorded against matter ${example ?? ''}${others}, which this import added. Delete those entries first.`;
}
