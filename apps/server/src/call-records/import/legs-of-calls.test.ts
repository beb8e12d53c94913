import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { useCallFirm } from '../../../test/call-firm.ts';

const { ctx, decide, entries, first, send, test } = useCallFirm();
const [head = '', line = ''] = readFileSync(
  new URL('../files/fixtures/freepbx.csv', import.meta.url),
  'utf8',
).split('\n');

/** Parts of one call of Thabo (extension 102). */
const fileOf = (...parts: { time: string; seconds: number; sequence: number }[]) =>
  [head]
    .concat(
      parts.map(({ time, seconds, sequence }) =>
        line
          .replace('09:15:00', time)
          .replace(',312,304,', `,${seconds + 8},${seconds},`)
          .replace(/51$/, String(sequence)),
      ),
    )
    .join('\n');
const whole = { time: '09:15:00', seconds: 300, sequence: 1 };
const later = { time: '09:21:00', seconds: 100, sequence: 2 };
const within = { time: '09:16:00', seconds: 120, sequence: 3 };

it('charges once what several parts of a call have in common', async () => {
  await send(fileOf(whole, { ...whole, sequence: 9 }, within));
  expect(await first()).toMatchObject({ legs: 3, seconds: 300, price: 33 });
  await send(fileOf(later, { ...within, time: '09:19:00', sequence: 4 }));
  expect(await first()).toMatchObject({ legs: 5, seconds: 460, price: 66 });
});

it.each(['taken back', 'deleted'])('counts a later part when the entry is %s', async (how) => {
  await send(fileOf(whole));
  const { _id } = await first();
  await decide(_id, { state: 'recorded', matter: ctx.np1 });
  expect((await send(fileOf(whole, later))).json()).toMatchObject({
    data: { added: 0, extended: 1 },
  });
  expect(await first()).toMatchObject({ seconds: 300, legs: 2, price: 33 });
  const [entry] = await entries();
  if (how === 'deleted')
    await test.call(`DELETE /entries/${entry?._id}`, { token: ctx.thabo.token });
  else await decide(_id, { state: 'loose' });
  expect(await first()).toMatchObject({ seconds: 400, legs: 2, price: 66, entry: null });
});

it('counts a later part of a private call when it is offered again', async () => {
  await send(fileOf(whole));
  const { _id } = await first();
  await decide(_id, { state: 'private' });
  await send(fileOf(later));
  await decide(_id, { state: 'loose' });
  expect(await first()).toMatchObject({ seconds: 400, legs: 2 });
});
