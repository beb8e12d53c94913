import { expect, it } from 'vitest';
import { hours, minutes, seconds } from '../../platform/core/clock.ts';
import { pauseBefore } from './deliver-webhook.ts';

const begin = new Date('2026-03-18T08:00:00Z');
const after = (ms: number): Date => new Date(begin.getTime() + ms);
const pause = (tries: number, retryAfter?: string, waited = 0) =>
  pauseBefore({ tries, waitingSince: begin, now: after(waited), retryAfter });

it('tries twelve times within a day, with growing pauses', () => {
  let waited = 0;
  const pauses: number[] = [];
  for (let tries = 1; tries < 20; tries += 1) {
    // A try may take as long as its time limit.
    waited += seconds(15);
    const next = pause(tries, undefined, waited);
    if (next === undefined) break;
    pauses.push(next);
    waited += next;
  }
  expect(pauses).toHaveLength(11);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect([waited > hours(23), waited < hours(24)]).toEqual([true, true]);
});

it.each([
  ['90', seconds(90)],
  ['1', seconds(5)],
  ['0', seconds(5)],
  ['99999999999999', hours(8)],
  ['Wed, 18 Mar 2026 08:10:00 GMT', minutes(10)],
  ['Wed, 18 Mar 2020 08:10:00 GMT', seconds(5)],
  ['-1', seconds(5)],
  ['soon', seconds(5)],
  ['1e9', seconds(5)],
])('takes Retry-After: %s within bounds', (header, expected) => {
  expect(pause(1, header)).toBe(expected);
});

it('does not begin a try more than a day later', () => {
  expect(pause(3, undefined, hours(24) - minutes(3))).toBe(minutes(2));
  expect(pause(3, undefined, hours(24) - minutes(1))).toBeUndefined();
  expect(pause(1, '28800', hours(17))).toBeUndefined();
});
