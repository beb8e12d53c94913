import type { FeeSchedule } from '@recoup/contract/call-fees/schedules';
import { beginningOfTime, lastFeeDay, outsideFeeDays } from '@recoup/contract/call-fees/validity';
import { notADate } from '@recoup/contract/core/fields';
import { dayBefore, isDay } from '../platform/browser/local-day.ts';
import { formatLongDate } from '../ui/lib/format.ts';

type Change = {
  /** The first day of the rows, `YYYY-MM-DD`. */
  day: string;
  today: string;
  /** The live schedules of the attorney and type, in any order. */
  schedules: readonly Pick<FeeSchedule, 'validFrom'>[];
  /** The rows are none. */
  isEmpty: boolean;
  /** The rows are those that hold without the change planned for the day. */
  isRemoval?: boolean;
};

/**
 * The error of the day, undefined for a valid one: the answer of `validFrom` in the contract,
 * without schemas, which a page that only shows fees does not load.
 */
export function validFromError(day: string): string | undefined {
  if (day === '') return 'Please enter a day.';
  if (!isDay(day)) return notADate;
  return day >= beginningOfTime && day <= lastFeeDay ? undefined : outsideFeeDays;
}

/** As `validFromError`, with the day that a table shows all the same. */
export function shownDayError(day: string, shown: string): string | undefined {
  const error = validFromError(day);
  return error === undefined ? undefined : `${error} The table shows ${formatLongDate(shown)}.`;
}

/** Explains the effect of saving rows from that day. */
export function validFromSentence({ day, today, schedules, isEmpty, isRemoval }: Change): string {
  const isReplaced = day > today && schedules.some((each) => each.validFrom === day);
  const planned = formatLongDate(day);
  const removed = `Removes the change of ${planned}: the fees of the day before hold on.`;
  const fees = isEmpty ? 'no call fees' : 'these fees';
  const replaced = isReplaced ? ' They replace the fees planned from that day.' : '';
  const start = `${startSentence(day, today, fees)}${replaced}`;
  return [isRemoval ? removed : start, endSentence(day, schedules, isEmpty)].join('').trim();
}

function startSentence(day: string, today: string, fees: string): string {
  if (day > today) return `Planned: calls from ${formatLongDate(day)} have ${fees}.`;
  if (day === today) return `Calls from today have ${fees}.`;
  return (
    `Calls from ${formatLongDate(day)} that are recorded from now on have ${fees}. ` +
    'Recorded entries keep their price.'
  );
}

function endSentence(day: string, schedules: Change['schedules'], isEmpty: boolean): string {
  const coming = schedules.map((each) => each.validFrom).filter((from) => from > day);
  const [next] = coming.toSorted();
  if (next === undefined) return '';
  const until = formatLongDate(dayBefore(next));
  return isEmpty ? ` This ends on ${until}.` : ` They end on ${until}, before the next change.`;
}
