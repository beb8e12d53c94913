import { expect, it } from 'vitest';
import { callSenders } from '../../../test/call-events.ts';
import { callFile, type CallLine, useCallFirm } from '../../../test/call-firm.ts';

const { ctx, list, record, send: sendFile, test } = useCallFirm();
const { aSender } = callSenders(test, ctx);

const count = 120;
const minute = (at: number) =>
  new Date(Date.parse('2026-03-16T06:00:00Z') + at * 60_000).toISOString();
const otherParty = (at: number) => `08255502${String(at % 90).padStart(2, '0')}`;

/** As the system sends it, and as its file has it: four seconds later and shorter. */
const event = (at: number) => ({
  id: `call-${at}`,
  startedAt: minute(at),
  seconds: 60 + at,
  direction: 'out',
  ownParty: at % 2 === 0 ? '102' : '103',
  otherParty: otherParty(at),
});
const line = (at: number): CallLine => [
  minute(at).replace('T06', ' 08').replace('T07', ' 09').replace('T', ' ').slice(0, 17) + '04',
  at % 2 === 0 ? '102' : '103',
  otherParty(at),
  60 + at - 4,
];

/** The same order in each run, and no simple one. */
function shuffled<T>(items: readonly T[]): T[] {
  return items.toSorted(
    (one, other) => ((items.indexOf(one) * 7919) % 1009) - ((items.indexOf(other) * 7919) % 1009),
  );
}

it('keeps each call once that comes by events and in files, in any order and at once', async () => {
  const { id, send } = await aSender('csv');
  const all = Array.from({ length: count }, (_, at) => at);
  const events = shuffled(all).map((at) => async () => send(event(at)));
  const lists = [0, 40, 80].map((from) => async () => send(all.slice(from, from + 50).map(event)));
  const files = [0, 30, 60].map(
    (from) => async () =>
      sendFile(callFile(...all.slice(from, from + 60).map(line)), { source: id }),
  );
  await record({ date: '2026-03-16', minutes: 1 });
  const works = shuffled([...events, ...lists, ...files, ...events]);
  const replies: number[] = [];
  const work = async (): Promise<void> => {
    for (let next = works.shift(); next; next = works.shift()) {
      const { statusCode } = await next();
      replies.push(statusCode);
      // Full lanes ask to come again.
      if (statusCode === 429 || statusCode === 503) works.push(next);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  expect(replies.filter((status) => ![201, 202, 409, 429, 503].includes(status))).toEqual([]);
  test.clock.advance(61_000);
  expect((await send(all.map(event))).json<object>()).toMatchObject({
    data: { taken: 0, repeated: count, ignored: [] },
  });
  expect((await list('?page=1&itemsPerPage=1')).count).toBe(count);
});
