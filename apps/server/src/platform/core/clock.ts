/** The one source of time, so that a test can move it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

export const seconds = (count: number): number => count * 1000;
export const minutes = (count: number): number => seconds(60 * count);
export const hours = (count: number): number => minutes(60 * count);

/** The day in South Africa, `YYYY-MM-DD`: two hours ahead of UTC, without summer time. */
export const southAfricanDay = (at: Date): string =>
  new Date(at.getTime() + hours(2)).toISOString().slice(0, 10);
