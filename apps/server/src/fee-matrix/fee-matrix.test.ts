import { userStatus } from '@recoup/contract/core/access';
import { expect, it, vi } from 'vitest';
import { matrixHeader, useMatrixFirm, stateOf } from '../../test/matrix-firm.ts';
import { sql } from 'kysely';
import type { RateMatrixRow } from '@recoup/contract/fee-matrix/endpoints';
import { type MatrixRecord, createDayReader } from './matrix-file.ts';

const { test, firm, tokens, zanele, anna, call, copies, readRows, upload, save, refusal } =
  useMatrixFirm();

it('shows each attorney and assigned type by name and by the order of the types', async () => {
  const rows = await readRows();
  expect(
    rows.map(({ attorney, disbursementType }) => [attorney.name, disbursementType.name]),
  ).toEqual([
    [anna.name, call.title],
    [anna.name, copies.title],
    [zanele.name, call.title],
    [zanele.name, copies.title],
  ]);
  expect(rows[0]).toEqual({
    attorney: { _id: anna.id, name: anna.name, status: userStatus.inactive },
    disbursementType: { _id: call.id, name: call.title },
    validFrom: null,
    next: null,
    callFees: [],
    unitPrice: null,
  });
  expect(rows[2]).toMatchObject({
    validFrom: '2000-01-01',
    next: { validFrom: '2026-05-01' },
    callFees: [
      { startTime: 0, endTime: 5, additionalTime: 0, charges: 33 },
      { startTime: 5, endTime: 10, additionalTime: 0, charges: 66 },
      { startTime: -1, endTime: -1, additionalTime: 5, charges: 12.5 },
    ],
  });
});

it('shows the fees of a day, and before the first schedule the first', async () => {
  await test.callFees(
    { firm, attorney: anna, type: call },
    { upTo: { 3: 1000 }, validFrom: '2026-07-01' },
  );
  const [ofAnna, , ofZanele] = await readRows('?on=2026-05-01');
  expect(ofZanele).toMatchObject({ validFrom: '2026-05-01', next: null });
  expect(ofAnna).toMatchObject({
    validFrom: '2026-07-01',
    next: null,
    callFees: [{ charges: 10 }],
  });
});

it('shows the unit price of a fixed type, and when it changes', async () => {
  for (const [unitPriceFrom, unitPrice] of Object.entries({ '2026-03-01': 2.5, '2026-06-01': 3 })) {
    const body = { title: copies.title, unitPrice, unitPriceFrom };
    const reply = await test.call(`PUT /disbursements/${copies.id}`, { token: tokens.admin, body });
    expect(reply).toAnswer(200);
  }
  expect((await readRows())[1]).toMatchObject({
    validFrom: '2026-03-01',
    next: { validFrom: '2026-06-01' },
    callFees: [],
    unitPrice: 2.5,
  });
  expect((await readRows('?on=2026-06-01'))[3]).toMatchObject({ next: null, unitPrice: 3 });
});

it('writes the matrix as CSV with a name', async () => {
  const headers = { accept: 'text/csv' };
  const reply = await test.call('GET /rate-matrix', { token: tokens.admin, headers });
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(reply.headers['content-disposition']).toContain('filename="rate-matrix-2026-03-18.csv"');
  expect(reply.body.split('\r\n')).toEqual([
    matrixHeader,
    `${anna.email},Call,,,,,,,,,,,`,
    `${anna.email},"Copies, colour",,,,,,,,,,,`,
    `${zanele.email},Call,2000-01-01,5,33.00,10,66.00,,,,,5,12.50`,
    `${zanele.email},"Copies, colour",,,,,,,,,,,`,
    '',
  ]);
});

it('rejects a day that does not exist', async () => {
  expect(await test.call('GET /rate-matrix?on=2026-02-30', { token: tokens.admin })).toAnswer(400, {
    fields: { on: expect.any(String) },
  });
});

const twoAttorneys = () => [
  `${anna.email},Call,2026-04-01,5,35,,,,,,,,`,
  `${zanele.email},Call,2026-04-01,5,33,10,66,,,,,5,12.5`,
];
const uploadExpecting = (expected: string) =>
  upload([matrixHeader, ...twoAttorneys()].join('\r\n'), { expected });

it('saves a file as it was previewed, also again after a lost answer', async () => {
  const { state } = await save(twoAttorneys(), { dryRun: true });
  expect(await uploadExpecting(state)).toAnswer(200);
  expect(await uploadExpecting(state)).toAnswer({ data: { unchanged: 2, changed: [] } });
});

