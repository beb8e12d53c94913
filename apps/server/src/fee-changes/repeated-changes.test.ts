import { newId } from '@recoup/contract/core/ids';
import { expect, it } from 'vitest';
import { feeRow } from '../../test/factories.ts';
import { type FeeChange, useFeeChanges } from '../../test/fee-changes.ts';

const { test, ctx, fees, post, raise, preview, cell, undo } = useFeeChanges();
const ledger = async () => {
  const reply = await test.call('GET /rate-changes', { token: ctx.admin });
  return reply.json<{ data: FeeChange[]; count: number }>();
};

it('makes a repeated change once, and rejects another request under its id', async () => {
  const _id = newId();
  const body = { _id, cells: [cell('thabo', 'call')], expected: undefined };
  const [first, again] = [await raise(body), await raise(body)];
  expect(again).toEqual(first);
  expect(await post({ ...body, percent: 7 })).toAnswer(409);
  expect(await post({ ...body, percent: 7 })).toAnswer({ code: 'conflict' });
  expect((await ledger()).count).toBe(1);
  await test.call(`DELETE /rate-changes/${_id}`, { token: ctx.admin });
  expect(await post(body)).toAnswer({
    code: 'conflict',
    message: 'This fee change was undone.',
  });
  const all = { _id: newId(), validFrom: '2026-04-01' };
  expect(await raise(all)).toEqual(await raise(all));
});

it('previews the changes from the same day that it comes on top of', async () => {
  const first = await raise({ percent: 5 });
  test.clock.advance(1000);
  const second = await raise({ cells: [cell('zanele', 'call')] });
  const idsOf = async (body: object) => (await preview(body)).sameDayChanges.map(({ _id }) => _id);
  expect((await preview({})).sameDayChanges).toEqual((await ledger()).data);
  expect(await idsOf({ cells: [cell('zanele', 'call')] })).toEqual([second._id, first._id]);
  expect(await idsOf({ cells: [cell('thabo', 'call')] })).toEqual([first._id]);
  expect(await idsOf({ validFrom: '2026-03-02' })).toEqual([]);
  await undo(second._id);
  expect(await idsOf({})).toEqual([first._id]);
  await fees('thabo', 'call', { upTo: { 5: 9000 }, validFrom: '2026-02-01' });
  await undo(first._id);
  expect(await idsOf({})).toEqual([]);
});

it('counts in a preview the fees that were saved by hand from the same day', async () => {
  await raise({ percent: 5 });
  expect((await preview({})).sameDayFees).toBe(0);
  const zanele = [cell('zanele', 'call')];
  const body = { callFees: [feeRow(ctx.call, 0, 5, 45)], callFeesFrom: '2026-03-01' };
  await test.call(`PUT /users/${ctx.zanele.id}`, { token: ctx.admin, body });
  expect(await preview({ cells: zanele })).toMatchObject({ sameDayChanges: [], sameDayFees: 1 });
  expect((await preview({ validFrom: '2026-03-02' })).sameDayFees).toBe(0);
});
