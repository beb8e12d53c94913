const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** `1 March 2026` for `2026-03-01`. */
export function dayText(day: string): string {
  return longDate.format(new Date(day));
}
