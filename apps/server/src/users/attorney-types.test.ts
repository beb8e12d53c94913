import { role } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { aDisbursementType, aFirm, aUser } from '../../test/factories.ts';

type One = {
  data: { _id: string; version: number; disbursementTypes: { _id: string }[]; callFees: object[] };
};

const test = useApp();
const seen = {
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
  row(seen.call, 0, 5, 33),
  row(seen.call, 5, 10, 66),
  row(seen.call, -1, -1, 12.5, 5),
];
let serial = 0;

beforeAll(async () => {
  const firm = await aFirm(test.db);
  const other = await aFirm(test.db);
  seen.admin = await test.signIn(await aUser(test.db, { firm, role: role.attorneyAdmin }));
  Object.assign(seen, {
    firm: firm.id,
    domain: firm.domain,
    call: (await aDisbursementType(test.db, firm, { title: 'Call' })).id,
    copies: (await aDisbursementType(test.db, firm, { title: 'Copies' })).id,
    retired: (await aDisbursementType(test.db, firm, { active: false })).id,
    foreign: (await aDisbursementType(test.db, other)).id,
  });
});

beforeEach(async () => {
  seen.attorney = (
    await add({ disbursementTypes: [seen.copies, seen.call], callFees: callRows() })
  ).json<One>().data._id;
});

function add(more: object) {
  serial += 1;
  const person = {
    role: 0,
    firm: seen.firm,
    name: 'Thabo Mokoena',
    cell: '0825550111',
    password: 'paper-lion-station-18',
  };
  return test.call('POST /register', {
    token: seen.admin,
    body: { ...person, email: `t${serial}@${seen.domain}`, ...more },
  });
}

const change = (body: object) =>
  test.call(`PUT /users/${seen.attorney}`, { token: seen.admin, body });
const read = async () =>
  (await test.call(`GET /users/${seen.attorney}`, { token: seen.admin })).json<One>().data;
const historyOf = async (type: string) =>
  (
    await test.call(`GET /users/${seen.attorney}/call-fees?disbursementType=${type}`, {
      token: seen.admin,
    })
  ).json<{ count: number }>().count;

it('adds an attorney with types and call fees, and reads them as they were sent', async () => {
  const user = await read();
  expect(user.disbursementTypes).toMatchObject([{ _id: seen.copies }, { _id: seen.call }]);
  expect(user.callFees).toEqual(callRows());
});

it('changes neither types nor fees where they are absent', async () => {
  expect((await change({ name: 'Thabo M Mokoena' })).statusCode).toBe(200);
  expect((await read()).callFees).toEqual(callRows());
  expect(await historyOf(seen.call)).toBe(1);
});

it('replaces the rows of the types that are sent, and keeps those of the others', async () => {
  const copies = [row(seen.copies, 0, 30, 250)];
  expect((await change({ callFees: copies })).json<One>().data.callFees).toEqual([
    ...copies,
    ...callRows(),
  ]);
  const shorter = [row(seen.call, 0, 10, 40)];
  expect((await change({ callFees: shorter })).json<One>().data.callFees).toEqual([
    ...copies,
    ...shorter,
  ]);
  expect(await historyOf(seen.call)).toBe(2);
  expect(await historyOf(seen.copies)).toBe(1);
});

it('neither begins a schedule nor raises the version for what is the same', async () => {
  const { version } = await read();
  const again = await change({
    disbursementTypes: [seen.copies, seen.call],
    callFees: callRows(),
    version,
  });
  expect(again.json<One>().data.version).toBe(version);
  expect(await historyOf(seen.call)).toBe(1);
});

it('ends the rows of a type that is taken away, also when it comes back', async () => {
  expect((await change({ disbursementTypes: [seen.copies] })).json<One>().data).toMatchObject({
    callFees: [],
  });
  expect(
    (await change({ disbursementTypes: [seen.copies, seen.call] })).json<One>().data,
  ).toMatchObject({ callFees: [] });
  expect(await historyOf(seen.call)).toBe(1);
});

it('ends the rows of a type that stays, when that is asked for', async () => {
  expect((await change({ withoutCallFees: [seen.call] })).json<One>().data).toMatchObject({
    callFees: [],
    disbursementTypes: [{ _id: seen.copies }, { _id: seen.call }],
    version: 3,
  });
  expect((await change({ withoutCallFees: [seen.call] })).json<One>().data.version).toBe(3);
});

