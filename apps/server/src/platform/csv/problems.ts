/** Why a row is rejected. `column` is the file's header, '' for the row as a whole. */
export type Problem = { row: number; column: string; message: string };

/** The whole file is rejected; the message says what to do. */
export type Rejection = { ok: false; message: string };

/** All are counted, the first are kept. */
export type ProblemList = { kept: Problem[]; count: number; maxKept: number };

const maxListedProblems = 200;

export function createProblemList(maxKept: number = maxListedProblems): ProblemList {
  return { kept: [], count: 0, maxKept };
}

/** Called in the order of the rows. */
export function addProblem(list: ProblemList, row: number, column: string, message: string): void {
  list.count++;
  if (list.kept.length < list.maxKept) list.kept.push({ row, column, message });
}

/** The first problems of both lists, in the order of the rows. */
export function mergeProblems(list: ProblemList, other: ProblemList): Problem[] {
  return [...list.kept, ...other.kept].toSorted((a, b) => a.row - b.row).slice(0, list.maxKept);
}

export function reject(message: string): Rejection {
  return { ok: false, message };
}
