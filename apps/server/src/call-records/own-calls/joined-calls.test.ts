import { expect, it } from 'vitest';
import { callSenders } from '../../../test/call-events.ts';
import { useCallFirm } from '../../../test/call-firm.ts';
import { bill, callLog, ownCallFiles } from '../../../test/own-calls.ts';

const call = useCallFirm();
const { ctx, decide, list, take, test } = call;
const { hand, undo } = ownCallFiles(call);
const { aSender } = callSenders(test, ctx);

const client = '082 555 0101';
const nine = '2026-03-17 09:00:00';
const log = callLog([client, '2026-03-17 09:01:00', 290]);
const calls = async (token = ctx.admin) => (await list('', token)).data;

const giveExtension = async (attorney: string, more: object = {}) => {
  const extensions = [{ value: '105', attorney, ...more }];
  const reply = await test.call('PUT /extensions', { token: ctx.admin, body: { extensions } });
  expect(reply).toAnswer(200);
};

it('joins a call of a log with one whose extension gets its attorney later', async () => {
  await take([nine, '105', client, 300]);
  const own = await hand(log);
  expect(own).toMatchObject({ taken: 1, doubtful: 1 });
  expect(await calls()).toHaveLength(2);
  await giveExtension(ctx.thabo.id);
  expect(await calls(ctx.thabo.token)).toMatchObject([
    { road: 'file', seconds: 300, ownParty: '105', attorney: { _id: ctx.thabo.id } },
  ]);
  expect(await calls()).toHaveLength(1);
  expect(await hand(log)).toMatchObject({ taken: 0, repeated: 1 });
  expect(await hand(bill([client, nine, 300]))).toMatchObject({ taken: 0, repeated: 1 });
});

it('keeps the one of both that was recorded, with its entry', async () => {
  const file = await take([nine, '105', client, 300]);
  const own = await hand(log);
  const [mine] = await calls(ctx.thabo.token);
  expect(await decide(mine?._id ?? '', { state: 'recorded' })).toAnswer(200);
  await giveExtension(ctx.thabo.id);
  expect(await calls()).toMatchObject([{ road: 'log', state: 'recorded', seconds: 290 }]);
  expect(await take([nine, '105', client, 300])).toMatchObject({ added: 0, repeated: 1 });
  expect(await undo(own._id)).toAnswer(409);
  await decide(mine?._id ?? '', { state: 'loose' });
  expect(await undo(own._id)).toAnswer(200);
  expect(await calls()).toMatchObject([{ road: 'file', seconds: 300, ownParty: '105' }]);
  expect(file.added).toBe(1);
});

it('joins an event, and makes it one of the log when the event goes no further', async () => {
  const { take: event } = await aSender('csv');
  const parties = { direction: 'out', ownParty: '105', otherParty: client };
  const sent = { id: 'a', startedAt: '2026-03-17T07:00:00Z', seconds: 300, ...parties };
  await hand(log);
  expect(await event(sent)).toMatchObject({ taken: 1 });
  await giveExtension(ctx.thabo.id);
  expect(await calls()).toMatchObject([{ road: 'event' }]);
  expect(await event(sent)).toMatchObject({ taken: 0, repeated: 1 });
});

it.each([
  ['another attorney', 'lerato', {}],
  ['the attorney, but only later', 'thabo', { from: '2026-03-18' }],
] as const)('leaves both calls if the extension goes to %s', async (_, who, more) => {
  await take([nine, '105', client, 300]);
  await hand(log);
  await giveExtension(ctx[who].id, more);
  expect(await calls()).toHaveLength(2);
});

it('leaves the second of two calls of the log that are near', async () => {
  await take([nine, '105', client, 300]);
  await hand(callLog([client, nine, 300], [client, '2026-03-17 09:04:00', 300]));
  const [, second] = await calls(ctx.thabo.token);
  await giveExtension(ctx.thabo.id);
  const left = await calls();
  expect(left.map(({ road }) => road)).toEqual(['file', 'log']);
  expect(left[1]?._id).toBe(second?._id);
});

it('leaves both calls if both were recorded', async () => {
  await take([nine, '105', client, 300]);
  await hand(callLog([client, nine, 300]));
  const [one, other] = await calls();
  const [system, own] = one?.road === 'file' ? [one, other] : [other, one];
  expect(await decide(own?._id ?? '', { state: 'recorded' })).toAnswer(200);
  const body = { state: 'recorded', attorney: ctx.thabo.id };
  expect(await decide(system?._id ?? '', body, ctx.admin)).toAnswer(200);
  await giveExtension(ctx.thabo.id);
  expect(await calls()).toHaveLength(2);
});

it('leaves a call of the log beside one of which the log told already', async () => {
  await giveExtension(ctx.thabo.id);
  await take([nine, '105', client, 300]);
  const both = callLog([client, nine, 300], [client, '2026-03-17 09:04:00', 300]);
  expect(await hand(both)).toMatchObject({ taken: 1, repeated: 1 });
  await giveExtension(ctx.thabo.id, { from: '2026-01-01' });
  expect((await calls()).map(({ road }) => road)).toEqual(['file', 'log']);
});
