import type { RejectedRow } from '@recoup/contract/core/errors';
import { longDay } from '@recoup/contract/entries/rules';
import { postingLimits } from '@recoup/contract/posting/rules';
import type { PostingLine } from './posting-line.ts';

/** Told by a cell what it cannot hold, or which setting it lacks. */
export type Report = {
  reject: (column: string, message: string) => void;
  lack: (name: string, message: string) => void;
};

/** How a person finds the entry of a row. */
type Place = Pick<PostingLine, 'matterNumber' | 'date'>;

/** Problems that keep a file from being written, as they are found. */
export type Findings = Report & {
  /** Missing settings, by name. */
  missing: ReadonlyMap<string, string>;
  rows: readonly RejectedRow[];
  /** Rows that were rejected in all. */
  rejected: number;
  isTooLarge: boolean;
  /** The file would have more characters than a posting file may have. */
  tooLarge: () => void;
  /** The next line begins; rows are counted as those of the CSV, whose first row is the header. */
  begin: (row: number, line?: Place) => void;
};

export function createFindings(): Findings {
  const missing = new Map<string, string>();
  const rows: RejectedRow[] = [];
  let [row, rejected] = [0, 0];
  /** Columns that were rejected in this row. */
  const columns = new Set<string>();
  let place: Place | undefined;
  let isTooLarge = false;
  return {
    missing,
    rows,
    get rejected() {
      return rejected;
    },
    get isTooLarge() {
      return isTooLarge;
    },
    tooLarge: () => {
      isTooLarge = true;
    },
    begin: (next, line) => {
      row = next;
      place = line;
      columns.clear();
    },
    reject: (column, message) => {
      if (columns.has(column)) return;
      if (columns.size === 0) rejected += 1;
      columns.add(column);
      if (rejected <= postingLimits.rejectedRows)
        rows.push({ row, column, message: placePrefix(place) + message });
    },
    lack: (name, message) => {
      if (missing.size < maxMissing) missing.set(name, message);
    },
  };
}

function placePrefix(place: Place | undefined): string {
  return place ? `Matter ${place.matterNumber}, ${longDay(place.date)}: ` : '';
}

/** As many as an error names. */
const maxMissing = 50;
