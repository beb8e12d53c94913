import {
  type CallFeeBand,
  findScheduleFaults,
  mostTimedRows,
  type PriceExplanation,
  type ScheduleFault,
  type ScheduleWarning,
} from './call-fees.rules.ts';
import { formatRand } from './money.ts';

/** Where a fault stands in the words of the wire: the row's index, and the field when it is one field's. */
export type FeeFault = {
  readonly row: number | undefined;
  readonly field: 'startTime' | 'endTime' | 'additionalTime' | 'charges' | undefined;
  readonly message: string;
};

/** The faults of a fee configuration as form and server say them; none when it can be saved. */
export function feeFaults(bands: readonly CallFeeBand[]): FeeFault[] {
  return findScheduleFaults(bands).map((fault) => ({ ...faultPlace(fault), message: faultMessage(fault) }));
}

function faultPlace(fault: ScheduleFault): Pick<FeeFault, 'row' | 'field'> {
  switch (fault.code) {
    case 'no_timed_row':
      return { row: undefined, field: undefined };
    case 'too_many_timed_rows':
    case 'second_thereafter':
      return { row: fault.row, field: undefined };
    case 'not_whole':
    case 'below_zero':
      return { row: fault.row, field: fault.field === 'chargeCents' ? 'charges' : fault.field };
    case 'start_not_zero':
    case 'start_not_previous_end':
      return { row: fault.row, field: 'startTime' };
    case 'end_too_early':
      return { row: fault.row, field: 'endTime' };
  }
}

function faultMessage(fault: ScheduleFault): string {
  switch (fault.code) {
    case 'no_timed_row':
      return 'At least one timed row is needed.';
    case 'too_many_timed_rows':
      return `There can be at most ${mostTimedRows} timed rows.`;
    case 'second_thereafter':
      return 'There can be only one thereafter row.';
    case 'not_whole':
      return fault.field === 'chargeCents' ? 'Must be an amount in Rand with at most two decimals.' : 'Must be a whole number of minutes.';
    case 'below_zero':
      return 'Must not be below 0.';
    case 'start_not_zero':
      return 'The first row starts at 0.';
    case 'start_not_previous_end':
      return `Must start at ${fault.expected}, where the row before ends.`;
    case 'end_too_early':
      return `Must be at least ${fault.earliest}.`;
  }
}

/** What is allowed and yet seldom meant, in a sentence that says what it does to the price. */
export function warningMessage(warning: ScheduleWarning): string {
  switch (warning.code) {
    case 'price_falls':
      return `Row ${warning.row + 1} costs ${formatRand(warning.toCents)}, less than the ${formatRand(warning.fromCents)} of the row before: a longer call would be cheaper.`;
    case 'free_band':
      return warning.startTime === 0
        ? `Calls of up to ${minutesText(warning.endTime)} cost nothing.`
        : `Calls of more than ${warning.startTime} and up to ${minutesText(warning.endTime)} cost nothing.`;
    case 'capped_without_thereafter':
      return `There is no thereafter row: every call of more than ${minutesText(warning.afterMinutes)} is capped at ${formatRand(warning.capCents)}.`;
    case 'capped_without_interval':
      return `The thereafter row has 0 minutes and adds nothing: every call of more than ${minutesText(warning.afterMinutes)} is capped at ${formatRand(warning.capCents)}.`;
  }
}

/** How a price comes about, for the table below the rows. */
export function explanationText(price: PriceExplanation): string {
  switch (price.kind) {
    case 'band':
      return `${price.startTime}–${price.endTime} min`;
    case 'cap':
      return `capped after ${price.endTime} min`;
    case 'thereafter':
      return `${formatRand(price.baseCents)} + ${price.intervals} × ${formatRand(price.intervalCents)}`;
  }
}

function minutesText(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
