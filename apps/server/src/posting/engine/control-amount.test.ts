import { layoutForm } from '@recoup/contract/posting/layouts';
import { expect, it } from 'vitest';
import { base, batchesOf, settings, withVat } from '../../../test/posting-readers/posting-lines.ts';
import { checkLines, postingBytes } from './posting-stream.ts';

const lines = [
  withVat({ ...base, amountCents: 10_000 }, 'cost'),
  withVat({ ...base, amountCents: 1150 }, 'cost', true),
  withVat({ ...base, amountCents: -333 }, 'cost'),
  withVat({ ...base, amountCents: 77 }, 'agent'),
];

async function write(form: object) {
  const layout = layoutForm.parse({ header: false, lineEnd: 'lf', delimiter: ';', ...form });
  const facts = { exportNumber: 17, exportDay: '2026-03-31', firmName: '', settings };
  const { findings, file, total } = await checkLines(batchesOf(lines), { layout, file: facts });
  const pieces: Buffer[] = [];
  for await (const piece of postingBytes(batchesOf(lines), { layout, file })) pieces.push(piece);
  const rows = Buffer.concat(pieces).toString().trimEnd().split('\n');
  return { rows: rows.map((row) => row.split(';')), total, findings };
}

const sumOf = (rows: string[][], at: number): bigint =>
  rows.reduce((sum, row) => sum + BigInt((row[at] ?? '').replace('.', '')), 0n);

it.each([['amount'], ['net'], ['vat'], ['gross']])(
  'adds up the column %s where no other has an amount',
  async (field) => {
    const { rows, total } = await write({ columns: [{ field: 'matterNumber' }, { field }] });
    expect(total.sumCents).toBe(sumOf(rows, 1));
    expect(total.sumCents).not.toBe(0n);
  },
);

const gross = 11_500n + 1150n - 383n + 77n;
it.each([
  [['net', 'vat']],
  [['amount', 'gross']],
  [['net', 'legAmount']],
  [['debit', 'credit']],
  [['matterNumber']],
])('adds up the amounts with VAT of the columns %j', async (names) => {
  const { total } = await write({ columns: names.map((field) => ({ field })) });
  expect([total.rows, total.sumCents]).toEqual([4, gross]);
});

it.each([
  ['gross', 1500n + 150n - 50n],
  ['amount', 150n],
  ['net', null],
])('says how much VAT is in the sum of the column %s', async (field, vatCents) => {
  expect((await write({ columns: [{ field }] })).total.vatCents).toBe(vatCents);
});

it('adds up net and VAT where a layout has both', async () => {
  const { rows } = await write({ columns: [{ field: 'net' }, { field: 'vat' }] });
  expect(sumOf(rows, 0) + sumOf(rows, 1)).toBe(gross);
});

it('takes back with a credit what was debited', async () => {
  const { rows } = await write({ columns: [{ field: 'debit' }, { field: 'credit' }] });
  expect(sumOf(rows, 0) - sumOf(rows, 1)).toBe(gross);
});
