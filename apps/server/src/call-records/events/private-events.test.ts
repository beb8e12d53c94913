import { expect, it } from 'vitest';
import { callSenders } from '../../../test/call-events.ts';
import { useCallFirm } from '../../../test/call-firm.ts';

const { ctx, decide, first, test } = useCallFirm();
const { aSender } = callSenders(test, ctx);

const call = {
  id: 'a',
  startedAt: '2026-03-17T07:03:05Z',
  seconds: 304,
  direction: 'out',
  ownParty: '102',
  otherParty: '0825550101',
};

it('stores no call of a private number', async () => {
  const { take } = await aSender('csv');
  await take(call);
  await decide((await first())._id, { state: 'private' });
  const again = { ...call, id: 'b', startedAt: '2026-03-18T07:03:05Z' };
  const ignored = [{ index: 0, reason: 'The number is private.' }];
  expect(await take(again)).toEqual({ taken: 0, repeated: 0, ignored });
});

it('stores no private number as a further leg of a call', async () => {
  const { take } = await aSender('yeastar');
  const yeastar = (uid: string, number: string) => ({
    type: 30012,
    msg: {
      uid,
      call_id: '1651057476.362',
      time_start: '2026-03-17 09:03:05',
      call_from: '102',
      call_to: number,
      talk_duration: 304,
      status: 'ANSWERED',
      type: 'Outbound',
    },
  });
  const client = yeastar('1', '0825550101');
  const other = { ...yeastar('2', '0825550142'), msg: { ...yeastar('2', '0825550142').msg } };
  await take({ ...other, msg: { ...other.msg, call_id: 'another', uid: '0' } });
  await decide((await first())._id, { state: 'private' });
  expect(await take(client)).toMatchObject({ taken: 1 });
  const ignored = [{ index: 0, reason: 'The number is private.' }];
  expect(await take(other)).toEqual({ taken: 0, repeated: 0, ignored });
  expect(await take([client, other])).toMatchObject({ taken: 0 });
  const calls = await test.listRows('callRecords', { firmId: ctx.firm.id });
  const numbers = calls
    .filter(({ isPrivate }) => !isPrivate)
    .map(({ legs }) => JSON.stringify(legs));
  expect(numbers).toEqual([expect.stringContaining('+27825550101')]);
  expect(numbers.join(' ')).not.toContain('+27825550142');
});
