import { layoutForm } from '@recoup/contract/posting/layouts';
import { expect, it } from 'vitest';
import { base, batchesOf, settings, withVat } from '../../../test/posting-readers/posting-lines.ts';
import { checkLines } from './posting-stream.ts';

const charge = withVat(base, 'cost');
const reversal = withVat({ ...base, amountCents: -3300 }, 'cost');

/** The rejected rows of a file with a charge and its reversal. */
async function rejected(columns: object[], records = 1) {
  const layout = layoutForm.parse({ records, columns });
  const file = { exportNumber: 17, exportDay: '2026-03-31', firmName: '', settings };
  const { findings } = await checkLines(batchesOf([charge, reversal]), { layout, file });
  return findings.rows.map(({ row, column }) => `${row} ${column}`);
}

const unsigned = (field: string) => ({ field, sign: 'none' });
it.each([['amount'], ['net'], ['vat'], ['gross'], ['legAmount']])(
  'rejects a reversal whose %s would lose its sign',
  async (field) => {
    expect(await rejected([unsigned(field)])).toEqual([`3 ${field}`]);
    expect(await rejected([{ field: 'debitMatter' }, unsigned(field)])).toEqual([`3 ${field}`]);
  },
);

it.each([
  [['debitSide', 'creditSide']],
  [['debitMatter', 'creditMatter']],
  [['debitAccount', 'creditAccount']],
  [['debit', 'credit']],
])('writes a reversal without a sign where %j say its direction', async (names) => {
  const columns = names.map((field) => ({ field }));
  expect(await rejected([...columns, unsigned('gross'), unsigned('vat')])).toEqual([]);
});

it('rejects a credit without its sign beside the debit of the entry', async () => {
  const swapped = [{ field: 'debitSide' }, { field: 'creditSide' }];
  expect(await rejected([...swapped, unsigned('legAmount')], 2)).toEqual([
    '2 legAmount',
    '3 legAmount',
  ]);
  expect(await rejected([unsigned('gross'), { field: 'debit' }, { field: 'credit' }], 2)).toEqual(
    [],
  );
});

it('rejects an amount that has no column of its side', async () => {
  expect(await rejected([{ field: 'debit' }])).toEqual(['3 debit']);
  expect(await rejected([{ field: 'credit' }])).toEqual(['2 credit']);
  expect(await rejected([{ field: 'debit' }], 2)).toEqual(['3 debit']);
  expect(await rejected([{ field: 'credit' }], 2)).toEqual(['3 credit']);
  expect(await rejected([{ field: 'debit' }, { field: 'gross' }])).toEqual([]);
});
