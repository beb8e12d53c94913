import { isWorkingDay, reminderDays } from '../month-end/working-days.ts';

/** When a hand-over runs, by its day. */
export const handOverDays = [
  'last_working_day',
  'working_days_before',
  'first_working_day',
  'day_of_month',
  'daily',
] as const;
export type HandOverDay = (typeof handOverDays)[number];

/** The largest number that belongs to a choice; 0 where it has none. */
export const maxDay = {
  last_working_day: 0,
  working_days_before: 10,
  first_working_day: 0,
  day_of_month: 31,
  daily: 0,
} as const satisfies Record<HandOverDay, number>;

export type HandOverTime = { on: HandOverDay; day: number | null; time: string };

/** The first time after a moment, in South Africa: two hours ahead of UTC, without summer time. */
export function nextTime({ on, day, time }: HandOverTime, after: Date): Date {
  const [year = 0, month = 0] = southAfrican(after).split('-').map(Number);
  // Two months ahead, since the day of this month and its time may be over.
  for (const months of [0, 1, 2])
    for (const date of scheduledDays({ on, day }, monthAfter(year, month + months))) {
      const at = new Date(`${date}T${time}:00+02:00`);
      if (at > after) return at;
    }
  throw new Error('each choice has a day in each month');
}

/**
 * The last day that a run exports. On the first working day of a month that is the last day of the
 * month before; otherwise the day itself.
 */
export function lastExportedDay(on: HandOverDay, dueAt: Date): string {
  const day = southAfrican(dueAt);
  if (on !== 'first_working_day') return day;
  const end = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  end.setUTCDate(0);
  return end.toISOString().slice(0, 10);
}

function scheduledDays({ on, day }: Omit<HandOverTime, 'time'>, month: string): string[] {
  const all = allDays(month);
  if (on === 'daily') return all;
  if (on === 'day_of_month') return [all[(day ?? 1) - 1] ?? all.at(-1) ?? ''];
  if (on === 'first_working_day') return all.filter(isWorkingDay).slice(0, 1);
  return reminderDays(month, on === 'working_days_before' ? (day ?? 0) : 0).slice(0, 1);
}

function allDays(month: string): string[] {
  return Array.from(
    { length: 31 },
    (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`,
  ).filter((date) => new Date(`${date}T00:00:00Z`).toISOString().startsWith(date));
}

function monthAfter(year: number, month: number): string {
  return new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 7);
}

export function southAfrican(at: Date): string {
  return new Date(at.getTime() + 7_200_000).toISOString().slice(0, 10);
}
