/** Times in whole minutes, the charge in cents; the thereafter row starts and ends at -1. */
export type CallFeeBand = {
  startTime: number;
  endTime: number;
  additionalTime: number;
  chargeCents: number;
};

/** How a price is made. `row` and `thereafterRow` are indexes into the bands; amounts in cents. */
export type PriceExplanation =
  | { kind: 'band'; cents: number; row: number; startTime: number; endTime: number }
  | {
      kind: 'cap';
      cents: number;
      row: number;
      endTime: number;
      because: 'no_thereafter' | 'no_interval';
    }
  | {
      kind: 'thereafter';
      cents: number;
      row: number;
      endTime: number;
      baseCents: number;
      thereafterRow: number;
      intervals: number;
      intervalMinutes: number;
      intervalCents: number;
    };

export type PricePoint = { minutes: number; cents: number };

type BandField = keyof CallFeeBand;

/** Errors of a fee configuration (specification, section 5, "Fee modal"). `row` is an index. */
export type ScheduleError =
  | { code: 'no_timed_row' }
  | { code: 'too_many_timed_rows'; row: number; max: number }
  | { code: 'second_thereafter'; row: number }
  | { code: 'not_whole'; row: number; field: BandField }
  | { code: 'below_zero'; row: number; field: BandField }
  | { code: 'start_not_zero'; row: number }
  | { code: 'start_not_previous_end'; row: number; expected: number }
  | { code: 'end_too_early'; row: number; earliest: number };

/** Allowed, but seldom intended. Amounts in cents; `row` is an index. */
export type ScheduleWarning =
  | { code: 'price_falls'; row: number; fromCents: number; toCents: number }
  | { code: 'free_band'; row: number; startTime: number; endTime: number }
  | { code: 'capped_without_thereafter'; row: number; afterMinutes: number; capCents: number }
  | { code: 'capped_without_interval'; row: number; afterMinutes: number; capCents: number };

type Row = CallFeeBand & { row: number };

export const thereafterTime = -1;
export const maxTimedRows = 4;
/** The lengths in the price table (minutes). */
export const curveLengths = [1, 3, 5, 6, 10, 15, 20, 30, 60] as const;

export function isThereafter(band: CallFeeBand): boolean {
  return band.startTime === thereafterTime && band.endTime === thereafterTime;
}

/**
 * Rounds up (product.md, "Call fees"; D2 B11, rule 2). Throws RangeError for negative or infinite
 * lengths.
 */
export function minutesFromSeconds(seconds: number): number {
  if (!Number.isFinite(seconds) || seconds < 0)
    throw new RangeError('The length of a call must not be below 0 seconds.');
  return Math.ceil(seconds / 60);
}

/**
 * The price in cents of a call of whole `minutes` (product.md, "Call fees"), for rows in any order
 * without errors. Throws RangeError without a timed row, and for negative or part minutes.
 */
export function priceCents(bands: readonly CallFeeBand[], minutes: number): number {
  return explainPrice(bands, minutes).cents;
}

/** As `priceCents`, with the deciding row and the thereafter intervals. */
export function explainPrice(bands: readonly CallFeeBand[], minutes: number): PriceExplanation {
  if (!Number.isInteger(minutes) || minutes < 0)
    throw new RangeError('A call is priced by whole minutes, from 0.');
  const { row, last, thereafterRow } = findRows(bands, minutes);
  const band = bands[row];
  if (band)
    return {
      kind: 'band',
      cents: band.chargeCents,
      row,
      startTime: band.startTime,
      endTime: band.endTime,
    };
  const lastBand = bands[last];
  if (!lastBand) throw new RangeError('Without a timed row there is no price.');
  const { endTime, chargeCents: baseCents } = lastBand;
  const thereafter = bands[thereafterRow];
  if (!thereafter)
    return { kind: 'cap', cents: baseCents, row: last, endTime, because: 'no_thereafter' };
  const { additionalTime: intervalMinutes, chargeCents: intervalCents } = thereafter;
  if (intervalMinutes === 0)
    return { kind: 'cap', cents: baseCents, row: last, endTime, because: 'no_interval' };
  const intervals = Math.ceil((minutes - endTime) / intervalMinutes);
  const cents = baseCents + intervals * intervalCents;
  return {
    kind: 'thereafter',
    cents,
    row: last,
    endTime,
    baseCents,
    thereafterRow,
    intervals,
    intervalMinutes,
    intervalCents,
  };
}

