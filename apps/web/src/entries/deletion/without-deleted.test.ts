import type { Entry } from '@recoup/contract/entries/endpoints';
import { expect, it } from 'vitest';
import { withoutDeleted } from './without-deleted.ts';

const vat = { treatment: 'cost', percent: 15 } as const;
const entry = (id: string, amount: number, more: Partial<Entry> = {}) =>
  ({ _id: id, amount, ...more }) as Entry; // the fields that are read

it('leaves out deleted entries, and counts and adds up the others', () => {
  const page = { data: [entry('a', 33), entry('b', 0.1), entry('c', 7)], count: 12, amount: 90.3 };
  expect(withoutDeleted(page, new Set(['b', 'c', 'of another page']))).toEqual({
    data: [entry('a', 33)],
    count: 10,
    amount: 83.2,
  });
});

it('subtracts those of other pages of the list too, unless their deletion was undone', () => {
  const page = { data: [entry('c', 7)], count: 12, amount: 90.3 };
  const elsewhere = [entry('a', 33), entry('b', 0.1)];
  expect(withoutDeleted(page, new Set(['a']), elsewhere)).toEqual({
    data: [entry('c', 7)],
    count: 11,
    amount: 57.3,
  });
});

it('keeps a page that has none of them as it is', () => {
  const page = { data: [entry('a', 33)], count: 1, amount: 33 };
  expect(withoutDeleted(page, new Set())).toBe(page);
  expect(withoutDeleted(page, new Set(['b']))).toBe(page);
});

it('subtracts from sums beyond what a number holds, and from those of VAT', () => {
  const taxed = entry('a', 115, { vat: { ...vat, net: 100, vat: 15, gross: 115 } });
  const page = {
    data: [taxed, entry('b', 20)],
    count: 2,
    amount: '20000000000135.01',
    vat: { net: '20000000000120.01', vat: 15, gross: '20000000000135.01' },
  };
  expect(withoutDeleted(page, new Set(['a', 'b']))).toEqual({
    data: [],
    count: 0,
    amount: '20000000000000.01',
    vat: { net: '20000000000000.01', vat: 0, gross: '20000000000000.01' },
  });
});
