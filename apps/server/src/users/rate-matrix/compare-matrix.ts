import { type CallFeeBand, isThereafter } from '@recoup/contract/call-fees/rules';
import { maxLiveSchedules } from '../../call-fees/call-fees.service.ts';
import { isSameFrom } from '../../call-fees/same-schedule.service.ts';
import type { ScheduleOfCell } from '../../call-fees/schedules-of-firm.service.ts';
import { createPauses } from '../../platform/core/pauses.ts';
import type { Problem } from '../../platform/csv/problems.ts';
import { groupBy } from './group-by.ts';
import type { MatrixFees } from './matrix-row.ts';

/** A cell of the matrix that a row of the file names. */
export type GivenCell = {
  row: number;
  attorney: { id: string; name: string };
  type: { id: string; title: string };
  fees: MatrixFees;
};
export type ChangedCell = GivenCell & { before: readonly CallFeeBand[] };
type Schedule = Pick<ScheduleOfCell, 'validFrom' | 'bands'>;
type Cell = { rows: readonly GivenCell[]; schedules: readonly Schedule[]; today: string };
type Compared = { changed: ChangedCell[]; unchanged: number; problems: Problem[] };

const pastMessage =
  'Enter the day from which the new fees hold, today or later. ' +
  'A file does not change fees of the past.';
const tooManyMessage = `An attorney can have at most ${maxLiveSchedules} dated call fees.`;

/**
 * Compares the rows of a file with the fees that are valid on their days, each row after the
 * earlier days of its cell. `schedules` are in the order of day; changes in the order of the rows.
 * Yields to other requests.
 */
export async function compareMatrix(
  given: readonly GivenCell[],
  { schedules, today }: { schedules: readonly ScheduleOfCell[]; today: string },
): Promise<Compared> {
  const pause = createPauses();
  const compared: Compared = { changed: [], unchanged: 0, problems: [] };
  const known = groupBy(schedules, (one) => `${one.attorneyId} ${one.disbursementTypeId}`);
  const counts = new Map<string, number>();
  for (const { attorneyId } of schedules) counts.set(attorneyId, (counts.get(attorneyId) ?? 0) + 1);
  for (const [key, rows] of groupBy(given, ({ attorney, type }) => `${attorney.id} ${type.id}`)) {
    const cell = { rows, schedules: known.get(key) ?? [], today };
    const attorneyId = rows[0]?.attorney.id ?? '';
    const added = await compareCell(compared, cell, pause);
    const count = (counts.get(attorneyId) ?? 0) + added;
    counts.set(attorneyId, count);
    if (added > 0 && count > maxLiveSchedules)
      compared.problems.push({ row: rows[0]?.row ?? 0, column: '', message: tooManyMessage });
  }
  compared.changed.sort((a, b) => a.row - b.row);
  return compared;
}

/** Returns how many schedules are added. */
async function compareCell(
  compared: Compared,
  { rows, schedules, today }: Cell,
  pause: () => Promise<void>,
): Promise<number> {
  let next = 0;
  let added = 0;
  let valid: Schedule | undefined;
  for (const given of rows.toSorted((a, b) => (a.fees.validFrom < b.fees.validFrom ? -1 : 1))) {
    await pause();
    const { validFrom } = given.fees;
    for (; (schedules[next]?.validFrom ?? '9') <= validFrom; next += 1) valid = schedules[next];
    // Days before the first schedule have its fees.
    const inForce = valid ?? schedules[0];
    const before = inForce?.bands ?? [];
    const bands = withAdditionalTimes(given.fees.bands, before);
    if (isSameFrom(validFrom, inForce, bands)) compared.unchanged += 1;
    else if (validFrom < today)
      compared.problems.push({ row: given.row, column: 'validFrom', message: pastMessage });
    else {
      compared.changed.push({ ...given, fees: { validFrom, bands }, before });
      if (valid?.validFrom !== validFrom) added += 1;
      valid = { validFrom, bands };
    }
  }
  return added;
}

/** The file has no column for the additional time of a timed row, which no price depends on. */
function withAdditionalTimes(
  bands: readonly CallFeeBand[],
  before: readonly CallFeeBand[],
): CallFeeBand[] {
  return bands.map((band) => {
    const same = before.find(
      ({ startTime, endTime }) => startTime === band.startTime && endTime === band.endTime,
    );
    return same && !isThereafter(band) ? { ...band, additionalTime: same.additionalTime } : band;
  });
}
