import {
  type CallFeeBand,
  findScheduleErrors,
  maxTimedRows,
  type PriceExplanation,
  type ScheduleError,
  type ScheduleWarning,
} from './rules.ts';
import { formatRand } from '../core/money.ts';

/** The place of an error on the wire: the index of the row, and the field if only one is wrong. */
export type FeeError = {
  row: number | undefined;
  field: 'startTime' | 'endTime' | 'additionalTime' | 'charges' | undefined;
  message: string;
};

export const tooManyTimedRows = `There can be at most ${maxTimedRows} timed rows.`;

/**
 * The end of a rejection because what was previewed has changed; `alone` where the dialog makes the
 * preview again by itself.
 */
export const nothingSaved = {
  makePreview: 'Nothing was saved: make the preview again.',
  alone: 'Nothing was saved.',
} as const;

/** The errors of a fee configuration, with the messages of form and server. */
export function feeErrors(bands: readonly CallFeeBand[]): FeeError[] {
  return findScheduleErrors(bands).map((error) => ({
    ...errorPlace(error),
    message: errorMessage(error),
  }));
}

function errorPlace(error: ScheduleError): Pick<FeeError, 'row' | 'field'> {
  if (error.code === 'no_timed_row') return { row: undefined, field: undefined };
  const { row } = error;
  if ('field' in error)
    return { row, field: error.field === 'chargeCents' ? 'charges' : error.field };
  if (error.code === 'end_too_early') return { row, field: 'endTime' };
  if (error.code === 'start_not_zero' || error.code === 'start_not_previous_end')
    return { row, field: 'startTime' };
  return { row, field: undefined };
}

function errorMessage(error: ScheduleError): string {
  const sentences: { readonly [F in ScheduleError as F['code']]: string } = {
    no_timed_row: 'At least one timed row is needed.',
    too_many_timed_rows: tooManyTimedRows,
    second_thereafter: 'There can be only one thereafter row.',
    not_whole:
      'field' in error && error.field === 'chargeCents'
        ? 'Must be an amount in Rand with at most two decimals.'
        : 'Must be a whole number of minutes.',
    below_zero: 'Must not be below 0.',
    start_not_zero: 'The first row starts at 0.',
    start_not_previous_end:
      'expected' in error ? `Must start at ${error.expected}, where the previous row ends.` : '',
    end_too_early: 'earliest' in error ? `Must be at least ${error.earliest}.` : '',
  };
  return sentences[error.code];
}

/** The warning, with its effect on the price. */
export function warningMessage(warning: ScheduleWarning): string {
  if (warning.code === 'price_falls') {
    const { row, fromCents, toCents } = warning;
    const prices =
      `Row ${row + 1} ` +
      `(${formatRand(toCents)}) is cheaper than row ${row} (${formatRand(fromCents)})`;
    return `${prices}, so longer calls would cost less.`;
  }
  if (warning.code === 'free_band') {
    const { startTime, endTime } = warning;
    const which = startTime === 0 ? 'up to' : `more than ${startTime} and up to`;
    return `Calls of ${which} ${minutesText(endTime)} are free.`;
  }
  const why =
    warning.code === 'capped_without_thereafter'
      ? 'No Thereafter row'
      : 'The thereafter row has 0 minutes and adds nothing';
  const length = minutesText(warning.afterMinutes);
  return `${why}: calls over ${length} are capped at ${formatRand(warning.capCents)}.`;
}

/** The calculation of a price, for the table below the rows. */
export function explanationText(price: PriceExplanation): string {
  if (price.kind === 'band') return `${price.startTime}–${price.endTime} min`;
  if (price.kind === 'cap') return `capped after ${price.endTime} min`;
  return `${formatRand(price.baseCents)} + ${price.intervals} × ${formatRand(price.intervalCents)}`;
}

function minutesText(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
