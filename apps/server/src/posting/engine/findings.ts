import type { RejectedRow } from '@recoup/contract/core/errors';
import { postingLimits } from '@recoup/contract/posting/rules';

/** Told by a cell what it cannot hold, or which setting it lacks. */
export type Report = {
  reject: (column: string, message: string) => void;
  lack: (name: string, message: string) => void;
};

/** What keeps a file from being written, as it is found. */
export type Findings = Report & {
  /** Settings that nobody gave, by name. */
  missing: ReadonlyMap<string, string>;
  rows: readonly RejectedRow[];
  /** Rows that were rejected in all. */
  rejected: number;
  /** The next line begins; rows are counted as those of the CSV, whose first row is the header. */
  begin: (row: number) => void;
};

export function createFindings(): Findings {
  const missing = new Map<string, string>();
  const rows: RejectedRow[] = [];
  let [row, lastRejected, rejected] = [0, 0, 0];
  return {
    missing,
    rows,
    get rejected() {
      return rejected;
    },
    begin: (next) => {
      row = next;
    },
    reject: (column, message) => {
      if (row !== lastRejected) rejected += 1;
      lastRejected = row;
      const isNamed = rows.some((named) => named.row === row && named.column === column);
      if (rejected <= postingLimits.rejectedRows && !isNamed) rows.push({ row, column, message });
    },
    lack: (name, message) => {
      if (missing.size < maxMissing) missing.set(name, message);
    },
  };
}

/** As many as an error names. */
const maxMissing = 50;
