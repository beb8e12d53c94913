import { describe, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { hours, minutes, seconds } from '../core/clock.ts';
import { consumeLimit, findBlockedUntil, recordFailure } from './rate-limits.repository.ts';

const test = useApp();
const now = new Date('2026-03-18T11:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const windowMs = minutes(1);
const rule = { from: 1, firstWaitMs: minutes(15), maxWaitMs: minutes(15), windowMs };

describe.each([
  ['4 hours', hours(4)],
  ['a month', hours(31 * 24)],
])('a clock that was %s ahead', (name, ahead) => {
  const consume = async (at: Date) =>
    consumeLimit(test.db, { key: `calls ${name}`, max: 2, windowMs, now: at });

  it('leaves no limit that is used up until then', async () => {
    expect([await consume(later(ahead)), await consume(later(ahead))]).toEqual([0, 0]);
    expect(await consume(later(ahead))).toBe(windowMs);
    const tries = { key: `calls ${name}`, max: 2, windowMs, now, waits: [] };
    expect(await findBlockedUntil(test.db, tries)).toBe(0);
    expect([await consume(now), await consume(now), await consume(now)]).toEqual([0, 0, windowMs]);
    expect(await findBlockedUntil(test.db, tries)).toBe(windowMs);
  });

  it('leaves no wait until then', async () => {
    const waits = [`sign-in ${name}`];
    const blocked = async (at: Date) =>
      findBlockedUntil(test.db, { key: '', max: 1, windowMs, now: at, waits });
    const sign = { key: `tries ${name}`, max: 9, windowMs, waits };
    await recordFailure(test.db, { key: `sign-in ${name}`, now: later(ahead), rule });
    expect(await blocked(later(ahead))).toBe(minutes(15));
    expect(await blocked(now)).toBe(0);
    expect(await consumeLimit(test.db, { ...sign, now })).toBe(0);
    await recordFailure(test.db, { key: `sign-in ${name}`, now, rule });
    expect(await blocked(now)).toBe(minutes(15));
    expect(await consumeLimit(test.db, { ...sign, now })).toBe(minutes(15));
  });
});

it('counts what another machine counted whose clock is a little ahead', async () => {
  const limit = { key: 'calls of two machines', max: 1, windowMs };
  expect(await consumeLimit(test.db, { ...limit, now: later(seconds(30)) })).toBe(0);
  expect(await consumeLimit(test.db, { ...limit, now })).toBe(seconds(90));
});