it('tells the second of two administrators, and saves nothing of what was sent', async () => {
  const { version } = await read();
  expect((await change({ callFees: [row(seen.call, 0, 1, 1)], version })).statusCode).toBe(200);
  const second = await change({
    name: 'Somebody Else',
    disbursementTypes: [],
    callFees: [],
    version,
  });
  expect(second.statusCode).toBe(409);
  expect(second.json()).toMatchObject({ code: 'changed_meanwhile' });
  expect(await read()).toMatchObject({
    name: 'Thabo Mokoena',
    callFees: [row(seen.call, 0, 1, 1)],
  });
});

it('lets two simultaneous changes of one version through once', async () => {
  const { version } = await read();
  const replies = await Promise.all(
    [1, 2, 3].map((cost) => change({ callFees: [row(seen.call, 0, 1, cost)], version })),
  );
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200, 409, 409,
  ]);
  expect(await historyOf(seen.call)).toBe(2);
});

it.each([
  ['a type twice', () => ({ disbursementTypes: [seen.call, seen.call] }), 400, 'disbursementTypes'],
  [
    'a newly assigned type that is no longer in use',
    () => ({ disbursementTypes: [seen.retired] }),
    400,
    'disbursementTypes',
  ],
  [
    'rows of a type that is not assigned',
    () => ({ disbursementTypes: [seen.copies], callFees: callRows() }),
    400,
    'callFees.0.disbursementType',
  ],
  [
    'rows of another firm’s type',
    () => ({ callFees: [row(seen.foreign, 0, 5, 1)] }),
    400,
    'callFees.0.disbursementType',
  ],
  [
    'a gap between rows',
    () => ({ callFees: [row(seen.call, 0, 5, 1), row(seen.call, 6, 9, 2)] }),
    400,
    'callFees.1.startTime',
  ],
  [
    'five timed rows',
    () => ({ callFees: [0, 1, 2, 3, 4].map((start) => row(seen.call, start, start + 1, 1)) }),
    400,
    'callFees.4',
  ],
  ['half a cent', () => ({ callFees: [row(seen.call, 0, 5, 0.005)] }), 400, 'callFees.0.charges'],
  ['half a minute', () => ({ callFees: [row(seen.call, 0, 2.5, 1)] }), 400, 'callFees.0.endTime'],
])('refuses %s, on adding and on changing', async (_, body, status, field) => {
  const replies = [await add({ disbursementTypes: [seen.call], ...body() }), await change(body())];
  for (const reply of replies) {
    expect(reply.statusCode).toBe(status);
    expect(Object.keys(reply.json<{ fields: object }>().fields)).toContain(field);
  }
  expect((await read()).callFees).toEqual(callRows());
});

it('answers another firm’s type like a missing one, and adds nobody', async () => {
  const before = await test.db.selectFrom('users').select('id').execute();
  const missing = await add({ disbursementTypes: [newId()] });
  expect(missing.statusCode).toBe(404);
  expect((await add({ disbursementTypes: [seen.foreign] })).body).toBe(missing.body);
  expect((await change({ disbursementTypes: [seen.foreign] })).body).toBe(missing.body);
  expect(await test.db.selectFrom('users').select('id').execute()).toHaveLength(before.length);
});

it('keeps a retired type that the attorney has already', async () => {
  await test.db
    .updateTable('disbursementTypes')
    .set({ active: false })
    .where('id', '=', seen.copies)
    .execute();
  expect((await change({ disbursementTypes: [seen.call, seen.copies] })).statusCode).toBe(200);
  await test.db
    .updateTable('disbursementTypes')
    .set({ active: true })
    .where('id', '=', seen.copies)
    .execute();
});

it('mails an invitation when asked, which holds no password', async () => {
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

it('keeps a record of what changed, once for each change', async () => {
  await change({ disbursementTypes: [seen.copies] });
  const records = await test.db
    .selectFrom('auditLog')
    .where('subjectId', '=', seen.attorney)
    .where('action', '=', 'user.call-fees-updated')
    .orderBy('id')
    .select('details')
    .execute();
  expect(records.map(({ details }) => details)).toEqual([
    { disbursementTypes: [[], [seen.copies, seen.call]], callFeesReplaced: [seen.call] },
    { disbursementTypes: [[seen.copies, seen.call], [seen.copies]], callFeesEnded: [seen.call] },
  ]);
});
