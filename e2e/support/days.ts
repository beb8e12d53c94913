const southAfricaMs = 2 * 3_600_000;

/** So many days after today, which is the day in South Africa. */
export function dayIn(days: number): string {
  return new Date(Date.now() + southAfricaMs + days * 86_400_000).toISOString().slice(0, 10);
}

/** The latest day that a month still open has had: for ten days that of the last month. */
export function dayToClose(): string {
  const date = Number(dayIn(0).slice(8));
  return dayIn(date > 10 ? 0 : -date);
}

/** The last day of the month in South Africa. */
export function lastDayOfMonth(): string {
  const [year = 0, month = 0] = dayIn(0).split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
