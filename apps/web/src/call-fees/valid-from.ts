import type { FeeSchedule } from '@recoup/contract/call-fees/schedules';
import { beginningOfTime, validFrom } from '@recoup/contract/call-fees/endpoints';
import { longDay } from '@recoup/contract/entries/rules';
import { dayBefore } from '../platform/browser/local-day.ts';

type Change = {
  /** The first day of the rows, `YYYY-MM-DD`. */
  day: string;
  today: string;
  /** Those of the attorney and type that count, in any order. */
  schedules: readonly Pick<FeeSchedule, 'validFrom'>[];
  /** The rows are none. */
  isEmpty: boolean;
};

/** What is wrong with the day, if anything. */
export function validFromError(day: string): string | undefined {
  if (day === '') return 'Please enter a day.';
  return validFrom.safeParse(day).error?.issues[0]?.message;
}

/** As `validFromError`, with the day that a table shows all the same. */
export function shownDayError(day: string, shown: string): string | undefined {
  const error = validFromError(day);
  return error === undefined ? undefined : `${error} The table shows ${longDay(shown)}.`;
}

/** What saving rows from that day means, in sentences. */
export function validFromSentence({ day, today, schedules, isEmpty }: Change): string {
  const fees = isEmpty ? 'no call fees' : 'these fees';
  return [startSentence(day, today, fees), endSentence(day, schedules, isEmpty)].join('').trim();
}

function startSentence(day: string, today: string, fees: string): string {
  if (day > today) return `Planned: calls from ${longDay(day)} have ${fees}.`;
  if (day === today) return `Calls from today have ${fees}.`;
  return (
    `Calls from ${longDay(day)} that are recorded from now on have ${fees}. ` +
    'Recorded entries keep their price.'
  );
}

function endSentence(day: string, schedules: Change['schedules'], isEmpty: boolean): string {
  const coming = schedules.map((each) => each.validFrom).filter((from) => from > day);
  const [next] = coming.toSorted();
  if (next === undefined) return '';
  const until = longDay(dayBefore(next));
  return isEmpty ? ` This ends on ${until}.` : ` They end on ${until}, before the next change.`;
}

type Period = { validFrom: string; until: string | null };

/** The days of a schedule in words: `From 1 March 2027`, `Until 28 February 2027`. */
export function periodText({ validFrom: from, until }: Period): string {
  if (until === null) return from === beginningOfTime ? 'Always' : `From ${longDay(from)}`;
  if (from === beginningOfTime) return `Until ${longDay(until)}`;
  return from === until ? longDay(from) : `${longDay(from)} – ${longDay(until)}`;
}

/** Whether a schedule is in force or coming; undefined for a past or superseded one. */
export function dayKind(
  { validFrom: from, until, replacedAt }: Period & { replacedAt: string | null },
  today: string,
): 'now' | 'coming' | undefined {
  if (replacedAt !== null || (until !== null && until < today)) return undefined;
  return from > today ? 'coming' : 'now';
}
