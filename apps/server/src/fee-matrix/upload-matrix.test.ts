import { expect, it } from 'vitest';
import { type MatrixResult, stateOf, useMatrixFirm } from '../../test/matrix-firm.ts';
import { matrixColumns } from '@recoup/contract/fee-matrix/endpoints';
import { readableOddities, refusedOddities } from '../../test/odd-files.ts';
import { readMatrixFile } from './matrix-file.ts';

const { test, firm, tokens, zanele, anna, call, readRows, readFile, upload, save } =
  useMatrixFirm();

it('takes its own file back without a change', async () => {
  await test.updateRows('callFeeBands', { startMinute: 5 }, { additionalMinutes: 7 });
  const before = await stateOf(test, firm);
  expect(await upload(await readFile())).toAnswer(200, {
    data: { rows: 4, unchanged: 4, changed: [] },
  });
  expect(await stateOf(test, firm)).toEqual(before);
});

it('takes a file of a day without fees back without ending those of another day', async () => {
  await save([`${zanele.email},Call,2026-06-01,,,,,,,,,,`]);
  const before = await stateOf(test, firm);
  for (const on of ['?on=2026-06-01', '?on=2026-05-31', '?on=1999-01-01']) {
    expect(await upload(await readFile(on))).toAnswer({
      data: { rows: 4, unchanged: 4, changed: [] },
    });
  }
  expect(await stateOf(test, firm)).toEqual(before);
  const [, , ofZanele] = await readRows('?on=2026-06-01');
  expect(ofZanele).toMatchObject({ validFrom: null, callFees: [] });
});

it('saves what differs from its day on, in one record of each attorney', async () => {
  const result = await save(
    [
      `${anna.email.toUpperCase()},CALL,,5,35,,,,,,,,`,
      `${zanele.email},Call,2026-03-18,5,35.5,10,66,20,99,,,5,12.5`,
      `${zanele.email},Call,2026-05-01,5,33,10,66,,,,,,`,
      `${zanele.email},"Copies, colour",2027-01-01,1,0,,,,,,,0,0`,
    ],
    { fileName: 'fees.csv' },
  );
  expect([result.rows, result.unchanged]).toEqual([4, 1]);
  expect(result.changed.map(({ row }) => row)).toEqual([2, 3, 5]);
  expect(result.changed[1]).toEqual({
    row: 3,
    attorney: { _id: zanele.id, name: zanele.name },
    disbursementType: { _id: call.id, name: 'Call' },
    validFrom: '2026-03-18',
    before: [
      { startTime: 0, endTime: 5, additionalTime: 0, charges: 33 },
      { startTime: 5, endTime: 10, additionalTime: 0, charges: 66 },
      { startTime: -1, endTime: -1, additionalTime: 5, charges: 12.5 },
    ],
    after: [
      { startTime: 0, endTime: 5, additionalTime: 0, charges: 35.5 },
      { startTime: 5, endTime: 10, additionalTime: 0, charges: 66 },
      { startTime: 10, endTime: 20, additionalTime: 0, charges: 99 },
      { startTime: -1, endTime: -1, additionalTime: 5, charges: 12.5 },
    ],
    next: { validFrom: '2026-05-01' },
  });
  const rows = await readRows();
  expect(rows[0]).toMatchObject({ validFrom: '2026-03-18', callFees: [{ charges: 35 }] });
  expect(rows[2]).toMatchObject({ validFrom: '2026-03-18', next: { validFrom: '2026-05-01' } });
  const records = await test.listRows('auditLog', { firmId: firm.id }, [
    'action',
    'subjectId',
    'details',
  ]);
  expect(records.map(({ action }) => action)).toEqual(Array(2).fill('user.call-fees-updated'));
  expect(new Set(records.map(({ subjectId }) => subjectId))).toEqual(new Set([anna.id, zanele.id]));
  expect(records.find(({ subjectId }) => subjectId === anna.id)?.details).toMatchObject({
    fileName: 'fees.csv',
    callFees: [
      { disbursementType: call.id, validFrom: '2026-03-18', change: [[], [{ charges: 35 }]] },
    ],
  });
  const raised = await test.listRows('users', { firmId: firm.id, version: 2 }, ['id']);
  expect(new Set(raised.map(({ id }) => id))).toEqual(new Set([anna.id, zanele.id]));
});

