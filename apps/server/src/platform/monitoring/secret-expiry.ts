import type { Logger } from 'pino';
import { type Clock, hours, systemClock } from '../core/clock.ts';

/** Days before the end of a secret from which the log warns each day. */
const warningDays = 30;

/** Seconds until a secret ends: with the beginning of its day in South Africa. */
export function secondsUntil(day: string, now: Date): number {
  return (new Date(`${day}T00:00:00+02:00`).getTime() - now.getTime()) / 1_000;
}

/** Warns at once and each day of the last thirty, and afterwards. */
export function watchSecretExpiry(options: {
  /** SMTP_OAUTH_SECRET_EXPIRES */
  day: string | undefined;
  log: Pick<Logger, 'warn'>;
  clock?: Clock;
}): { stop(): void } {
  const { day, log, clock = systemClock } = options;
  if (day === undefined) return { stop: () => {} };
  const check = (): void => {
    const left = secondsUntil(day, clock.now()) / (24 * 60 * 60);
    if (left > warningDays) return;
    const days = Math.floor(left);
    log.warn(
      { day, days },
      days < 0
        ? 'the secret of SMTP_OAUTH_USER has expired: no mail can go until it is replaced'
        : 'the secret of SMTP_OAUTH_USER expires soon: create another one',
    );
  };
  check();
  const timer = setInterval(check, hours(24));
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