/** All errors in the order of the rows. Timed rows must be in the order of time. */
export function findScheduleErrors(bands: readonly CallFeeBand[]): ScheduleError[] {
  const { timed, thereafter } = splitRows(bands);
  const errors: ScheduleError[] = timed.length === 0 ? [{ code: 'no_timed_row' }] : [];
  for (const [place, row] of timed.entries()) {
    if (place >= maxTimedRows)
      errors.push({ code: 'too_many_timed_rows', row: row.row, max: maxTimedRows });
    errors.push(
      ...findValueErrors(row, ['startTime', 'endTime', 'additionalTime', 'chargeCents']),
      ...findPlaceErrors(row, timed[place - 1]),
    );
  }
  for (const [place, row] of thereafter.entries()) {
    if (place > 0) errors.push({ code: 'second_thereafter', row: row.row });
    errors.push(...findValueErrors(row, ['additionalTime', 'chargeCents']));
  }
  return errors.toSorted((a, b) => errorRow(a) - errorRow(b));
}

/** Warnings about rows without errors. */
export function findScheduleWarnings(bands: readonly CallFeeBand[]): ScheduleWarning[] {
  const { timed, thereafter } = splitRows(bands);
  const warnings: ScheduleWarning[] = [];
  for (const [place, { row, startTime, endTime, chargeCents }] of timed.entries()) {
    const previous = timed[place - 1];
    if (chargeCents === 0) warnings.push({ code: 'free_band', row, startTime, endTime });
    if (previous && chargeCents < previous.chargeCents) {
      warnings.push({
        code: 'price_falls',
        row,
        fromCents: previous.chargeCents,
        toCents: chargeCents,
      });
    }
  }
  const last = timed.at(-1);
  if (!last) return warnings;
  const cap = { afterMinutes: last.endTime, capCents: last.chargeCents };
  const [every] = thereafter;
  if (!every) warnings.push({ code: 'capped_without_thereafter', row: last.row, ...cap });
  if (every?.additionalTime === 0)
    warnings.push({ code: 'capped_without_interval', row: every.row, ...cap });
  return warnings;
}

/** Indexes, or -1: the first band (start, end] that holds the call, the last band, thereafter. */
function findRows(bands: readonly CallFeeBand[], minutes: number) {
  let row = -1;
  let last = -1;
  let thereafterRow = -1;
  for (const [index, band] of bands.entries()) {
    if (isThereafter(band)) {
      thereafterRow = index;
      continue;
    }
    if (band.endTime > (bands[last]?.endTime ?? thereafterTime)) last = index;
    if (minutes <= band.endTime && band.endTime < (bands[row]?.endTime ?? Number.POSITIVE_INFINITY))
      row = index;
  }
  return { row, last, thereafterRow };
}

function splitRows(bands: readonly CallFeeBand[]): { timed: Row[]; thereafter: Row[] } {
  const rows = bands.map((band, row) => ({ ...band, row }));
  return { timed: rows.filter((row) => !isThereafter(row)), thereafter: rows.filter(isThereafter) };
}

function findValueErrors(row: Row, fields: readonly BandField[]): ScheduleError[] {
  return fields.flatMap((field): ScheduleError[] => {
    if (!Number.isSafeInteger(row[field])) return [{ code: 'not_whole', row: row.row, field }];
    return row[field] < 0 ? [{ code: 'below_zero', row: row.row, field }] : [];
  });
}

/** Skips times that are no numbers: `findValueErrors` reports them. */
function findPlaceErrors(row: Row, previous: Row | undefined): ScheduleError[] {
  const start = previous ? previous.endTime : 0;
  const errors: ScheduleError[] = [];
  if (row.startTime !== start && row.startTime >= 0 && start > thereafterTime) {
    errors.push(
      previous
        ? { code: 'start_not_previous_end', row: row.row, expected: start }
        : { code: 'start_not_zero', row: row.row },
    );
  }
  if (row.endTime >= 0 && row.endTime < start + 1)
    errors.push({ code: 'end_too_early', row: row.row, earliest: start + 1 });
  return errors;
}

function errorRow(error: ScheduleError): number {
  return 'row' in error ? error.row : -1;
}
