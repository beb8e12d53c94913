import { userStatus } from '@recoup/contract/core/access';
import { expect, it } from 'vitest';
import { callFees } from '../../test/factories.ts';
import { matrixHeader, useMatrixFirm } from '../../test/matrix-firm.ts';

const { test, firm, tokens, zanele, anna, call, copies, readRows } = useMatrixFirm();

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
  await callFees(
    test.db,
    { firm, attorney: anna, type: call },
    { bands: [[0, 3, 1000]], validFrom: '2026-07-01' },
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