it.each([
  ['of a row that changes fees', () => `${anna.email},Call,,5,40,,,,,,,,`, 35],
  ['of a row that changed none', () => `${zanele.email},Call,,5,99,,,,,,,,`, 33],
  ['that end those of a row', () => `${anna.email},Call,2026-04-20,5,40,,,,,,,,`, 35],
])('rejects a file after another admin has saved fees %s', async (_, line, after) => {
  const { state } = await save(twoAttorneys(), { dryRun: true });
  await save([line()]);
  const saved = await stateOf(test, firm);
  const rejected = await uploadExpecting(state);
  expect([rejected.statusCode, rejected.json()]).toEqual([
    409,
    {
      code: 'changed_meanwhile',
      message: expect.stringContaining('The call fees have changed since the preview.'),
    },
  ]);
  expect(await stateOf(test, firm)).toEqual(saved);
  const second = await save(twoAttorneys(), { dryRun: true });
  expect(second.state).not.toBe(state);
  expect(await uploadExpecting(second.state)).toAnswer(200);
  const prices = (await readRows('?on=2026-04-01')).map((row) => row.callFees[0]?.charges);
  expect(prices).toContain(after);
});

async function untilAnotherWaits(): Promise<void> {
  const waiting = sql`select from pg_locks where not granted and pid in
    (select pid from pg_stat_activity where datname = current_database())`;
  await vi.waitFor(
    async () => expect((await waiting.execute(test.db)).rows).toHaveLength(1),
    5_000,
  );
}

it('compares a file with the fees that are saved while it waits for the attorney', async () => {
  const holder = await test.pool.connect();
  await holder.query('begin');
  await holder.query('select from users where id = $1 for update', [zanele.id]);
  const file = save([`${zanele.email},Call,,5,44,,,,,,,,`]);
  try {
    await untilAnotherWaits();
    await holder.query(
      `insert into call_fee_schedules (id, firm_id, user_id, disbursement_type_id, valid_from)
       values (gen_random_uuid(), $1, $2, $3, '2026-03-10')`,
      [firm.id, zanele.id, call.id],
    );
  } finally {
    await holder.query('commit');
    holder.release();
  }
  // Without the lock it is compared with the fees that ended on 10 March.
  expect((await file).changed).toMatchObject([{ before: [], after: [{ charges: 44 }] }]);
});

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
  expect(reply).toAnswer({ code: 'rows_refused', rows: [{ row: 2, column: 'attorney' }] });
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

const priceOn = async (on: string) => (await readRows(`?on=${on}`))[0]?.callFees[0]?.charges;
const priced = (from: string, rand: number) => `${anna.email},Call,${from},5,${rand},,,,,,,,`;

it('removes a coming change with the fees before it, which a later file replaces', async () => {
  await save([priced('2026-03-18', 82), priced('2026-04-01', 85), priced('2026-06-01', 99)]);
  const removal = await save([priced('2026-06-01', 82), priced('2026-04-01', 82)]);
  expect(removal.changed.map(({ before, next }) => [before[0]?.charges, next])).toEqual([
    [99, null],
    [85, null],
  ]);
  const [cell] = await readRows();
  expect([cell?.callFees[0]?.charges, cell?.next]).toEqual([82, null]);
  await save([priced('2026-03-18', 90)]);
  expect(await Promise.all(['2026-03-18', '2026-04-01', '2026-06-01'].map(priceOn))).toEqual([
    90, 90, 90,
  ]);
});

it('removes a change, whatever additional times it had that no price depends on', async () => {
  await save([priced('2026-03-18', 82), priced('2026-04-01', 85)]);
  await test.updateRows('callFeeBands', { chargeCents: 8500 }, { additionalMinutes: 7 });
  await save([priced('2026-04-01', 82)]);
  expect((await readRows())[0]?.next).toBeNull();
});

it('ends call fees before any have begun, and leaves no schedule', async () => {
  await save([priced('2026-04-01', 82)]);
  await save([`${anna.email},Call,2026-04-01,,,,,,,,,,`]);
  const history = await test.call(`GET /users/${anna.id}/call-fees?disbursementType=${call.id}`, {
    token: tokens.admin,
  });
  expect(history).toAnswer({ count: 1, data: [{ replacedAt: expect.any(String) }] });
});

it('tells until when the fees of each row hold', async () => {
  const { changed } = await save(
    [
      `${zanele.email},Call,2026-06-01,5,40,,,,,,,,`,
      `${zanele.email},Call,2026-04-01,5,34,,,,,,,,`,
      `${zanele.email},Call,2026-04-20,5,35,,,,,,,,`,
    ],
    { dryRun: true },
  );
  expect(changed.map(({ validFrom, next }) => [validFrom, next?.validFrom])).toEqual([
    ['2026-06-01', undefined],
    ['2026-04-01', '2026-04-20'],
    ['2026-04-20', '2026-05-01'],
  ]);
});

async function read(...cells: string[]): Promise<(string | undefined)[]> {
  // The reader looks at this column alone.
  const records = cells.map((validFrom, at) => ({ row: at, cells: { validFrom } }) as MatrixRecord);
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
