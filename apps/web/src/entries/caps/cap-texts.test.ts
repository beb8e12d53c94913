import { describe, expect, it } from 'vitest';
import { capSentence, reachedSentence } from './cap-texts.ts';

const matter = { _id: 'm1', number: 'NP001', name: 'Lease', client: null };
const plain = (text: string | null) => text?.replaceAll('\u00A0', ' ') ?? null;

describe('the warning before an entry is recorded', () => {
  it.each([
    [700, 9999, null],
    [700, 10_000, 'Cap of R 1 000.00: R 700.00 recorded, R 800.00 with this entry.'],
    [850, 6200, 'Cap of R 1 000.00: R 850.00 recorded, R 912.00 with this entry.'],
    [850, null, 'Cap of R 1 000.00: R 850.00 recorded.'],
    [799.99, null, null],
    [1000, 1, 'Cap of R 1 000.00: R 1 000.00 recorded, R 1 000.01 with this entry.'],
    ['30000000000000.01', null, 'Cap of R 1 000.00: R 30 000 000 000 000.01 recorded.'],
  ])('with R %s recorded and an entry of %s cents is %s', (recorded, cents, sentence) => {
    expect(plain(capSentence({ ...matter, cap: 1000, recorded }, cents))).toBe(sentence);
  });

  it('is missing without a cap, a matter, or sums that an earlier version did not store', () => {
    expect(capSentence(null, 5)).toBeNull();
    expect(capSentence(matter, 5)).toBeNull();
    expect(capSentence({ ...matter, cap: null, recorded: null }, 5)).toBeNull();
  });
});

it('names matter, level and sums once an entry is recorded', () => {
  expect(plain(reachedSentence('NP001', { level: 80, cap: 1000, recorded: 850 }))).toBe(
    'Matter NP001 has reached 80 % of its cap: R 850.00 of R 1 000.00 recorded.',
  );
});
