import { expect, it } from 'vitest';
import { type MatrixRecord, createDayReader } from './matrix-file.ts';

async function read(...cells: string[]): Promise<(string | undefined)[]> {
  // The reader looks at this column alone.
  const records = cells.map((validFrom, row) => ({ row, cells: { validFrom } }) as MatrixRecord);
  const readDay = await createDayReader(records, { today: '2026-03-18', pause: async () => {} });
  return cells.map((cell) => {
    const found = readDay(cell);
    return 'day' in found ? found.day : found.message;
  });
}

it('reads each form that other files have, and today for an empty cell', async () => {
  expect(await read('2026-11-15', '2026/11/15', '20261115', '15 Nov 2026', '')).toEqual([
    ...Array<string>(4).fill('2026-11-15'),
    '2026-03-18',
  ]);
});

it('reads the order of day and month that the column proves', async () => {
  expect(await read('15/11/2026', '01/12/2026')).toEqual(['2026-11-15', '2026-12-01']);
  expect(await read('11/15/2026', '12/01/2026')).toEqual(['2026-11-15', '2026-12-01']);
});

it('refuses a day that could be two, and takes one that could not', async () => {
  expect(await read('01/12/2026', '05/05/2026')).toEqual([
    '"01/12/2026" may be 2026-12-01 or 2026-01-12. Write it as YYYY-MM-DD.',
    '2026-05-05',
  ]);
  expect((await read('15/11/2026', '11/16/2026', '01/12/2026'))[2]).toContain('may be');
});
