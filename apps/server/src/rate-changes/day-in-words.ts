const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** `1 March 2026` for `2026-03-01`. */
export function dayInWords(day: string): string {
  return words.format(new Date(day));
}
