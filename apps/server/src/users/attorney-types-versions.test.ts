import { role } from '@recoup/contract/core/access';
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

it('rejects the change of the second administrator, and saves nothing of it', async () => {
  const { version } = await read();
  expect((await change({ callFees: [row(ctx.call, 0, 1, 1)], version })).statusCode).toBe(200);
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
    callFees: [row(ctx.call, 0, 1, 1)],
  });
});

it('accepts one of two concurrent changes of one version', async () => {
  const { version } = await read();
  const replies = await Promise.all(
    [1, 2, 3].map((cost) => change({ callFees: [row(ctx.call, 0, 1, cost)], version })),
  );
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200, 409, 409,
  ]);
  expect(await historyOf(ctx.call)).toBe(2);
});

it('audits each change once', async () => {
  await change({ disbursementTypes: [ctx.copies] });
  const records = await test.db
    .selectFrom('auditLog')
    .where('subjectId', '=', ctx.attorney)
    .where('action', '=', 'user.call-fees-updated')
    .orderBy('id')
    .select('details')
    .execute();
  expect(records.map(({ details }) => details)).toEqual([
    { disbursementTypes: [[], [ctx.copies, ctx.call]], callFeesReplaced: [ctx.call] },
    { disbursementTypes: [[ctx.copies, ctx.call], [ctx.copies]], callFeesEnded: [ctx.call] },
  ]);
});
