import { compareCodes } from '../core/code-order.ts';

export type PublicHoliday = { day: string; name: string };

/**
 * The public holidays of a year in South Africa, by day (Public Holidays Act 36 of 1994, section 1
 * and Schedule 1). If one falls on a Sunday, the Monday after it is a public holiday. The Act gives
 * no other day if that Monday is a public holiday already: only the President may declare one, by
 * section 2A, as on 27 December 2022. Declared days, such as those of elections, are not here.
 */
export function publicHolidays(year: number): readonly PublicHoliday[] {
  const known = holidaysOfYear.get(year);
  if (known) return known;
  const byDay = new Map<string, string>();
  const scheduled = scheduledHolidays(year);
  for (const { day, name } of scheduled) {
    const other = byDay.get(day);
    byDay.set(day, other === undefined ? name : `${other}, ${name}`);
  }
  for (const { day, name } of scheduled) {
    const monday = addDays(day, 1);
    if (weekdayNumber(day) === sunday && !byDay.has(monday))
      byDay.set(monday, `Monday after ${name}`);
  }
  const holidays = [...byDay]
    .map(([day, name]) => ({ day, name }))
    .toSorted((a, b) => compareCodes(a.day, b.day));
  holidaysOfYear.set(year, holidays);
  return holidays;
}

/** Whether the day, as `YYYY-MM-DD`, is no Saturday, Sunday or public holiday. */
export function isWorkingDay(day: string): boolean {
  const weekday = weekdayNumber(day);
  return (
    weekday !== sunday &&
    weekday !== saturday &&
    !publicHolidays(Number(day.slice(0, 4))).some((holiday) => holiday.day === day)
  );
}

/** The days on which reminders go out: the last working day of a month, and so many before it. */
export function reminderDays(month: string, workingDaysBefore: number): string[] {
  return workingDaysInMonth(month).slice(-1 - workingDaysBefore);
}

/** How many working days of the month come after this day. */
export function workingDaysLeft(day: string): number {
  return workingDaysInMonth(day.slice(0, 7)).filter((other) => other > day).length;
}

const sunday = 0;
const saturday = 6;
const holidaysOfYear = new Map<number, readonly PublicHoliday[]>();

function scheduledHolidays(year: number): PublicHoliday[] {
  const easter = easterSunday(year);
  const on = (monthAndDay: string): string => `${String(year).padStart(4, '0')}-${monthAndDay}`;
  return [
    { day: on('01-01'), name: "New Year's Day" },
    { day: on('03-21'), name: 'Human Rights Day' },
    { day: addDays(easter, -2), name: 'Good Friday' },
    { day: addDays(easter, 1), name: 'Family Day' },
    { day: on('04-27'), name: 'Freedom Day' },
    { day: on('05-01'), name: "Workers' Day" },
    { day: on('06-16'), name: 'Youth Day' },
    { day: on('08-09'), name: "National Women's Day" },
    { day: on('09-24'), name: 'Heritage Day' },
    { day: on('12-16'), name: 'Day of Reconciliation' },
    { day: on('12-25'), name: 'Christmas Day' },
    { day: on('12-26'), name: 'Day of Goodwill' },
  ];
}

/** Gregorian Easter by J.-M. Oudin's algorithm (US Naval Observatory, "The Date of Easter"). */
function easterSunday(year: number): string {
  const century = Math.trunc(year / 100);
  const golden = year % 19;
  const k = Math.trunc((century - 17) / 25);
  const epact =
    (century - Math.trunc(century / 4) - Math.trunc((century - k) / 3) + 19 * golden + 15) % 30;
  const moon =
    epact -
    Math.trunc(epact / 28) * (1 - Math.trunc(29 / (epact + 1)) * Math.trunc((21 - golden) / 11));
  const weekday = (year + Math.trunc(year / 4) + moon + 2 - century + Math.trunc(century / 4)) % 7;
  return addDays(`${String(year).padStart(4, '0')}-03-28`, moon - weekday);
}

function workingDaysInMonth(month: string): string[] {
  return Array.from({ length: 31 }, (_, index) => addDays(`${month}-01`, index)).filter(
    (day) => day.startsWith(month) && isWorkingDay(day),
  );
}

export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

function weekdayNumber(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}
