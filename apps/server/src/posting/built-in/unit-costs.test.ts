import { splitVat } from '@recoup/contract/vat/rules';
import { expect, it } from 'vitest';
import { readLedes } from '../../../test/posting-readers/ledes.ts';
import { base, withVat, writePosting } from '../../../test/posting-readers/posting-lines.ts';
import { calculateUnitCost } from './unit-costs.ts';

const quantities = [1, 3, 30];
/** All amounts up to R 200.00 and their reversals, with the quantities in turn. */
const amounts = Array.from({ length: 40_001 }, (_, index) => index - 20_000).filter(
  (cents) => cents !== 0,
);

function costOf(amountCents: number, of: { percent: number; isIncluded: boolean; turn: number }) {
  const { percent, isIncluded, turn } = of;
  const basisPoints = percent * 100;
  const { netCents, vatCents, grossCents } = splitVat(amountCents, { basisPoints, isIncluded });
  const quantity = quantities[(Math.abs(amountCents) + turn) % quantities.length] ?? null;
  const vat = { treatment: 'cost', percent, netCents, vatCents, grossCents } as const;
  const line = { ...base, quantity, vat };
  return {
    ...calculateUnitCost({ line, net: netCents, vat: vatCents, gross: grossCents }),
    ...vat,
  };
}

/** A fraction of a cent in cents, half up in size. */
function toCents(value: number, parts: number): number {
  const size = Math.floor((2 * Math.abs(value) + parts) / (2 * parts));
  return value < 0 && size > 0 ? -size : size;
}

it.each([
  [14, true],
  [14, false],
  [15, true],
  [15, false],
])(
  'keeps net, VAT and total of all small amounts at %i % (included: %s)',
  (percent, isIncluded) => {
    const broken = quantities.flatMap((_, turn) =>
      amounts.filter((amountCents) => {
        const of = costOf(amountCents, { percent, isIncluded, turn });
        // In hundredths of a cent, exactly.
        const product = of.units * Math.round(Number(of.cost) * 10_000);
        const tax = toCents(product * percent, 10_000);
        const total = toCents(product + tax * 100, 100);
        return (
          tax !== of.vatCents || total !== of.grossCents || toCents(product, 100) !== of.netCents
        );
      }),
    );
    expect(broken).toEqual([]);
  },
);

it('has cents where cents keep the rules, and four decimals elsewhere', () => {
  const cost = (amountCents: number, isIncluded: boolean) =>
    costOf(amountCents, { percent: 15, isIncluded, turn: 0 }).cost;
  expect([cost(4, true), cost(-4, true), cost(115, true)]).toEqual(['0.0116', '-0.0116', '1.00']);
  const inFull = amounts.filter((cents) => !/^-?\d+\.\d\d$/.test(cost(cents, false)));
  expect(inFull).toEqual([]);
});

it('keeps the quantity of a price with VAT where four decimals allow it', () => {
  const of = { percent: 15, isIncluded: true, turn: 0 };
  expect(costOf(4, of)).toMatchObject({ units: 3, cost: '0.0116' });
});

it('writes them so that a reader finds no fault', async () => {
  const lines = Array.from({ length: 300 }, (_, index) => [index + 1, -index - 1]).flatMap((pair) =>
    pair.map((amountCents) => withVat({ ...base, amountCents, quantity: 3 }, 'cost', true)),
  );
  const { bytes, rows } = await writePosting('ledes98bi', lines);
  expect([rows, readLedes(bytes).faults]).toEqual([[], []]);
});
