import { compareCodes } from '@recoup/contract/core/code-order';
import { type CallFeeBand, isThereafter } from '@recoup/contract/call-fees/rules';
import { maxLiveSchedules, isSameFrom } from '../call-fees/call-fees.service.ts';
import type { ScheduleOfCell } from '../call-fees/schedules-of-firm.service.ts';
import { createPauses } from '../platform/core/pauses.ts';
import type { Problem } from '../platform/csv/problems.ts';
import { groupBy } from '../platform/core/group-by.ts';
import { type MatrixFees, readFees, createDayReader, type MatrixRecord } from './matrix-file.ts';
import { folded } from '@recoup/contract/core/folded';
import { unescapeFormula } from '@recoup/contract/core/formula-escaping';
import { withoutMarks } from '@recoup/contract/core/fields';
import type { MatrixAttorney } from './fee-matrix.repository.ts';

/** A cell of the matrix that a row of the file names. */
type FileCell = {
  row: number;
  attorney: { id: string; name: string };
  type: { id: string; title: string };
  fees: MatrixFees;
};
/**
 * `isRemoval`: from its day the file has the fees of the day before. `next` is the first day of the
 * later fees that end these.
 */
export type ChangedCell = FileCell & {
  before: readonly CallFeeBand[];
  isRemoval: boolean;
  next: string | null;
};
type Schedule = Pick<ScheduleOfCell, 'validFrom' | 'bands'>;
type Cell = { rows: readonly FileCell[]; schedules: readonly Schedule[]; today: string };
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
  given: readonly FileCell[],
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
  const changed: Omit<ChangedCell, 'next'>[] = [];
  let next = 0;
  let added = 0;
  let valid: Schedule | undefined;
  for (const given of rows.toSorted((a, b) => compareCodes(a.fees.validFrom, b.fees.validFrom))) {
    await pause();
    const { validFrom } = given.fees;
    for (; (schedules[next]?.validFrom ?? '9') < validFrom; next += 1) valid = schedules[next];
    const ofDay = schedules[next]?.validFrom === validFrom ? schedules[next++] : undefined;
    // Days before the first schedule have its fees.
    const row = compareRow(given.fees, { ofDay, rest: valid ?? schedules[next] });
    if (row.isUnchanged) {
      compared.unchanged += 1;
      valid = ofDay ?? valid;
    } else if (validFrom < today)
      compared.problems.push({ row: given.row, column: 'validFrom', message: pastMessage });
    else {
      const { fees, before, isRemoval } = row;
      changed.push({ ...given, fees, before, isRemoval });
      added += Number(!ofDay) - Number(isRemoval);
      if (!isRemoval) valid = fees;
    }
  }
  compared.changed.push(...withNext(changed, schedules));
  return added;
}

/** `rest` is what holds on the day of the row without the schedule of that day. */
function compareRow(
  { validFrom, bands: given }: MatrixFees,
  { ofDay, rest }: Record<'ofDay' | 'rest', Schedule | undefined>,
) {
  const inForce = ofDay ?? rest;
  const before = inForce?.bands ?? [];
  const bands = withAdditionalTimes(given, before);
  const isRemoval =
    ofDay !== undefined &&
    isSameFrom(validFrom, rest, withAdditionalTimes(given, rest?.bands ?? []));
  const isUnchanged = isSameFrom(validFrom, inForce, bands);
  return { fees: { validFrom, bands }, before, isRemoval, isUnchanged };
}

/** Both are in the order of day. */
function withNext(
  changed: readonly Omit<ChangedCell, 'next'>[],
  schedules: readonly Schedule[],
): ChangedCell[] {
  const days = new Set(schedules.map(({ validFrom }) => validFrom));
  for (const { fees, isRemoval } of changed)
    if (isRemoval) days.delete(fees.validFrom);
    else days.add(fees.validFrom);
  const line = [...days].toSorted();
  let at = 0;
  return changed.map((cell) => {
    while ((line[at] ?? '9') <= cell.fees.validFrom) at += 1;
    return { ...cell, next: line[at] ?? null };
  });
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

type Found<T> = { found: T } | { message: string };

/**
 * The attorneys, types and fees that the rows name; each cell once a day. Yields to other requests.
 */
export async function findCells(
  records: readonly MatrixRecord[],
  { attorneys, today }: { attorneys: readonly MatrixAttorney[]; today: string },
): Promise<{ given: FileCell[]; problems: Problem[] }> {
  const pause = createPauses();
  const readDay = await createDayReader(records, { today, pause });
  const byEmail = new Map(attorneys.map((attorney) => [attorney.email.toLowerCase(), attorney]));
  const firstRows = new Map<string, number>();
  const given: FileCell[] = [];
  const problems: Problem[] = [];
  for (const record of records) {
    await pause();
    const { row, cells } = record;
    const attorney = findAttorney(byEmail, cells.attorney);
    const type = 'found' in attorney ? findType(attorney.found, cells.type) : undefined;
    const { fees, problems: ofFees } = readFees(record, readDay);
    if ('message' in attorney) problems.push({ row, column: 'attorney', ...attorney });
    if (type && 'message' in type) problems.push({ row, column: 'type', ...type });
    problems.push(...ofFees);
    if (!('found' in attorney) || !type || !('found' in type) || !fees) continue;
    const key = `${attorney.found.id} ${type.found.id} ${fees.validFrom}`;
    const first = firstRows.get(key);
    if (first === undefined) firstRows.set(key, row);
    else problems.push({ row, column: '', message: repeatedMessage(first, row) });
    given.push({ row, attorney: attorney.found, type: type.found, fees });
  }
  return { given, problems };
}

/** The emails as they are compared. */
export function recordEmailKey({ cells }: MatrixRecord): string {
  return emailKey(cells.attorney);
}

function findAttorney(
  byEmail: ReadonlyMap<string, MatrixAttorney>,
  cell: string,
): Found<MatrixAttorney> {
  const key = emailKey(cell);
  if (key === '') return { message: 'The email of the attorney is missing.' };
  const found = byEmail.get(key);
  if (found) return { found };
  return { message: `“${shorten(cell)}” is not the email of an attorney of this firm.` };
}

/** Folded, and without marks, unless the attorney has types that differ in no more. */
function findType(
  { types, name }: MatrixAttorney,
  cell: string,
): Found<MatrixAttorney['types'][number]> {
  const title = unescapeFormula(cell);
  const key = titleKey(title);
  if (key === '') return { message: 'The disbursement type is missing.' };
  const exact = types.find((type) => type.title === title);
  const alike = exact ? [exact] : types.filter((type) => titleKey(type.title) === key);
  const [found, second] = alike;
  if (second) return { message: `“${shorten(cell)}” is the name of several types of ${name}.` };
  if (found) return { found };
  return { message: `“${shorten(cell)}” is not a disbursement type of ${name}.` };
}

function repeatedMessage(first: number, row: number): string {
  return `Rows ${first} and ${row} have the same attorney, type and day. Remove one of them.`;
}

function emailKey(cell: string): string {
  return oneSpaced(unescapeFormula(cell)).normalize('NFC').toLowerCase();
}

function titleKey(title: string): string {
  return folded(oneSpaced(title));
}

function oneSpaced(text: string): string {
  return withoutMarks(text).replaceAll(/\s+/g, ' ').trim();
}

function shorten(text: string): string {
  const shown = text.trim();
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
}
