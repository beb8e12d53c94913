import { createHash } from 'node:crypto';
import { csvLine, unescapeFormula } from '@recoup/contract/core/formula-escaping';
import { newId } from '@recoup/contract/core/ids';
import {
  type ColumnMapping,
  matterFields,
  type UploadResult,
} from '@recoup/contract/matters/endpoints';
import {
  type ImportPreview,
  type MatterImport,
  maxPreviewChanges,
} from '@recoup/contract/matters/import-endpoints';
import { type AuditContext, type FirmScope, requireFirmScope } from '../../platform/core/actor.ts';
import { AppError, conflict, invalidField } from '../../platform/core/app-error.ts';
import { readShape } from '../../platform/csv/header.ts';
import type { Problem, Rejection } from '../../platform/csv/problems.ts';
import { readRecords } from '../../platform/csv/records.ts';
import {
  hashed,
  inSmallChunks,
  splitIntoChunks,
  type TextChunks,
} from '../../platform/csv/text-chunks.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { allowLongStatements } from '../../platform/database/copy-rows.ts';
import {
  lockImports,
  requireLastImport,
  throwIfDisconnected,
} from '../../platform/imports/imports.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import { recordEvent, withRefusalEvent } from '../../webhooks/events.service.ts';
import { countKnownHeaders } from '../csv/columns.ts';
import {
  type MatterFile,
  type ParserOptions,
  readMatterFile,
  type UnrecognizedFile,
} from '../csv/parse-matters.ts';
import { listAttorneyNames } from '../matters.repository.ts';
import { getImportWords } from './import-words.service.ts';
import {
  findImport,
  findMapping,
  insertImport,
  lockChangedMatters,
  replaceMapping,
  revertImport,
} from './imports.repository.ts';
import {
  compareAndFindChanged,
  compareStaged,
  insertFromStage,
  listChanges,
  listFirstStaged,
  listLostZeros,
  updateFromStage,
} from './staging.repository.ts';
import { withStagingTable } from './staging.ts';

type Upload = {
  chunks: TextChunks;
  fileName?: string | undefined;
  mapping?: ColumnMapping | undefined;
  isDryRun?: boolean;
  /** Aborted when the client disconnects; the import is then rolled back. */
  signal: AbortSignal;
  /** Runs in the transaction of the import. */
  after?: (trx: Trx) => Promise<void>;
};

const previewedRows = 10;

/**
 * Imports a file of matters whole or not at all, its columns mapped as in `previewImport`. Throws
 * `rows_refused` with the rejected rows, `invalid_input` for a text that is no file of matters, and
 * `conflict` while another import of the firm takes long.
 */
export async function importMatters(
  db: Db,
  by: AuditContext,
  upload: Upload,
): Promise<UploadResult> {
  if (upload.isDryRun === true) return importFile(db, by, upload);
  const work = async () => importFile(db, by, upload);
  return withRefusalEvent(db, requireFirmScope(by.actor), { file: 'matters', now: by.now, work });
}

async function importFile(db: Db, by: AuditContext, upload: Upload): Promise<UploadResult> {
  const firm = requireFirmScope(by.actor);
  const known = await getKnownWords(db, firm);
  const hash = createHash('sha256');
  const { mapping, signal } = upload;
  const loadSavedMapping = async (trx: Trx, columns: readonly string[]) =>
    findMapping(trx, firm, columns);
  const options = { ...known, mapping, signal, loadSavedMapping };
  return withStagingTable(db, hashed(upload.chunks, hash), options, async (trx, file) => {
    if (!file.ok) throw invalidField('fileStream', file.message);
    if (file.problemCount > 0)
      throw new AppError('rows_refused', { rows: file.problems, refused: file.rejectedRows });
    await lockImports(trx, firm, 'matters');
    const result = await compareStaged(trx, firm, file.shape.mapping);
    const notices = await importNotices(trx, firm, { file, counts: result });
    const reply = notices.length === 0 ? result : { ...result, notices };
    if (upload.isDryRun === true) return reply;
    const { fileName = null } = upload;
    await saveImport(trx, by, { result, file, fileName, sha256: hash.digest() });
    if (mapping) await saveMapping(trx, firm, { file, now: by.now });
    await upload.after?.(trx);
    throwIfDisconnected(signal);
    return reply;
  });
}

