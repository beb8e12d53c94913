import type { matterFields, matterStatuses } from '@recoup/contract/matters/endpoints';

export type MatterField = (typeof matterFields)[number];
export type MatterStatus = (typeof matterStatuses)[number];

/**
 * A matter in a file. `row` counts as in a spreadsheet. `opened` and `openedMonthFirst` are the
 * same cell read day first and month first, as YYYY-MM-DD; only the whole column tells which
 * holds. `status` null means Open for a new matter, and unchanged for an existing one.
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
  /** As E.164. */
  phones: string[];
};

export type Attorney = { id: string; name: string; email: string };

/** UTF-16 units, so at most that many characters in the database. */
export const matterLimits = { number: 60, description: 500, client: 200 } as const;
