import { hours, southAfricanDay } from '../platform/core/clock.ts';
import type { Run } from './backup-runs.repository.ts';

/** The latest moment of this time of day, `HH:MM` in South Africa, that has come. */
export function lastTimeOfDay(at: string, now: Date): Date {
  const today = new Date(`${southAfricanDay(now)}T${at}:00+02:00`);
  return today <= now ? today : new Date(today.getTime() - hours(24));
}

/** The latest of these moments on a Sunday. */
export function lastTimeOfWeek(at: string, now: Date): Date {
  const last = lastTimeOfDay(at, now);
  const weekday = new Date(`${southAfricanDay(last)}T00:00:00Z`).getUTCDay();
  return new Date(last.getTime() - weekday * hours(24));
}

type Due = {
  dueAt: Date;
  now: Date;
  /** After a failure. */
  pauseMs: number;
};

/** Times in the future were written by a clock that was ahead: they do not count. */
export function isDue(run: Run, { dueAt, now, pauseMs }: Due): boolean {
  const isDone = run.doneFor !== null && run.doneFor >= dueAt && run.doneFor <= now;
  const waitsUntil = run.retryAt?.getTime() ?? 0;
  const isWaiting = waitsUntil > now.getTime() && waitsUntil <= now.getTime() + pauseMs;
  return !isDone && !isWaiting;
}

/** One line; errors of places and of PostgreSQL name no secret. */
export function toReason(error: unknown): string {
  const { message } = error instanceof Error ? error : new Error(String(error));
  return message.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
}
