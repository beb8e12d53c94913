import { matrixColumns } from '@recoup/contract/fee-matrix/endpoints';
import { expect, it } from 'vitest';
import { readableOddities, refusedOddities } from '../../test/odd-files.ts';
import { readMatrixFile } from './matrix-file.ts';

const row = (email: string) => [email, 'Call', '2026-01-01', '5', '33.00'];
const filled = (cells: readonly string[]) =>
  matrixColumns.map((_, at) => cells[at] ?? '').join(',');
const lines = [matrixColumns.join(','), filled(row('a@x.co.za')), filled(row('b@x.co.za'))];

// A column that nobody reads is refused here: it may be a misspelt one.
const readable = readableOddities.filter(({ name }) => !name.startsWith('a column nobody'));
it.each(readable)('is read with $name', async ({ change }) => {
  const odd = await readMatrixFile(change(lines));
  expect(odd).toMatchObject({ ok: true, problems: [] });
  expect(odd.ok && odd.records.map(({ cells }) => cells.attorney)).toEqual([
    'a@x.co.za',
    'b@x.co.za',
  ]);
});

it.each(refusedOddities)('is refused with $name', async ({ change, row: refused, says = '' }) => {
  const file = await readMatrixFile(change(lines));
  const rows = file.ok ? file.problems.map((problem) => problem.row) : [];
  // The header again has no price: what compares the rows refuses it.
  const isRead = refused === undefined ? file.ok : rows.every((each) => each === refused);
  expect(isRead).toBe(refused !== undefined);
  expect(file.ok ? (file.problems[0]?.message ?? '') : says).toContain(says);
});
