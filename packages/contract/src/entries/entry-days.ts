/** The server also rejects days more than a year ahead. */
export const entryDays = { first: '2000-01-01', last: '2099-12-31' } as const;
export const oddDay = 'Must be a day from 1 January 2000 up to a year from today.';

/** `today` is the day in South Africa, or on the device. */
export function isEntryDay(day: string, today: string): boolean {
  const { first, last } = entryDays;
  return day >= first && day <= last && day <= yearAfter(today);
}

/** For 29 February the result is no calendar day, but a correct bound. */
export function yearAfter(day: string): string {
  return `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;
}
