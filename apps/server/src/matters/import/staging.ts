import { addProblem, createProblemList, mergeProblems } from '../../platform/csv/problems.ts';
import type { TextChunks } from '../../platform/csv/text-chunks.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { withStagedFile } from '../../platform/imports/imports.ts';
import {
  type MatterFile,
  type ParserOptions,
  readMatterFile,
  type RequestedMapping,
  type UnrecognizedFile,
} from '../csv/parse-matters.ts';
import { createStagingTable, dropRepeatedRows, finalizeStaging } from './staging.repository.ts';

type StagingOptions = Pick<ParserOptions, 'attorneys' | 'words' | 'mapping'> & {
  signal: AbortSignal;
  /** On the transaction's connection: waiting for a second one could deadlock. */
  loadSavedMapping: (trx: Trx, columns: readonly string[]) => Promise<RequestedMapping | undefined>;
};

/** Reads the file into a staging table and continues in the same transaction. */
export async function withStagingTable<T>(
  db: Db,
  chunks: TextChunks,
  { signal, loadSavedMapping, ...options }: StagingOptions,
  work: (trx: Trx, file: MatterFile | UnrecognizedFile) => Promise<T>,
): Promise<T> {
  const read = async (trx: Trx, onRows: ParserOptions['onRows']) =>
    readMatterFile(chunks, {
      ...options,
      onRows,
      loadSavedMapping: async (columns) => loadSavedMapping(trx, columns),
    });
  return withStagedFile(db, { signal, open: createStagingTable, read }, async (trx, file) => {
    if (!file.ok) return work(trx, file);
    await finalizeStaging(trx, file.isMonthFirst);
    return work(trx, withRepeatedRows(file, await dropRepeatedRows(trx)));
  });
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
    problems: mergeProblems(list, { ...list, listed: file.problems }),
  };
}
