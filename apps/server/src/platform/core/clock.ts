/** The one source of time, so that a test can move it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

export const seconds = (count: number): number => count * 1000;
export const minutes = (count: number): number => seconds(60 * count);
export const hours = (count: number): number => minutes(60 * count);

/** The day in South Africa, `YYYY-MM-DD`: two hours ahead of UTC, without summer time. */
export const southAfricanDay = (at: Date): string =>
  new Date(at.getTime() + hours(2)).toISOString().slice(0, 10);

/** The hour of that day, 0 to 23. */
export const southAfricanHour = (at: Date): number =>
  new Date(at.getTime() + hours(2)).getUTCHours();

/** When the day of a moment began in South Africa. */
export const startOfSouthAfricanDay = (at: Date): Date =>
  new Date(`${southAfricanDay(at)}T00:00:00+02:00`);

/** When a day `YYYY-MM-DD` ends in South Africa. */
export const endOfSouthAfricanDay = (day: string): Date =>
  new Date(new Date(`${day}T00:00:00+02:00`).getTime() + hours(24));

/** The time in South Africa, `YYYY-MM-DD HH:MM:SS`. */
export const southAfricanTime = (at: Date): string =>
  new Date(at.getTime() + hours(2)).toISOString().slice(0, 19).replace('T', ' ');

/** First and last day of a month `YYYY-MM`. */
export function monthDays(month: string): { from: string; to: string } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const to = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  return { from: `${month}-01`, to };
}
