import { expect, it } from 'vitest';
import { useFeeChanges } from '../../test/fee-changes.ts';

const { test, ctx, raise, undo } = useFeeChanges();

it('tells an undone change from replaced fees', async () => {
  const { _id } = await raise({});
  test.clock.advance(1000);
  const fee = { startTime: 0, endTime: 9, additionalTime: 0, charges: 7 };
  await test.call(`PUT /users/${ctx.zanele.id}`, {
    token: ctx.admin,
    body: { callFees: [{ disbursementType: ctx.call, ...fee }], callFeesFrom: '2026-03-01' },
  });
  test.clock.advance(1000);
  await undo(_id);
  const earlier = async (who: 'thabo' | 'zanele') => {
    const path = `/users/${ctx[who].id}/call-fees?disbursementType=${ctx.call}`;
    const reply = await test.call(`GET ${path}`, { token: ctx.admin });
    const all: { replacedAt: string | null; isTakenBack: boolean }[] = reply.json().data;
    return all.map(({ replacedAt, isTakenBack }) => [replacedAt !== null, isTakenBack]);
  };
  expect(await earlier('thabo')).toEqual([
    [true, true],
    [false, false],
  ]);
  expect(await earlier('zanele')).toEqual([
    [false, false],
    [true, false],
    [false, false],
  ]);
});
