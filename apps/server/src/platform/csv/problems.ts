/** Why a row is rejected. `column` is the file's header, '' for the row as a whole. */
export type Problem = { row: number; column: string; message: string };

/** The whole file is rejected; the message says what to do. */
export type Rejection = { ok: false; message: string };

/** All are counted, the first are listed. */
export type ProblemList = { listed: Problem[]; count: number; maxListed: number };

const maxListedProblems = 200;

export function createProblemList(maxListed: number = maxListedProblems): ProblemList {
  return { listed: [], count: 0, maxListed };
}

/** Called in the order of the rows. */
export function addProblem(list: ProblemList, row: number, column: string, message: string): void {
  list.count++;
  if (list.listed.length < list.maxListed) list.listed.push({ row, column, message });
}

/** The first problems of both lists, in the order of the rows. */
export function mergeProblems(list: ProblemList, other: ProblemList): Problem[] {
  return [...list.listed, ...other.listed]
    .toSorted((a, b) => a.row - b.row)
    .slice(0, list.maxListed);
}

export function reject(message: string): Rejection {
  return { ok: false, message };
}
