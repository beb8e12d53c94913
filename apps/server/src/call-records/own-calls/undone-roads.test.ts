import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { callSenders } from '../../../test/call-events.ts';
import { callFile, type CallLine, useCallFirm } from '../../../test/call-firm.ts';
import { bill, callLog, ownCallFiles } from '../../../test/own-calls.ts';

const call = useCallFirm();
const { ctx, list, take, test } = call;
const { hand, undo } = ownCallFiles(call);
const { aSender } = callSenders(test, ctx);

const client = '082 555 0101';
const nine = '2026-03-17 09:00:00';
const later = '2026-03-17 09:01:00';
const filed: CallLine = [later, '102', client, 310];
const log = callLog([client, nine, 300]);

const undoFile = async (id: string) =>
  test.call(`DELETE /call-imports/${id}`, { token: ctx.admin });
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const calls = async () => (await list()).data;

it('makes a call of an undone log one of the file that told of it too', async () => {
  const own = await hand(log);
  const { _id } = await take(filed);
  expect(await undo(own._id)).toAnswer(200);
  expect(await calls()).toMatchObject([
    {
      road: 'file',
      sha256: sha256(callFile(filed)),
      startedAt: '2026-03-17T07:01:00.000Z',
      seconds: 310,
      ownParty: '102',
      attorney: { _id: ctx.thabo.id },
    },
  ]);
  const again = await take(filed);
  expect(again).toMatchObject({ added: 0, repeated: 1 });
  expect(await undoFile(again._id)).toAnswer(200);
  expect(await undoFile(_id)).toAnswer(200);
  expect(await calls()).toEqual([]);
});

it('makes a call of an undone file one of the log, with what the log says', async () => {
  const { _id } = await take(filed);
  const own = await hand(log);
  expect(await undoFile(_id)).toAnswer(200);
  const told = { startedAt: '2026-03-17T07:00:00.000Z', seconds: 300, legs: 1 };
  const [kept] = await calls();
  expect(kept).toMatchObject({ road: 'log', sha256: sha256(log), ...told });
  expect(kept?.ownParty).not.toBe('102');
  expect(await undo(own._id)).toAnswer(200);
  expect(await calls()).toEqual([]);
});

it('gives a call that every road told of to the next one, until the last is undone', async () => {
  const owns = [await hand(log), await hand(bill([client, nine, 300]))];
  const { take: event } = await aSender('csv');
  const parties = { direction: 'out', ownParty: '102', otherParty: client };
  const sent = { id: 'a', startedAt: '2026-03-17T07:00:10Z', seconds: 305, ...parties };
  expect(await event(sent)).toMatchObject({ taken: 0, repeated: 1 });
  expect(await undo(owns[1]?._id ?? '')).toAnswer(200);
  expect(await calls()).toMatchObject([{ road: 'log' }]);
  expect(await undo(owns[0]?._id ?? '')).toAnswer(200);
  const [kept] = await calls();
  expect(kept).toMatchObject({
    road: 'event',
    seconds: 305,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(await event(sent)).toMatchObject({ taken: 0, repeated: 1 });
  expect(await event({ ...sent, seconds: 306 })).toMatchObject({ taken: 0, repeated: 1 });
});

const giveExtension = async (attorney: string) =>
  test.call('PUT /extensions', {
    token: ctx.admin,
    body: { extensions: [{ value: '102', attorney }] },
  });

it('knows a call of a log whose extension another attorney has now', async () => {
  const { _id } = await take(filed);
  expect(await hand(log)).toMatchObject({ taken: 0, repeated: 1 });
  expect(await giveExtension(ctx.lerato.id)).toAnswer(200);
  expect(await hand(log)).toMatchObject({ taken: 0, repeated: 1 });
  expect(await undoFile(_id)).toAnswer(200);
  expect(await calls()).toMatchObject([{ road: 'log', attorney: { _id: ctx.thabo.id } }]);
});
