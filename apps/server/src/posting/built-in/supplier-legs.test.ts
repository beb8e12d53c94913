import { type BuiltInLayout, builtInLayouts } from '@recoup/contract/posting/rules';
import { expect, it } from 'vitest';
import {
  readers,
  supplier,
  supplierLines,
  withVat,
  writePosting,
} from '../../../test/posting-readers/posting-lines.ts';

const ids = builtInLayouts.filter((id) => readers[id] !== undefined);
const vatSupplierLines = supplierLines.map((line) => withVat(line, 'agent'));

it.each(ids)(
  'credits the supplier with %s, and turns it round for what is taken back',
  async (id) => {
    for (const lines of [supplierLines, vatSupplierLines]) {
      const { bytes, rows, missing, total } = await writePosting(id, lines, { accounts: {} });
      // The account of the type is not asked for.
      expect([rows, [...missing]]).toEqual([[], []]);
      const posted = readers[id]?.(bytes) ?? [];
      expect(posted.map(({ account, cents }) => [account, cents])).toEqual([
        ['SHE001', 7500n],
        ['SHE001', -7500n],
        ['SHE001', -2500n],
      ]);
      expect(total.sumCents).toBe(-2500n);
    }
  },
);

it.each(['legalsuite', 'sage-pastel'] as const)(
  'names the supplier as a creditor for %s',
  async (id) => {
    const own = supplierLines.map((line) => ({ ...line, isAgent: false }));
    const posted = async (lines: typeof supplierLines) =>
      readers[id]?.((await writePosting(id, lines)).bytes).map(({ isCreditor }) => isCreditor);
    expect(await posted(supplierLines)).toEqual([true, true, true]);
    expect(await posted(own)).toEqual([false, false, false]);
  },
);

it.each(ids)('credits the account of the type with %s for own costs', async (id: BuiltInLayout) => {
  const [line] = supplierLines;
  if (!line) throw new Error('there is a line');
  const lines = [
    { ...line, isAgent: false },
    { ...line, supplier: { ...supplier, code: null } },
    { ...line, supplier: null },
  ];
  const posted = readers[id]?.((await writePosting(id, lines)).bytes) ?? [];
  expect(posted.map(({ account }) => account)).toEqual(['4000010', '4000010', '4000010']);
});
