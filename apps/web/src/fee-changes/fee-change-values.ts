import type { NewFeeChange, RoundingMode } from '@recoup/contract/fee-changes/endpoints';
import type { RateMatrixRow } from '@recoup/contract/fee-matrix/endpoints';
import { validFromError } from '../call-fees/valid-from.ts';
import { parsePercent } from '../call-fees/preview/percent.ts';

export type RoundTo = NewFeeChange['roundTo'];
/** The chosen ids; all of them until one is taken away. */
export type Choice = 'all' | readonly string[];

/** Typed values on which the preview depends. */
export type FeeChangeValues = {
  percent: string;
  validFrom: string;
  roundTo: RoundTo;
  mode: RoundingMode;
  isForEveryone: boolean;
  attorneys: Choice;
  types: Choice;
};
/** Typed values that are saved with the raise, and do not change its preview. */
export type FeeChangeNotes = { isRepricing: boolean; reason: string };

export type FeeChangeContent = Pick<
  NewFeeChange,
  'validFrom' | 'percent' | 'roundTo' | 'mode' | 'cells'
>;
export type FeeChangeErrors = Partial<Record<'percent' | 'validFrom' | 'reason' | 'cells', string>>;

export const emptyNotes: FeeChangeNotes = { isRepricing: false, reason: '' };

/** Raises begin with a month. */
export function emptyFeeChange(today: string): FeeChangeValues {
  return {
    percent: '',
    validFrom: firstOfNextMonth(today),
    roundTo: 1,
    mode: 'nearest',
    isForEveryone: true,
    attorneys: 'all',
    types: 'all',
  };
}

/** The first day of the month after a day. */
export function firstOfNextMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

/** The request, or undefined while it is incomplete. `rows` are those of the day. */
export function feeChangeContent(
  values: FeeChangeValues,
  rows: readonly RateMatrixRow[] | undefined,
): FeeChangeContent | undefined {
  const parsed = parsePercent(values.percent);
  const { validFrom, roundTo, mode } = values;
  if ('error' in parsed || validFromError(validFrom) !== undefined) return undefined;
  const content = { validFrom, percent: parsed.percent, roundTo, mode };
  if (values.isForEveryone) return content;
  const cells = rows && chosenCells(values, rows);
  return cells && cells.length > 0 ? { ...content, cells } : undefined;
}

/** The chosen attorneys with the chosen types, where they have call fees. */
export function chosenCells(
  { attorneys, types }: Pick<FeeChangeValues, 'attorneys' | 'types'>,
  rows: readonly RateMatrixRow[],
): { attorney: string; disbursementType: string }[] {
  return rows
    .filter(({ callFees }) => callFees.length > 0)
    .map((row) => ({ attorney: row.attorney._id, disbursementType: row.disbursementType._id }))
    .filter((cell) => has(attorneys, cell.attorney) && has(types, cell.disbursementType));
}

export function has(choice: Choice, id: string): boolean {
  return choice === 'all' || choice.includes(id);
}

/** That of a preview, which there is none of without it. */
export function typedPercent({ percent }: Pick<FeeChangeValues, 'percent'>): number {
  const parsed = parsePercent(percent);
  return 'error' in parsed ? 0 : parsed.percent;
}

/** Errors that the browser finds before it sends the raise. */
export function feeChangeErrors(
  values: FeeChangeValues,
  notes: FeeChangeNotes,
  rows: readonly RateMatrixRow[] | undefined,
): FeeChangeErrors {
  const parsed = parsePercent(values.percent);
  const day = validFromError(values.validFrom);
  const isWithoutCells =
    !values.isForEveryone && rows !== undefined && chosenCells(values, rows).length === 0;
  return {
    ...('error' in parsed && { percent: parsed.error }),
    ...(day !== undefined && { validFrom: day }),
    ...(isWithoutCells && { cells: 'Please choose an attorney and a type with call fees.' }),
    ...(notes.isRepricing &&
      notes.reason.trim() === '' && {
        reason: 'Please enter a reason; it is saved with each re-priced entry.',
      }),
  };
}
