import {
  type CopyIn,
  type Db,
  withCopyTransaction,
  type Trx,
} from '../../platform/database/connections.ts';
import { allowLongStatements } from '../../platform/database/copy-rows.ts';
import { requestCancelled } from '../../platform/core/app-error.ts';
import { readMatterFile } from '../csv/parse-matters.ts';
import type { ParserOptions, MatterFile, UnrecognizedFile } from '../csv/matter-file.ts';
import { addProblem, createProblemList, mergeProblems } from '../../platform/csv/problems.ts';
import type { TextChunks } from '../../platform/csv/text-chunks.ts';
import type { MatterRow } from '../csv/parser-types.ts';
import {
  dropRepeatedRows,
  createStagingTable,
  finalizeStaging,
  type StagingTable,
} from './staging.repository.ts';

type StagingOptions = Omit<ParserOptions, 'onRows' | 'loadSavedMapping'> & {
  signal: AbortSignal;
  /** On the transaction's connection: waiting for a second one could deadlock. */
  loadSavedMapping?: (
    trx: Trx,
    ...columns: Parameters<NonNullable<ParserOptions['loadSavedMapping']>>
  ) => ReturnType<NonNullable<ParserOptions['loadSavedMapping']>>;
};

/** Reads the file into a staging table and continues in the same transaction. */
export async function withStagingTable<T>(
  db: Db,
  chunks: TextChunks,
  options: StagingOptions,
  work: (trx: Trx, file: MatterFile | UnrecognizedFile) => Promise<T>,
): Promise<T> {
  return withCopyTransaction(db, async (trx, copyIn) => {
    await allowLongStatements(trx);
    return work(trx, await readIntoStagingTable(trx, copyIn, { chunks, options }));
  });
}

export function throwIfDisconnected(signal: AbortSignal): void {
  if (signal.aborted) throw requestCancelled();
}

async function readIntoStagingTable(
  trx: Trx,
  copyIn: CopyIn,
  {
    chunks,
    options: { signal, loadSavedMapping, ...options },
  }: { chunks: TextChunks; options: StagingOptions },
): Promise<MatterFile | UnrecognizedFile> {
  // Created with the first rows: no other query may run while rows are copied.
  let opened: Promise<StagingTable> | undefined;
  const stage = async (): Promise<StagingTable> => (opened ??= createStagingTable(trx, copyIn));
  let file: MatterFile | UnrecognizedFile;
  try {
    const take = async (rows: MatterRow[]) => {
      throwIfDisconnected(signal);
      await (await stage()).add(rows);
    };
    file = await readMatterFile(chunks, {
      ...options,
      onRows: take,
      ...(loadSavedMapping !== undefined && {
        loadSavedMapping: async (columns) => loadSavedMapping(trx, columns),
      }),
    });
    if (file.ok) await stage();
  } finally {
    await (await opened)?.end();
  }
  if (!file.ok) return file;
  await finalizeStaging(trx, file.isMonthFirst);
  return withRepeatedRows(file, await dropRepeatedRows(trx));
}

function withRepeatedRows(
  file: MatterFile,
  repeated: { row: number; number: string; first: number }[],
): MatterFile {
  if (repeated.length === 0) return file;
  const list = createProblemList();
  for (const { row, number, first } of repeated) {
    const message =
      `The matter number "${number}" already appears in row ${first}. ` +
      'Remove one of the two rows, or correct the number.';
    addProblem(list, row, file.shape.mapping.number ?? '', message);
  }
  return {
    ...file,
    acceptedRows: file.acceptedRows - repeated.length,
    rejectedRows: file.rejectedRows + repeated.length,
    problemCount: file.problemCount + repeated.length,
    problems: mergeProblems(list, { ...list, kept: file.problems }),
  };
}