/** Attorneys of the firm, and what it said of other words. */
async function getKnownWords(
  db: Db,
  firm: FirmScope,
): Promise<Required<Pick<ParserOptions, 'attorneys' | 'words'>>> {
  return { attorneys: await listAttorneyNames(db, firm), words: await getImportWords(db, firm) };
}

/** Also of the matters that exist, so it is called before the new ones are inserted. */
async function importNotices(
  trx: Trx,
  firm: FirmScope,
  { file, counts }: { file: MatterFile; counts: UploadResult },
): Promise<string[]> {
  return [...file.notices, ...(counts.created > 0 ? await listLostZeros(trx, firm) : [])];
}

/**
 * The result of an import without writing it, and how the columns are mapped: by `mapping`, else
 * by the firm's saved mapping of this header line, else by their names. Throws `invalid_input`
 * for a text without columns.
 */
export async function previewImport(
  db: Db,
  firm: FirmScope,
  { chunks, mapping, signal }: Upload,
): Promise<ImportPreview> {
  const known = await getKnownWords(db, firm);
  let isRemembered = false;
  const loadSavedMapping = async (trx: Trx, columns: readonly string[]) => {
    const remembered = await findMapping(trx, firm, columns);
    isRemembered = remembered !== undefined;
    return remembered;
  };
  return withStagingTable(
    db,
    chunks,
    { ...known, mapping, signal, loadSavedMapping },
    async (trx, file) => {
      if (!file.ok) return { ...emptyPreview(file), isRemembered };
      return { ...(await previewStaged(trx, firm, file)), isRemembered };
    },
  );
}

async function previewStaged(
  trx: Trx,
  firm: FirmScope,
  file: MatterFile,
): Promise<Omit<ImportPreview, 'isRemembered'>> {
  const { problems, rejectedRows, shape } = file;
  const { mapping } = shape;
  const limit = maxPreviewChanges;
  const { counts, changedRows } = await compareAndFindChanged(trx, firm, { mapping, limit });
  return {
    ...counts,
    ...shape,
    fault: null,
    notices: await importNotices(trx, firm, { file, counts }),
    ...(file.words.length > 0 && { words: file.words }),
    refused: rejectedRows,
    rows: await listFirstStaged(trx, firm, { mapping, limit: previewedRows }),
    changes: await listChanges(trx, firm, { mapping, changedRows }),
    refusedRows: problems,
  };
}

/** The rejected rows as a file. Throws `invalid_input` for a text that is no file of matters. */
export async function listRejectedRows(
  db: Db,
  firm: FirmScope,
  file: { fileStream: string; fileName?: string | undefined; mapping?: ColumnMapping | undefined },
): Promise<{ fileName: string; fileContent: string }> {
  const known = await getKnownWords(db, firm);
  const rejected = await rejectedRowsAsCsv(file.fileStream, {
    ...known,
    mapping: file.mapping,
    loadSavedMapping: async (columns) => findMapping(db, firm, columns),
  });
  if (!rejected.ok) throw invalidField('fileStream', rejected.message);
  const name = (file.fileName ?? 'matters.csv').replace(/\.[^.]*$/, '');
  return { fileName: `${name}-refused.csv`, fileContent: rejected.csv };
}

/** The preview of a file with columns that are not those of matters. Throws for other errors. */
function emptyPreview(file: UnrecognizedFile): Omit<ImportPreview, 'isRemembered'> {
  if (!file.shape) throw invalidField('fileStream', file.message);
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
    notices: [],
    refused: 0,
    rows: [],
    changes: [],
    refusedRows: [],
  };
}

async function saveImport(
  trx: Trx,
  by: AuditContext,
  upload: { result: UploadResult; file: MatterFile; fileName: string | null; sha256: Buffer },
): Promise<void> {
  const firm = requireFirmScope(by.actor);
  const { result, file, fileName, sha256 } = upload;
  const { mapping } = file.shape;
  const userId = by.actor.userId;
  const run = { ...result, mapping, id: newId(), userId, fileName, sha256, now: by.now };
  await insertImport(trx, firm, run);
  if (result.updated > 0) await updateFromStage(trx, firm, run);
  if (result.created > 0) await insertFromStage(trx, firm, run);
  const { created, updated, unchanged } = result;
  await recordAudit(trx, by, {
    action: 'matters.imported',
    subjectId: run.id,
    details: { fileName, created, updated, unchanged },
  });
  const counts = { added: created, changed: updated, unchanged };
  await recordEvent(trx, firm, {
    type: 'import.done',
    data: { file: 'matters', import: run.id, ...counts },
    now: by.now,
  });
}

