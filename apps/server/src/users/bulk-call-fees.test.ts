import { userStatus } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

type Seen = { _id: string; version: number };
type Reply = { data: { attorneys: { _id: string; change: string; isTypeNew: boolean }[] } };

const test = useApp();
const firm = { id: '', domain: '' };
const ctx = { admin: '', adminId: '', call: '', foreign: '' };
const people = { none: '', other: '', same: '' };
const rows = [
  { startTime: 0, endTime: 5, additionalTime: 0, charges: 33 },
  { startTime: -1, endTime: -1, additionalTime: 5, charges: 12.5 },
];

beforeAll(async () => {
  Object.assign(firm, await test.aFirm());
  const other = await test.aFirm();
  const admin = await test.anAdmin({ firm });
  ctx.admin = await test.signIn(admin);
  ctx.adminId = admin.id;
  ctx.foreign = (await test.aUser({ firm: other })).id;
});

beforeEach(async () => {
  const type = await test.aDisbursementType(firm);
  ctx.call = type.id;
  const [none, other, same] = [
    await test.aUser({ firm, status: userStatus.inactive }),
    await test.aUser({ firm }),
    await test.aUser({ firm }),
  ];
  Object.assign(people, { none: none.id, other: other.id, same: same.id });
  for (const attorney of [other, same]) {
    const assigned = {
      firmId: firm.id,
      userId: attorney.id,
      disbursementTypeId: type.id,
      position: 1,
    };
    await test.insertRows('userDisbursementTypes', assigned);
  }
  await test.callFees({ firm, attorney: other, type }, { upTo: { 10: 5000 } });
  await test.callFees({ firm, attorney: same, type }, { upTo: { 5: 3300 }, thereafter: [5, 1250] });
});

function apply(more: object = {}, token: string | undefined = ctx.admin) {
  const body = {
    disbursementType: ctx.call,
    attorneys: Object.values(people),
    callFees: rows,
    ...more,
  };
  return test.call('POST /call-fee-changes', { token, body });
}

async function versions(): Promise<number[]> {
  const found = await test.listRows('users', { id: Object.values(people) }, ['id', 'version']);
  return Object.values(people).map((id) => found.find((each) => each.id === id)?.version ?? 0);
}

async function feesOf(id: string) {
  return (await test.data<{ callFees: object[] }>(`GET /users/${id}`, { token: ctx.admin }))
    .callFees;
}

const expected = () => [
  { _id: people.none, status: 1, change: 'added', isTypeNew: true, before: [] },
  {
    _id: people.other,
    change: 'replaced',
    isTypeNew: false,
    before: [{ startTime: 0, endTime: 10, additionalTime: 0, charges: 50 }],
  },
  { _id: people.same, change: 'none', isTypeNew: false, before: rows },
];

it('lists the attorneys of a change, and changes nothing', async () => {
  const reply = await apply({ dryRun: true });
  expect(reply).toAnswer(200);
  expect(reply.json<Reply>().data.attorneys).toMatchObject(expected());
  expect(await versions()).toEqual([1, 1, 1]);
  expect(await feesOf(people.none)).toEqual([]);
});

it('saves the rows for all, assigns the type, and skips attorneys who have both', async () => {
  expect((await apply()).json<Reply>().data.attorneys).toMatchObject(expected());
  const withType = rows.map((row) => ({ disbursementType: ctx.call, ...row }));
  for (const id of Object.values(people)) expect(await feesOf(id)).toEqual(withType);
  expect(await versions()).toEqual([2, 2, 1]);
  expect((await apply()).json<Reply>().data.attorneys.map(({ change }) => change)).toEqual([
    'none',
    'none',
    'none',
  ]);
  const records = await test.listRows(
    'auditLog',
    { action: 'user.call-fees-updated', subjectId: Object.values(people) },
    ['subjectId', 'actorId'],
  );
  expect(new Set(records.map(({ subjectId }) => subjectId))).toEqual(
    new Set([people.none, people.other]),
  );
  expect(records).toHaveLength(2);
  expect(records[0]?.actorId).toBe(ctx.adminId);
});

it('begins the same fees on an earlier day, once', async () => {
  const onDay = async (callFeesFrom: string) => {
    const reply = await apply({ attorneys: [people.none], callFeesFrom });
    return reply.json<Reply>().data.attorneys.map(({ change }) => change);
  };
  expect(await onDay('2027-01-01')).toEqual(['added']);
  expect(await onDay('2026-04-01')).toEqual(['replaced']);
  expect(await onDay('2026-04-01')).toEqual(['none']);
  const history = await test.call(
    `GET /users/${people.none}/call-fees?disbursementType=${ctx.call}`,
    { token: ctx.admin },
  );
  expect(history).toAnswer({
    data: [{ validFrom: '2027-01-01' }, { validFrom: '2026-04-01', until: '2026-12-31' }],
  });
});

it('saves nothing when an attorney has changed since the preview', async () => {
  const { attorneys } = (await apply({ dryRun: true })).json<{ data: { attorneys: Seen[] } }>()
    .data;
  const previewed = attorneys.map(({ _id, version }) => ({ _id, version }));
  await test.call(`PUT /users/${people.other}`, {
    token: ctx.admin,
    body: { callFees: rows.map((row) => ({ disbursementType: ctx.call, ...row, charges: 1 })) },
  });
  expect(await apply({ expected: previewed })).toAnswer(409, { code: 'changed_meanwhile' });
  expect(await versions()).toEqual([1, 2, 1]);
  const again = { expected: previewed, attorneys: [people.none] };
  const replies = [await apply(again), await apply(again)];
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});

it('saves nothing when an attorney is missing, foreign, or no attorney', async () => {
  const replies = [];
  for (const id of [newId(), ctx.foreign, ctx.adminId])
    replies.push(await apply({ attorneys: [people.none, id] }));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
  expect(await feesOf(people.none)).toEqual([]);
});

it('accepts two changes of the same attorneys in opposite order', async () => {
  const replies = await Promise.all([
    apply(),
    apply({ attorneys: Object.values(people).toReversed() }),
  ]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(await versions()).toEqual([2, 2, 1]);
});

it.each([
  ['no attorney', { attorneys: [] }, 'attorneys'],
  ['an attorney twice', () => ({ attorneys: [people.none, people.none] }), 'attorneys'],
  ['no timed row', { callFees: [rows[1]] }, 'callFees'],
  [
    'a gap',
    { callFees: [rows[0], { startTime: 6, endTime: 9, additionalTime: 0, charges: 1 }] },
    'callFees.1.startTime',
  ],
  [
    'half a cent',
    { callFees: [{ startTime: 0, endTime: 9, additionalTime: 0, charges: 0.001 }] },
    'callFees.0.charges',
  ],
])('rejects %s', async (_, more, field) => {
  const reply = await apply(typeof more === 'function' ? more() : more);
  expect(reply).toAnswer(400);
  expect(Object.keys(reply.json<{ fields: object }>().fields)).toEqual([field]);
});