it('supersedes a schedule of the same day, and keeps times that no price depends on', async () => {
  await save([`${anna.email},Call,,5,35,10,70,,,,,,`]);
  await test.updateRows('callFeeBands', {}, { additionalMinutes: 7 });
  await save([`${anna.email},Call,,5,36,11,70,,,,,,`]);
  const reply = await test.call(`GET /users/${anna.id}/call-fees?disbursementType=${call.id}`, {
    token: tokens.admin,
  });
  expect(reply).toAnswer({
    count: 2,
    data: [
      {
        validFrom: '2026-03-18',
        replacedAt: null,
        callFees: [
          { endTime: 5, additionalTime: 7, charges: 36 },
          { endTime: 11, additionalTime: 0 },
        ],
      },
      { validFrom: '2026-03-18', replacedAt: expect.any(String) },
    ],
  });
});

it('compares a row after the earlier days of its cell', async () => {
  const lines = [
    `${zanele.email},Call,2026-04-01,5,33,10,66,,,,,5,12.5`,
    `${zanele.email},Call,,5,99,,,,,,,,`,
  ];
  expect((await save(lines)).changed.map(({ row }) => row)).toEqual([2, 3]);
  expect((await readRows('?on=2026-04-01'))[2]).toMatchObject({
    validFrom: '2026-04-01',
    callFees: [{ charges: 33 }, { charges: 66 }, {}],
  });
  expect((await save(lines)).changed).toEqual([]);
});

it('reads a day as other files have it', async () => {
  const { changed } = await save([`${anna.email},Call,15/11/2026,5,9,,,,,,,,`]);
  expect(changed).toMatchObject([{ row: 2, validFrom: '2026-11-15' }]);
});

it('begins the same fees on an earlier day, once', async () => {
  await save([`${anna.email},Call,2026-05-01,5,9,,,,,,,,`]);
  const earlier = [`${anna.email},Call,,5,9,,,,,,,,`];
  expect((await save(earlier)).changed).toHaveLength(1);
  expect((await save(earlier)).unchanged).toBe(1);
  expect((await readRows())[0]).toMatchObject({
    validFrom: '2026-03-18',
    next: { validFrom: '2026-05-01' },
  });
});

it('lists the changes of a dry run, and writes nothing', async () => {
  const before = await stateOf(test, firm);
  const lines = [`${anna.email},Call,,5,35,,,,,,,,`];
  const preview = await save(lines, { dryRun: true });
  expect(preview.changed).toHaveLength(1);
  expect(await stateOf(test, firm)).toEqual(before);
  expect(await save(lines)).toEqual(preview);
});

it('reads semicolons, decimal commas and columns in another order', async () => {
  const prices = 'to4;price4;to3;price3;to2;price2;TO1;price1';
  const head = `thereafterPrice;thereafterEvery;${prices};validfrom;Type;attorney;`;
  const line = `12,50;5;;;;;10;1\u00A0066,00;5;R 33,5;2026/04/01;Call;${zanele.email};`;
  const reply = await upload(`sep=;\r\n${head}\r\n\r\n${line}\r\n`);
  expect(reply.json<{ data: MatrixResult }>().data.changed).toMatchObject([
    {
      row: 3,
      validFrom: '2026-04-01',
      after: [
        { endTime: 5, charges: 33.5 },
        { endTime: 10, charges: 1066 },
        { additionalTime: 5, charges: 12.5 },
      ],
    },
  ]);
});

it('saves the whole of one file after the other when two come at once', async () => {
  const fileOf = (price: number) => [
    `${anna.email},Call,,5,${price},,,,,,,,`,
    `${zanele.email},Call,,5,${price},,,,,,,,`,
  ];
  await Promise.all([35, 36, 37, 38].map((price) => save(fileOf(price))));
  const rows = await readRows();
  expect(rows[0]?.callFees).toEqual(rows[2]?.callFees);
});

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
