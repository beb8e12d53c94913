import type { RateMatrixRow } from '@recoup/contract/fee-matrix/endpoints';
import { expect, it } from 'vitest';
import { matrixHeader, stateOf, useMatrixFirm } from '../../test/matrix-firm.ts';

const { test, firm, tokens, zanele, anna, save, upload, refusal } = useMatrixFirm();

it('refuses each wrong cell with its row and column, and saves nothing', async () => {
  const before = await stateOf(test, firm);
  const email = zanele.email;
  const wrong: [line: string, column: string, message: string][] = [
    [`nobody@x.co.za,Call,,,,,,,,,,,`, 'attorney', 'is not the email of an attorney'],
    [`,Call,,,,,,,,,,,`, 'attorney', 'is missing'],
    [`${email},Sheriff,,,,,,,,,,,`, 'type', '“Sheriff” is not a disbursement type of Zanele Dube.'],
    [`${email},,,,,,,,,,,,`, 'type', 'is missing'],
    [`${email},Call,1 April,1,1,,,,,,,,`, 'validFrom', 'YYYY-MM-DD'],
    [`${email},Call,2026/2/30,1,1,,,,,,,,`, 'validFrom', 'is not a valid date'],
    [`${email},Call,2100-01-01,1,1,,,,,,,,`, 'validFrom', '31 December 2099'],
    [`${email},Call,2026-03-17,1,1,,,,,,,,`, 'validFrom', 'today or later'],
    [`${email},Call,2027-01-01,1.5,1,,,,,,,,`, 'to1', 'whole number of minutes'],
    [`${email},Call,2027-01-01,-5,1,,,,,,,,`, 'to1', 'Must not be below 0.'],
    [`${email},Call,2027-01-01,0,1,,,,,,,,`, 'to1', 'Must be at least 1.'],
    [`${email},Call,2027-01-01,100001,1,,,,,,,,`, 'to1', 'not be more than 100 000 minutes'],
    [`${email},Call,2027-01-01,5,1,5,2,,,,,,`, 'to2', 'Must be at least 6.'],
    [`${email},Call,2027-01-01,5,1.005,,,,,,,,`, 'price1', 'at most two decimals'],
    [`${email},Call,2027-01-01,5,-1,,,,,,,,`, 'price1', 'Must not be below R 0.00.'],
    [`${email},Call,2027-01-01,5,"1,500",,,,,,,,`, 'price1', 'at most two decimals'],
    [`${email},Call,2027-01-01,5,100000000.01,,,,,,,,`, 'price1', 'R 100 000 000.00'],
    [`${email},Call,2027-01-01,5,,,,,,,,,`, 'price1', 'Fill in price1'],
    [`${email},Call,2027-01-01,,5,,,,,,,,`, 'to1', 'Fill in to1'],
    [`${email},Call,2027-01-01,5,1,,,10,2,,,,`, 'to2', 'before the later ones'],
    [`${email},Call,2027-01-01,5,1,,,,,,,5,`, 'thereafterPrice', 'Fill in thereafterPrice'],
    [`${email},Call,2027-01-01,5,1,,,,,,,,5`, 'thereafterEvery', 'Fill in thereafterEvery'],
    [`${email},Call,2027-01-01,,,,,,,,,5,5`, 'to1', 'At least one timed row is needed.'],
    [`${email},Call,2027-01-01,5`, 'price1', 'Add the missing ones'],
    [`${email},Call,2027-01-01,5,33,50,,,,,,,,,6`, 'thereafterPrice', 'quotation marks'],
    [`${email},Call,2028-01-01,1,1,,,,,,,,`, '', ''],
    [
      `${email},call,2028/1/1,1,2,,,,,,,,`,
      '',
      'Rows 27 and 28 have the same attorney, type and day',
    ],
  ];
  const { rows, refused } = await refusal([
    ...wrong.map(([line]) => line),
    `${anna.email},Call,2027-01-01,5,1,,,,,,,,`,
  ]);
  const expected = wrong
    .map(([, column, message], index) => ({ row: index + 2, column, message }))
    .filter(({ message }) => message !== '');
  expect(rows.map(({ row, column }) => [row, column])).toEqual(
    expected.map(({ row, column }) => [row, column]),
  );
  for (const [index, { message }] of expected.entries())
    expect(rows[index]?.message).toContain(message);
  expect(refused).toBe(expected.length);
  expect(await stateOf(test, firm)).toEqual(before);
});

it.each([
  ['no file', {}, 'Please select file to upload.'],
  ['a file of 0 bytes', { fileStream: '' }, 'The file is empty.'],
  ['an empty file', { fileStream: ' \r\n' }, 'The file is empty.'],
  ['a workbook', { fileStream: 'PK\u0000\u0001' }, 'NUL'],
  ['no rows', { fileStream: matrixHeader }, 'has no rows'],
  ['an unknown column', { fileStream: `${matrixHeader},colour\na` }, 'unknown columns: "colour"'],
  [
    'a missing column',
    { fileStream: `${matrixHeader.replace(',to4', '')}\na` },
    'lacks columns: "to4"',
  ],
  ['no header', { fileStream: 'a@b.co,Call,,5,33,,,,,,,,' }, 'first line must be the header'],
  ['no header, a cell twice', { fileStream: 'a@b.co,Call,,5,5,,,' }, 'must be the header'],
  ['a column twice', { fileStream: `${matrixHeader},to1\na` }, 'appears twice'],
  [
    'more than 20,000 rows',
    { fileStream: `${matrixHeader}\n${'a,b,,,,,,,,,,,\n'.repeat(20_001)}` },
    'more than 20 000 rows',
  ],
])('rejects %s', async (_, body, message) => {
  const reply = await test.call('POST /rate-matrix', { token: tokens.admin, body });
  expect(reply).toAnswer(400);
  expect(reply.json<{ fields: { fileStream: string } }>().fields.fileStream).toContain(message);
});

it('knows no attorney of another firm', async () => {
  const lines = [`${anna.email},Call,,5,35,,,,,,,,`];
  const reply = await upload([matrixHeader, ...lines].join('\n'), {}, tokens.other);
  expect(reply.json()).toMatchObject({
    code: 'rows_refused',
    rows: [{ row: 2, column: 'attorney' }],
  });
  const own = await test.call('GET /rate-matrix', { token: tokens.other });
  expect(own.json<{ data: RateMatrixRow[] }>().data).toEqual([]);
});

it('bounds the schedules of an attorney', async () => {
  const days = Array.from({ length: 1001 }, (_, index) =>
    new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10),
  );
  const lines = days.map((day, index) => `${anna.email},Call,${day},5,${1 + index},,,,,,,,`);
  const { rows } = await refusal(lines);
  expect(rows).toMatchObject([
    { row: 2, message: 'An attorney can have at most 1000 dated call fees.' },
  ]);
  expect((await save(lines.slice(1))).changed).toHaveLength(1000);
});
