import type { matterFields, matterStatuses } from '@recoup/contract/matters/endpoints';

export type MatterField = (typeof matterFields)[number];
export type MatterStatus = (typeof matterStatuses)[number];

/**
 * A matter as one row of a file says it. `row` counts as a spreadsheet does. `opened` is YYYY-MM-DD as read with the day first,
 * `openedMonthFirst` the same cell with the month first: which of the two holds is known when the whole column has been read.
 * `status` is null when the file says none: Open for a new matter, and as it was for one that is there.
 */
export type MatterRow = {
  row: number;
  number: string;
  description: string;
  client: string | null;
  attorneyId: string | null;
  status: MatterStatus | null;
  opened: string | null;
  openedMonthFirst: string | null;
};

/** Why a row cannot be taken. `column` is the header as the file writes it, '' when no single column is at fault. */
export type Problem = { row: number; column: string; message: string };

/** The file as a whole cannot be read; the sentence says what to do about it. */
export type Rejection = { ok: false; message: string };

export type Attorney = { id: string; name: string; email: string };

/** UTF-16 units, so never more than that many characters in the database. */
export const matterLimits = { number: 60, description: 500, client: 200 } as const;

export function reject(message: string): Rejection {
  return { ok: false, message };
}
