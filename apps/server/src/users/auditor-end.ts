import { invalidField } from '../platform/core/app-error.ts';
import { southAfricanDay } from '../platform/core/clock.ts';

/** An auditor is asked for again after that time. */
const mostYears = 2;

/** Throws `invalid_input` unless the day is today in South Africa or later, within two years. */
export function requireEnd(day: string, now: Date): void {
  const today = southAfricanDay(now);
  const last = `${Number(today.slice(0, 4)) + mostYears}${today.slice(4)}`;
  if (day >= today && day <= last) return;
  const message =
    day < today
      ? 'Must not be in the past. Choose Inactive to end it at once.'
      : `Must not be more than ${mostYears} years ahead.`;
  throw invalidField('endsOn', message);
}
