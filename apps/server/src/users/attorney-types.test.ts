import { expect, it, beforeAll, beforeEach } from 'vitest';
import { feeRow } from '../../test/factories.ts';
import { newId } from '@recoup/contract/core/ids';
import { useApp } from '../../test/app.ts';

type AttorneyReply = {
  data: { _id: string; version: number; disbursementTypes: { _id: string }[]; callFees: object[] };
};

/** A firm whose admin registers, before each test, an attorney with two types and call fees. */
function useAttorneyWithFees() {
  const test = useApp();
  const ctx = {
    admin: '',
    firm: '',
    domain: '',
    call: '',
    copies: '',
    retired: '',
    foreign: '',
    attorney: '',
  };
  const callRows = () => [
    feeRow(ctx.call, 0, 5, 33),
    feeRow(ctx.call, 5, 10, 66),
    feeRow(ctx.call, -1, -1, 12.5, 5),
  ];
  const add = (more: object) => {
    const body = {
      role: 0,
      firm: ctx.firm,
      name: 'Thabo Mokoena',
      cell: '0825550111',
      password: 'paper-lion-station-18',
      email: `t${newId()}@${ctx.domain}`,
      ...more,
    };
    return test.call('POST /register', { token: ctx.admin, body });
  };
  beforeAll(async () => {
    const firm = await test.aFirm();
    ctx.admin = await test.signInAdmin({ firm });
    ctx.firm = firm.id;
    ctx.domain = firm.domain;
    ctx.call = (await test.aDisbursementType(firm, { title: 'Call' })).id;
    ctx.copies = (await test.aDisbursementType(firm, { title: 'Copies' })).id;
    ctx.retired = (await test.aDisbursementType(firm, { active: false })).id;
    ctx.foreign = (await test.aDisbursementType(await test.aFirm())).id;
  });
  beforeEach(async () => {
    const reply = await add({ disbursementTypes: [ctx.copies, ctx.call], callFees: callRows() });
    ctx.attorney = reply.json<AttorneyReply>().data._id;
  });
  const address = () => `/users/${ctx.attorney}`;
  return {
    test,
    ctx,
    callRows,
    add,
    change: (body: object) => test.call(`PUT ${address()}`, { token: ctx.admin, body }),
    read: async () =>
      (await test.call(`GET ${address()}`, { token: ctx.admin })).json<AttorneyReply>().data,
    /** How many schedules the attorney has had for the type. */
    countSchedules: async (type: string) => {
      const what = `GET ${address()}/call-fees?disbursementType=${type}`;
      return (await test.call(what, { token: ctx.admin })).json<{ count: number }>().count;
    },
  };
}

const { add, callRows, change, countSchedules, ctx, read, test } = useAttorneyWithFees();

it('adds an attorney with types and call fees, and reads them as they were sent', async () => {
  const user = await read();
  expect(user.disbursementTypes).toMatchObject([{ _id: ctx.copies }, { _id: ctx.call }]);
  expect(user.callFees).toEqual(callRows());
});

it('changes neither types nor fees where they are absent', async () => {
  expect(await change({ name: 'Thabo M Mokoena' })).toAnswer(200);
  expect((await read()).callFees).toEqual(callRows());
  expect(await countSchedules(ctx.call)).toBe(1);
});

it('replaces the rows of the types that are sent, and keeps those of the others', async () => {
  const copies = [feeRow(ctx.copies, 0, 30, 250)];
  expect((await change({ callFees: copies })).json<AttorneyReply>().data.callFees).toEqual([
    ...copies,
    ...callRows(),
  ]);
  const shorter = [feeRow(ctx.call, 0, 10, 40)];
  expect((await change({ callFees: shorter })).json<AttorneyReply>().data.callFees).toEqual([
    ...copies,
    ...shorter,
  ]);
  expect(await countSchedules(ctx.call)).toBe(2);
  expect(await countSchedules(ctx.copies)).toBe(1);
});

it('neither begins a schedule nor raises the version for the same values', async () => {
  const { version } = await read();
  const again = await change({
    disbursementTypes: [ctx.copies, ctx.call],
    callFees: callRows(),
    version,
  });
  expect(again.json<AttorneyReply>().data.version).toBe(version);
  expect(await countSchedules(ctx.call)).toBe(1);
});

it('ends the rows of a type that is taken away, also when it comes back', async () => {
  expect(
    (await change({ disbursementTypes: [ctx.copies] })).json<AttorneyReply>().data,
  ).toMatchObject({ callFees: [] });
  expect(
    (await change({ disbursementTypes: [ctx.copies, ctx.call] })).json<AttorneyReply>().data,
  ).toMatchObject({ callFees: [] });
  expect(await countSchedules(ctx.call)).toBe(1);
});