/** An omitted field is saved as '', so that its header is not detected the next time. */
async function saveMapping(
  trx: Trx,
  firm: FirmScope,
  { file, now }: { file: MatterFile; now: Date },
): Promise<void> {
  const { columns, mapping } = file.shape;
  const whole = Object.fromEntries(matterFields.map((field) => [field, mapping[field] ?? '']));
  await replaceMapping(trx, firm, { columns, mapping: whole, now });
}

/** The file says so when there are more. */
const maxReasons = 20_000;
const byteOrderMark = '\uFEFF';
const reasonColumn = 'Why it was refused';

/**
 * The rejected rows in the file's own layout with a column of reasons: UTF-8 with BOM, the file's
 * delimiter, CRLF, formulas escaped.
 */
async function rejectedRowsAsCsv(
  text: string,
  options: Pick<ParserOptions, 'attorneys' | 'words' | 'mapping' | 'loadSavedMapping'>,
): Promise<{ ok: true; csv: string } | Rejection> {
  const file = await readMatterFile(splitIntoChunks(text), {
    ...options,
    maxProblems: maxReasons,
    maxNumbers: Number.POSITIVE_INFINITY,
    onRows: async () => {},
  });
  const shape = readShape(text, countKnownHeaders);
  if (!file.ok) return file;
  if (!shape.ok) return shape;
  const reasons = reasonsByRow(file.problems);
  const lines: string[][] = [[...shape.columns, reasonColumn]];
  let row = shape.headerRow;
  const body = inSmallChunks(text.slice(shape.bodyStart), []);
  const batches = readRecords(body, shape.delimiter, { keepsBlanks: false });
  for await (const { records } of batches) {
    for (const record of records) {
      row++;
      const reason = reasons.get(row);
      if (reason === undefined) continue;
      lines.push(toLine(record, shape.columns.length, reason));
      reasons.delete(row);
    }
  }
  // Rows that could not be parsed have a reason, but no cells.
  for (const reason of reasons.values()) lines.push(toLine([], shape.columns.length, reason));
  if (file.problemCount > maxReasons)
    lines.push(
      toLine([], shape.columns.length, `Only the first ${maxReasons} reasons are listed.`),
    );
  // Escaped cells are unescaped first: `csvLine` escapes again, and the parser unescapes once.
  return {
    ok: true,
    csv:
      byteOrderMark +
      lines.map((cells) => csvLine(cells.map(unescapeFormula), shape.delimiter)).join(''),
  };
}

function reasonsByRow(problems: readonly Problem[]): Map<number, string> {
  const reasons = new Map<number, string>();
  for (const { row, column, message } of problems) {
    const reason = column === '' ? message : `${column}: ${message}`;
    const earlier = reasons.get(row);
    reasons.set(row, earlier === undefined ? reason : `${earlier} ${reason}`);
  }
  return reasons;
}

/** The reason is in the same column on every line, also in rows with too many cells. */
function toLine(record: readonly string[], columns: number, reason: string): string[] {
  const cells = Array.from({ length: columns }, (_, at) => record[at] ?? '');
  const excess = record.slice(columns);
  return [...cells, reason, ...(excess.every((cell) => cell === '') ? [] : excess)];
}

/**
 * Undoes the last import. Throws `not_found`, `conflict` for an earlier import or when its new
 * matters have entries, `changed_meanwhile` when its matters have changed since.
 */
export async function undoImport(db: Db, by: AuditContext, id: string): Promise<MatterImport> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    await allowLongStatements(trx);
    await lockImports(trx, firm, 'matters');
    const run = requireLastImport(await findImport(trx, firm, id));
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

function entriesSentence(count: number, example: string | null): string {
  const others = count === 1 ? '' : ` and ${count - 1} more`;
  return (
    `Entries were recorded against matter ${example ?? ''}${others}, which this import added. ` +
    'Delete those entries first.'
  );
}
