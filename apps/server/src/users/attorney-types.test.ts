import { role } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { aDisbursementType, aFirm, aUser } from '../../test/factories.ts';

type One = {
  data: { _id: string; version: number; disbursementTypes: { _id: string }[]; callFees: object[] };
};

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
const row = (
  disbursementType: string,
  startTime: number,
  endTime: number,
  charges: number,
  additionalTime = 0,
) => ({
  disbursementType,
  startTime,
  endTime,
  additionalTime,
  charges,
});
const callRows = () => [
  row(ctx.call, 0, 5, 33),
  row(ctx.call, 5, 10, 66),
  row(ctx.call, -1, -1, 12.5, 5),
];
let serial = 0;

beforeAll(async () => {
  const firm = await aFirm(test.db);
  const other = await aFirm(test.db);
  ctx.admin = await test.signIn(await aUser(test.db, { firm, role: role.attorneyAdmin }));
  Object.assign(ctx, {
    firm: firm.id,
    domain: firm.domain,
    call: (await aDisbursementType(test.db, firm, { title: 'Call' })).id,
    copies: (await aDisbursementType(test.db, firm, { title: 'Copies' })).id,
    retired: (await aDisbursementType(test.db, firm, { active: false })).id,
    foreign: (await aDisbursementType(test.db, other)).id,
  });
});

beforeEach(async () => {
  ctx.attorney = (
    await add({ disbursementTypes: [ctx.copies, ctx.call], callFees: callRows() })
  ).json<One>().data._id;
});

function add(more: object) {
  serial += 1;
  const person = {
    role: 0,
    firm: ctx.firm,
    name: 'Thabo Mokoena',
    cell: '0825550111',
    password: 'paper-lion-station-18',
  };
  return test.call('POST /register', {
    token: ctx.admin,
    body: { ...person, email: `t${serial}@${ctx.domain}`, ...more },
  });
}

const change = (body: object) =>
  test.call(`PUT /users/${ctx.attorney}`, { token: ctx.admin, body });
const read = async () =>
  (await test.call(`GET /users/${ctx.attorney}`, { token: ctx.admin })).json<One>().data;
const historyOf = async (type: string) =>
  (
    await test.call(`GET /users/${ctx.attorney}/call-fees?disbursementType=${type}`, {
      token: ctx.admin,
    })
  ).json<{ count: number }>().count;

it('adds an attorney with types and call fees, and reads them as they were sent', async () => {
  const user = await read();
  expect(user.disbursementTypes).toMatchObject([{ _id: ctx.copies }, { _id: ctx.call }]);
  expect(user.callFees).toEqual(callRows());
});

it('changes neither types nor fees where they are absent', async () => {
  expect((await change({ name: 'Thabo M Mokoena' })).statusCode).toBe(200);
  expect((await read()).callFees).toEqual(callRows());
  expect(await historyOf(ctx.call)).toBe(1);
});

it('replaces the rows of the types that are sent, and keeps those of the others', async () => {
  const copies = [row(ctx.copies, 0, 30, 250)];
  expect((await change({ callFees: copies })).json<One>().data.callFees).toEqual([
    ...copies,
    ...callRows(),
  ]);
  const shorter = [row(ctx.call, 0, 10, 40)];
  expect((await change({ callFees: shorter })).json<One>().data.callFees).toEqual([
    ...copies,
    ...shorter,
  ]);
  expect(await historyOf(ctx.call)).toBe(2);
  expect(await historyOf(ctx.copies)).toBe(1);
});

it('neither begins a schedule nor raises the version for the same values', async () => {
  const { version } = await read();
  const again = await change({
    disbursementTypes: [ctx.copies, ctx.call],
    callFees: callRows(),
    version,
  });
  expect(again.json<One>().data.version).toBe(version);
  expect(await historyOf(ctx.call)).toBe(1);
});

it('ends the rows of a type that is taken away, also when it comes back', async () => {
  expect((await change({ disbursementTypes: [ctx.copies] })).json<One>().data).toMatchObject({
    callFees: [],
  });
  expect(
    (await change({ disbursementTypes: [ctx.copies, ctx.call] })).json<One>().data,
  ).toMatchObject({ callFees: [] });
  expect(await historyOf(ctx.call)).toBe(1);
});

it('ends the rows of a kept type on request', async () => {
  expect((await change({ withoutCallFees: [ctx.call] })).json<One>().data).toMatchObject({
    callFees: [],
    disbursementTypes: [{ _id: ctx.copies }, { _id: ctx.call }],
    version: 3,
  });
  expect((await change({ withoutCallFees: [ctx.call] })).json<One>().data.version).toBe(3);
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
    () => ({ callFees: [row(ctx.foreign, 0, 5, 1)] }),
    400,
    'callFees.0.disbursementType',
  ],
  [
    'a gap between rows',
    () => ({ callFees: [row(ctx.call, 0, 5, 1), row(ctx.call, 6, 9, 2)] }),
    400,
    'callFees.1.startTime',
  ],
  [
    'five timed rows',
    () => ({ callFees: [0, 1, 2, 3, 4].map((start) => row(ctx.call, start, start + 1, 1)) }),
    400,
    'callFees.4',
  ],
  ['half a cent', () => ({ callFees: [row(ctx.call, 0, 5, 0.005)] }), 400, 'callFees.0.charges'],
  ['half a minute', () => ({ callFees: [row(ctx.call, 0, 2.5, 1)] }), 400, 'callFees.0.endTime'],
])('rejects %s, on adding and on changing', async (_, body, status, field) => {
  const replies = [await add({ disbursementTypes: [ctx.call], ...body() }), await change(body())];
  for (const reply of replies) {
    expect(reply.statusCode).toBe(status);
    expect(Object.keys(reply.json<{ fields: object }>().fields)).toContain(field);
  }
  expect((await read()).callFees).toEqual(callRows());
});

it('answers another firm’s type like a missing one, and adds no user', async () => {
  const before = await test.db.selectFrom('users').select('id').execute();
  const missing = await add({ disbursementTypes: [newId()] });
  expect(missing.statusCode).toBe(404);
  expect((await add({ disbursementTypes: [ctx.foreign] })).body).toBe(missing.body);
  expect((await change({ disbursementTypes: [ctx.foreign] })).body).toBe(missing.body);
  expect(await test.db.selectFrom('users').select('id').execute()).toHaveLength(before.length);
});

it('keeps a retired type that the attorney has already', async () => {
  await test.db
    .updateTable('disbursementTypes')
    .set({ active: false })
    .where('id', '=', ctx.copies)
    .execute();
  expect((await change({ disbursementTypes: [ctx.call, ctx.copies] })).statusCode).toBe(200);
  await test.db
    .updateTable('disbursementTypes')
    .set({ active: true })
    .where('id', '=', ctx.copies)
    .execute();
});

it('mails an invitation without a password on request', async () => {
  const invited = (await add({ invitation: true })).json<{ data: { email: string } }>().data.email;
  const silent = (await add({})).json<{ data: { email: string } }>().data.email;
  const mails = await test.db
    .selectFrom('mails')
    .where('toAddress', 'in', [invited, silent])
    .selectAll()
    .execute();
  expect(mails.map(({ toAddress }) => toAddress)).toEqual([invited]);
  expect(mails[0]?.body).toContain('http://recoup.test/logon');
  expect(mails[0]?.body).toContain('Forgot password');
  expect(mails[0]?.body).not.toContain('paper-lion-station-18');
});