it('ends the rows of a kept type on request', async () => {
  expect((await change({ withoutCallFees: [ctx.call] })).json<AttorneyReply>().data).toMatchObject({
    callFees: [],
    disbursementTypes: [{ _id: ctx.copies }, { _id: ctx.call }],
    version: 3,
  });
  expect((await change({ withoutCallFees: [ctx.call] })).json<AttorneyReply>().data.version).toBe(
    3,
  );
});

it.each([
  ['a type twice', () => ({ disbursementTypes: [ctx.call, ctx.call] }), 400, 'disbursementTypes'],
  [
    'a newly assigned type that is no longer in use',
    () => ({ disbursementTypes: [ctx.retired] }),
    400,
    'disbursementTypes',
  ],
  [
    'rows of a type that is not assigned',
    () => ({ disbursementTypes: [ctx.copies], callFees: callRows() }),
    400,
    'callFees.0.disbursementType',
  ],
  [
    'rows of another firm’s type',
    () => ({ callFees: [feeRow(ctx.foreign, 0, 5, 1)] }),
    400,
    'callFees.0.disbursementType',
  ],
  [
    'a gap between rows',
    () => ({ callFees: [feeRow(ctx.call, 0, 5, 1), feeRow(ctx.call, 6, 9, 2)] }),
    400,
    'callFees.1.startTime',
  ],
  [
    'five timed rows',
    () => ({ callFees: [0, 1, 2, 3, 4].map((start) => feeRow(ctx.call, start, start + 1, 1)) }),
    400,
    'callFees.4',
  ],
  ['half a cent', () => ({ callFees: [feeRow(ctx.call, 0, 5, 0.005)] }), 400, 'callFees.0.charges'],
  ['half a minute', () => ({ callFees: [feeRow(ctx.call, 0, 2.5, 1)] }), 400, 'callFees.0.endTime'],
])('rejects %s, on adding and on changing', async (_, body, status, field) => {
  const replies = [await add({ disbursementTypes: [ctx.call], ...body() }), await change(body())];
  for (const reply of replies) {
    expect(reply).toAnswer(status);
    expect(Object.keys(reply.json<{ fields: object }>().fields)).toContain(field);
  }
  expect((await read()).callFees).toEqual(callRows());
});

it('keeps a retired type that the attorney has already', async () => {
  await test.updateRows('disbursementTypes', { id: ctx.copies }, { active: false });
  expect(await change({ disbursementTypes: [ctx.call, ctx.copies] })).toAnswer(200);
  await test.updateRows('disbursementTypes', { id: ctx.copies }, { active: true });
});

it('mails an invitation without a password on request', async () => {
  const invited = (await add({ invitation: true })).json<{ data: { email: string } }>().data.email;
  const silent = (await add({})).json<{ data: { email: string } }>().data.email;
  const mails = await test.listRows('mails', { toAddress: [invited, silent] });
  expect(mails.map(({ toAddress }) => toAddress)).toEqual([invited]);
  expect(mails[0]?.body).toContain('http://recoup.test/logon');
  expect(mails[0]?.body).toContain('Choose your password');
  expect(mails[0]?.body).not.toContain('paper-lion-station-18');
});

it('rejects the change of the second administrator, and saves nothing of it', async () => {
  const { version } = await read();
  expect(await change({ callFees: [feeRow(ctx.call, 0, 1, 1)], version })).toAnswer(200);
  const second = await change({
    name: 'Somebody Else',
    disbursementTypes: [],
    callFees: [],
    version,
  });
  expect(second).toAnswer(409, { code: 'changed_meanwhile' });
  expect(await read()).toMatchObject({
    name: 'Thabo Mokoena',
    callFees: [feeRow(ctx.call, 0, 1, 1)],
  });
});

it('accepts one of two concurrent changes of one version', async () => {
  const { version } = await read();
  const replies = await Promise.all(
    [1, 2, 3].map((cost) => change({ callFees: [feeRow(ctx.call, 0, 1, cost)], version })),
  );
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200, 409, 409,
  ]);
  expect(await countSchedules(ctx.call)).toBe(2);
});

it('audits each change once, with the fees before and after', async () => {
  const rows = [
    { startTime: 0, endTime: 5, additionalTime: 0, charges: 33 },
    { startTime: 5, endTime: 10, additionalTime: 0, charges: 66 },
    { startTime: -1, endTime: -1, additionalTime: 5, charges: 12.5 },
  ];
  const fees = { disbursementType: ctx.call, validFrom: expect.any(String) };
  await change({ disbursementTypes: [ctx.copies] });
  const records = await test.listRows(
    'auditLog',
    { subjectId: ctx.attorney, action: 'user.call-fees-updated' },
    ['details'],
  );
  expect(records.map(({ details }) => details)).toEqual([
    {
      disbursementTypes: [[], [ctx.copies, ctx.call]],
      callFees: [{ ...fees, change: [[], rows] }],
    },
    {
      disbursementTypes: [[ctx.copies, ctx.call], [ctx.copies]],
      callFees: [{ ...fees, change: [rows, []] }],
    },
  ]);
});
