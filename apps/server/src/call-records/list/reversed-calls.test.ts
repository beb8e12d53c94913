import type { Entry } from '@recoup/contract/entries/endpoints';
import { expect, it } from 'vitest';
import { useCallFirm } from '../../../test/call-firm.ts';

const { ctx, decide, entries, first, record, take, test } = useCallFirm();

/** Closes an export of the entry, and reverses it. */
async function reverse(entry: Pick<Entry, '_id'>, replacement?: object): Promise<void> {
  const body = { override: 'Tested' };
  expect(await test.call('POST /exports', { token: ctx.admin, body })).toAnswer(201);
  const reply = await test.call(`POST /entries/${entry._id}/reversal`, {
    token: ctx.admin,
    body: { reason: 'Wrong matter', ...(replacement && { replacement }) },
  });
  expect(reply).toAnswer(201);
}

it('knows a call whose entry was replaced before the calls came', async () => {
  const entry = await record({ minutes: 5 });
  await reverse(entry, {
    matter: ctx.np1,
    disbursementType: ctx.type.id,
    minutes: 5,
    narration: 'The right one',
  });
  await take(['2026-03-17 10:00:00', '102', '0825550101', 301]);
  const right = (await entries()).find(({ narration }) => narration === 'The right one');
  expect(right?.date).not.toBe('2026-03-17');
  expect(await first()).toMatchObject({ state: 'proposed', entry: right?._id });
});

it('proposes no replacement of a recorded call, nor the matter that was wrong', async () => {
  await take(['2026-03-17 10:00:00', '102', '0825550177', 301]);
  const { _id } = await first();
  await decide(_id, { state: 'recorded', matter: ctx.np2 });
  const [entry] = await entries();
  const replacement = { matter: ctx.np1, disbursementType: ctx.type.id, minutes: 6 };
  await reverse({ _id: entry?._id ?? '' }, replacement);
  await take(['2026-03-17 10:08:00', '102', '0825550177', 301]);
  expect(await first('?isOpen=true')).toMatchObject({ entry: null, matter: null });
});

it('offers a call again whose entry was reversed', async () => {
  await take(['2026-03-17 10:00:00', '102', '0825550101', 301]);
  const { _id } = await first();
  await decide(_id, { state: 'recorded' });
  const [entry] = await entries();
  await reverse({ _id: entry?._id ?? '' });
  expect(await decide(_id, { state: 'loose' })).toAnswer(200);
  expect(await first()).toMatchObject({ state: 'proposed', entry: null });
  await decide(_id, { state: 'recorded', matter: ctx.np2 });
  expect((await entries()).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([
    -66, 66, 66,
  ]);
});
