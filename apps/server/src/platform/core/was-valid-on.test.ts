import { findValidOn } from '@recoup/contract/call-fees/validity';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hours } from './clock.ts';
import { wasValidOn } from './was-valid-on.ts';

const now = new Date('2026-03-18T08:00:00Z');
const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
const item = (_id: string, validFrom: string, ages: [created: number, replaced: number | null]) => {
  const [createdAt, replacedAt] = ages.map((age) =>
    age === null ? null : before(hours(24 * age)),
  );
  return { _id, validFrom, createdAt: createdAt ?? '', replacedAt: replacedAt ?? null };
};

it.each([
  [30.9, true],
  [31, false],
  [32, false],
])('says of what was replaced %s days ago: %s', (age, expected) => {
  const items = [item('old', '2026-01-01', [90, age]), item('new', '2026-01-01', [age, null])];
  expect(wasValidOn(items, { id: 'old', day: '2026-03-01', now })).toBe(expected);
  expect(wasValidOn(items, { id: 'new', day: '2026-03-01', now })).toBe(true);
  expect(wasValidOn(items, { id: 'another', day: '2026-03-01', now })).toBe(false);
});

it('agrees with a look at each moment', () => {
  const one = fc.tuple(
    fc.nat(5),
    fc.integer({ min: 1, max: 40 }),
    fc.option(fc.integer({ min: 1, max: 40 })),
  );
  const items = fc.array(one, { minLength: 1, maxLength: 6 }).map((all) =>
    all.map(([day, age, life], index) => {
      const end = life === null || life >= age ? null : age - life;
      return item(String(index), `2026-03-1${day}`, [age, end]);
    }),
  );
  fc.assert(
    fc.property(items, fc.nat(7), (all, day) => {
      // Two of one day are never there at once.
      fc.pre(new Set(all.map(({ validFrom }) => validFrom)).size === all.length);
      const of = { id: '0', day: `2026-03-1${day}`, now };
      const moments = Array.from({ length: 31 * 4 }, (_, n) => before(hours(6 * (n + 0.5))));
      const wasThere = moments.some((at) => {
        const there = all.filter((x) => x.createdAt <= at && (x.replacedAt ?? '9') > at);
        return findValidOn(there, of.day)?._id === '0';
      });
      expect(wasValidOn(all, of)).toBe(wasThere);
    }),
    { numRuns: 500 },
  );
});
