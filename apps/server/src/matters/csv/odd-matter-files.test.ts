import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMatterText } from '../../../test/matter-file.ts';
import { readableOddities, refusedOddities } from '../../../test/odd-files.ts';
import { awkwardFiles, type Outcome } from '../../../test/awkward-files.ts';
import { deepIt } from '../../../test/deep.ts';

const lines = [
  'Matter Number (required),Description,Client,Phones,Opened',
  'K-1,One,Smit,0825550101,2026-01-05',
  'K-2,Two,Botha,0825550102,2026-01-06',
];
const read = async (text: string) => readMatterText(text, { attorneys: [] });

it.each(readableOddities)('is read with $name', async ({ change }) => {
  const [plain, odd] = [await read(`${lines.join('\n')}\n`), await read(change(lines))];
  const matters = (file: typeof plain) =>
    file.ok ? file.rows.map(({ row: _, ...matter }) => matter) : file.message;
  expect(matters(odd)).toEqual(matters(plain));
  expect(odd).toMatchObject({ ok: true, problemCount: 0, acceptedRows: 2 });
});

it.each(refusedOddities)('is refused with $name', async ({ change, row, says = '' }) => {
  const file = await read(change(lines));
  const rows = file.ok ? file.problems.map((problem) => problem.row) : [];
  expect(row === undefined ? file.ok : [...new Set(rows)]).toEqual(
    row === undefined ? false : [row],
  );
  expect(file.ok ? file.problems[0]?.message : says).toContain(says);
});

it.each(['1.23457E+11', '2,34568E+11', '#REF!', '#N/A', '#NAME?', '#DIV/0!'])(
  'refuses %s, which only a spreadsheet writes',
  async (number) => {
    const file = await read(`Ref,Name\n"${number}",One\n219E01,Two\n3E-014,Three\n`);
    expect(file).toMatchObject({
      ok: true,
      problems: [{ row: 2, message: expect.stringContaining('spreadsheet') }],
      rows: [{ number: '219E01' }, { number: '3E-014' }],
    });
  },
);

it('takes rows that Excel ended early, and says how many and what is taken', async () => {
  const text = readFileSync(new URL('./fixtures/excel-blocks-of-16.csv', import.meta.url), 'utf8');
  const file = await read(text);
  expect(file).toMatchObject({ ok: true, problemCount: 0, acceptedRows: 31 });
  expect(file).toMatchObject({ notices: [expect.stringMatching(/^16 rows end early.* row 17\./)] });
  const cut = await read(text.trimEnd());
  expect(cut).toMatchObject({
    problems: [{ row: 32, message: expect.stringContaining('cut off') }],
  });
});

it('refuses the rounded numbers of a real file, and reads one with a title', async () => {
  const fixture = (name: string) =>
    readFileSync(new URL(`./fixtures/${name}.csv`, import.meta.url), 'utf8');
  expect(await read(fixture('scientific'))).toMatchObject({
    acceptedRows: 0,
    problems: [{ row: 2 }, { row: 3 }],
  });
  expect(await read(fixture('title-rows'))).toMatchObject({
    acceptedRows: 1,
    rows: [{ row: 4, number: 'T-1', description: 'One', client: 'X' }],
    notices: [expect.stringContaining('named in row 3')],
  });
});

it('says in which row the columns are named', async () => {
  const [oddity] = readableOddities;
  expect(await read(oddity?.change(lines) ?? '')).toMatchObject({
    notices: ['The columns are named in row 3. What stands above it is left out.'],
  });
});

it.each([
  'Total',
  'TOTALS:',
  'Grand Total',
  'Sub-total',
  'Subtotal',
  'Totaal',
  'Total (2)',
  'Total 2 matters',
])('refuses %s below the list, which is no matter', async (total) => {
  const file = await read(`Ref,Name,Client\nTOTAL/1,One,Nel\nTotal 12/3,Two,\n${total},2,\n`);
  expect(file).toMatchObject({
    problems: [{ row: 4, message: expect.stringMatching(/total of a report.* Remove the row/) }],
    rows: [{ number: 'TOTAL/1' }, { number: 'Total 12/3' }],
  });
});

it('says that texts look as if they were read in another encoding', async () => {
  const file = await read('Ref,Name,Client\nK-1,One,Andr‚ Nel\nK-2,Two,André Nel\n');
  expect(file).toMatchObject({
    acceptedRows: 2,
    notices: [expect.stringContaining('One text has signs')],
  });
});

describe('opened', () => {
  it.each([
    ['2026-01-05 12:00:00 AM', '2026-01-05'],
    ['2026-01-04T22:00:00.000Z', '2026-01-05'],
    ['2026-01-05T00:00:00+02:00', '2026-01-05'],
    ['1/31/2026 12:00:00 AM', '2026-01-31'],
  ])('%s is the day in South Africa', async (opened, day) => {
    const file = await read(`Ref,Name,Opened\nK-1,One,${opened}\n`);
    expect(file).toMatchObject({ ok: true, problemCount: 0 });
    const [matter] = file.ok ? file.rows : [];
    expect([matter?.opened, matter?.openedMonthFirst]).toContain(day);
  });
});

const head = 'Ref,Name\n';

describe('awkward and hostile texts', () => {
  it.each(awkwardFiles)('%s', async (_, text, outcome) => {
    const file = await readMatterText(text, { attorneys: [] });
    expect(toOutcome(file, outcome)).toEqual(outcome);
  });

  it('stops reading a file whose rows do not fit the header line', async () => {
    const file = await readMatterText(`Ref,Name,Status\n${'1,A,Open,x\n'.repeat(30_000)}`, {
      attorneys: [],
    });
    expect(file).toMatchObject({ problemCount: 10_001, rejectedRows: 10_000 });
  });

  deepIt('stops reading a file of too many empty lines', async () => {
    const file = await readMatterText(`${head}1,A\n${'\n'.repeat(30_000)}2,B\n`, { attorneys: [] });
    expect(file).toMatchObject({
      problemCount: 1,
      problems: [{ message: expect.stringContaining('more than 20000 empty lines') }],
    });
  });

  it('keeps a character whole that lies across two chunks of the text', async () => {
    for (const shift of [0, 1, 2, 3]) {
      const rows = Array.from(
        { length: 3000 },
        (_, at) => `${at}${'_'.repeat(shift)},👍👍👍👍👍\n`,
      ).join('');
      const file = await readMatterText(head + rows, { attorneys: [] });
      expect(file).toMatchObject({ ok: true, problemCount: 0 });
      const descriptions = new Set(file.ok ? file.rows.map((matter) => matter.description) : []);
      expect([...descriptions]).toEqual(['👍👍👍👍👍']);
    }
  });
});

/** Of a sentence only the part that was expected, when it is there. */
function toOutcome(file: Awaited<ReturnType<typeof readMatterText>>, expected: Outcome): Outcome {
  if (!file.ok)
    return {
      refused:
        'refused' in expected && file.message.includes(expected.refused)
          ? expected.refused
          : file.message,
    };
  if (file.problems.length > 0)
    return { faults: [...new Set(file.problems.map(({ row }) => row))] };
  return {
    rows: file.rows.map(({ row, number, description }) => `${row} ${number} ${description}`),
  };
}
