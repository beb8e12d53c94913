import { expect, it } from 'vitest';
import { isWorkingDay, publicHolidays, reminderDays, workingDaysLeft } from './working-days.ts';

/** From calendars; `+` marks a Monday after a Sunday. */
const years: [number, string][] = [
  [2024, '01-01 03-21 03-29 04-01 04-27 05-01 06-16 06-17+ 08-09 09-24 12-16 12-25 12-26'],
  [2025, '01-01 03-21 04-18 04-21 04-27 04-28+ 05-01 06-16 08-09 09-24 12-16 12-25 12-26'],
  [2026, '01-01 03-21 04-03 04-06 04-27 05-01 06-16 08-09 08-10+ 09-24 12-16 12-25 12-26'],
  [2027, '01-01 03-21 03-22+ 03-26 03-29 04-27 05-01 06-16 08-09 09-24 12-16 12-25 12-26 12-27+'],
  [2028, '01-01 03-21 04-14 04-17 04-27 05-01 06-16 08-09 09-24 09-25+ 12-16 12-25 12-26'],
];

it.each(years)('knows the public holidays of %i', (year, table) => {
  const found = publicHolidays(year).map(
    ({ day, name }) => day.slice(5) + (name.startsWith('Monday after') ? '+' : ''),
  );
  expect(found.join(' ')).toBe(table);
  expect(publicHolidays(year).every(({ day }) => day.startsWith(String(year)))).toBe(true);
});

it('names each holiday of the Act', () => {
  expect(publicHolidays(2027)).toEqual([
    { day: '2027-01-01', name: "New Year's Day" },
    { day: '2027-03-21', name: 'Human Rights Day' },
    { day: '2027-03-22', name: 'Monday after Human Rights Day' },
    { day: '2027-03-26', name: 'Good Friday' },
    { day: '2027-03-29', name: 'Family Day' },
    { day: '2027-04-27', name: 'Freedom Day' },
    { day: '2027-05-01', name: "Workers' Day" },
    { day: '2027-06-16', name: 'Youth Day' },
    { day: '2027-08-09', name: "National Women's Day" },
    { day: '2027-09-24', name: 'Heritage Day' },
    { day: '2027-12-16', name: 'Day of Reconciliation' },
    { day: '2027-12-25', name: 'Christmas Day' },
    { day: '2027-12-26', name: 'Day of Goodwill' },
    { day: '2027-12-27', name: 'Monday after Day of Goodwill' },
  ]);
});

it('adds no day where the Monday after a Sunday is a public holiday already', () => {
  const december = publicHolidays(2022).filter(({ day }) => day > '2022-12-20');
  expect(december).toEqual([
    { day: '2022-12-25', name: 'Christmas Day' },
    { day: '2022-12-26', name: 'Day of Goodwill' },
  ]);
});

it('lists two holidays of one day once', () => {
  expect(publicHolidays(2008).filter(({ day }) => day === '2008-03-21')).toEqual([
    { day: '2008-03-21', name: 'Human Rights Day, Good Friday' },
  ]);
});

it('finds the earliest and the latest Easter', () => {
  const familyDays = [2008, 2038, 1818, 2285].map(
    (year) => publicHolidays(year).find(({ name }) => name === 'Family Day')?.day,
  );
  expect(familyDays).toEqual(['2008-03-24', '2038-04-26', '1818-03-23', '2285-03-23']);
});

it.each([
  ['2027-03-19', true],
  ['2027-03-20', false],
  ['2027-03-21', false],
  ['2027-03-22', false],
  ['2027-03-23', true],
  ['2027-12-31', true],
  ['2028-01-03', true],
])('knows whether %s is a working day', (day, isWorking) => {
  expect(isWorkingDay(day)).toBe(isWorking);
});

it.each([
  ['2027-04', 3, '26 28 29 30'],
  ['2027-04', 0, '30'],
  ['2027-06', 10, '15 17 18 21 22 23 24 25 28 29 30'],
  ['2027-12', 3, '28 29 30 31'],
  ['2027-12', 6, '22 23 24 28 29 30 31'],
  ['2028-02', 1, '28 29'],
])('finds the reminder days of %s with %i working days before the last', (month, before, days) => {
  expect(
    reminderDays(month, before)
      .map((day) => day.slice(8))
      .join(' '),
  ).toBe(days);
});

it.each([
  ['2027-04-23', 4],
  ['2027-04-26', 3],
  ['2027-04-27', 3],
  ['2027-04-30', 0],
  ['2027-12-31', 0],
])('counts the working days of the month after %s', (day, left) => {
  expect(workingDaysLeft(day)).toBe(left);
});
