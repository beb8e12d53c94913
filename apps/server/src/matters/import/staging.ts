import {
  type CopyIn,
  type Db,
  withCopyTransaction,
  type Trx,
} from '../../platform/database/connections.ts';
import { requestCancelled } from '../../platform/core/app-error.ts';
import {
  type IntakeOptions,
  type MatterFile,
  readMatterFile,
  type UnmappedFile,
} from '../csv/parse-matters.ts';
import { addProblem, createProblemList, mergeProblems } from '../csv/problems.ts';
import type { TextPieces } from '../csv/text-chunks.ts';
import type { MatterRow } from '../csv/parser-types.ts';
import {
  allowLongStatements,
  dropRepeatedRows,
  openStage,
  settleStaged,
  type Stage,
} from './staging.repository.ts';

type StageOptions = Omit<IntakeOptions, 'take' | 'recall'> & {
  signal: AbortSignal;
  /** On the connection of the transaction: one that waits for a second connection may wait for itself. */
  recall?: (
    trx: Trx,
    ...columns: Parameters<NonNullable<IntakeOptions['recall']>>
  ) => ReturnType<NonNullable<IntakeOptions['recall']>>;
};

/** Reads the file beside the matters, and goes on with both in one transaction, on a connection that others do not wait for. */
export async function inStage<T>(
  db: Db,
  pieces: TextPieces,
  options: StageOptions,
  work: (trx: Trx, file: MatterFile | UnmappedFile) => Promise<T>,
): Promise<T> {
  return withCopyTransaction(db, async (trx, copyIn) => {
    await allowLongStatements(trx);
    return work(trx, await readIntoStage(trx, copyIn, { pieces, options }));
  });
}

export function throwIfGone(signal: AbortSignal): void {
  if (signal.aborted) throw requestCancelled();
}

async function readIntoStage(
  trx: Trx,
  copyIn: CopyIn,
  {
    pieces,
    options: { signal, recall, ...options },
  }: { pieces: TextPieces; options: StageOptions },
): Promise<MatterFile | UnmappedFile> {
  // Not before the first rows: no other query may run while they are copied.
  let opened: Promise<Stage> | undefined;
  const stage = async (): Promise<Stage> => (opened ??= openStage(trx, copyIn));
  let file: MatterFile | UnmappedFile;
  try {
    const take = async (rows: MatterRow[]) => {
      throwIfGone(signal);
      await (await stage()).take(rows);
    };
    file = await readMatterFile(pieces, {
      ...options,
      take,
      ...(recall !== undefined && { recall: async (columns) => recall(trx, columns) }),
    });
    if (file.ok) await stage();
  } finally {
    await (await opened)?.end();
  }
  if (!file.ok) return file;
  await settleStaged(trx, file.isMonthFirst);
  return withRepeatedRows(file, await dropRepeatedRows(trx));
}

function withRepeatedRows(
  file: MatterFile,
  repeated: { row: number; number: string; first: number }[],
): MatterFile {
  if (repeated.length === 0) return file;
  const list = createProblemList();
  for (const { row, number, first } of repeated) {
    const message = `The matter number "${number}" is in row ${first} already. Remove one of the two rows, or correct the number.`;
    addProblem(list, row, file.shape.mapping.number ?? '', message);
  }
  return {
    ...file,
    takenRows: file.takenRows - repeated.length,
    refusedRows: file.refusedRows + repeated.length,
    problemCount: file.problemCount + repeated.length,
    problems: mergeProblems(list, { ...list, kept: file.problems }),
  };
}
