import { expect, it } from 'vitest';
import { useAttorneyWithFees } from '../../test/attorney-with-fees.ts';
import { feeRow } from '../../test/factories.ts';

const { change, countSchedules, ctx, read, test } = useAttorneyWithFees();

it('rejects the change of the second administrator, and saves nothing of it', async () => {
  const { version } = await read();
  expect(await change({ callFees: [feeRow(ctx.call, 0, 1, 1)], version })).toAnswer(200);
  const second = await change({
    name: 'Somebody Else',
    disbursementTypes: [],
    callFees: [],
    version,
  });
  expect(second).toAnswer(409, { code: 'changed_meanwhile' });
  expect(await read()).toMatchObject({
    name: 'Thabo Mokoena',
    callFees: [feeRow(ctx.call, 0, 1, 1)],
  });
});

it('accepts one of two concurrent changes of one version', async () => {
  const { version } = await read();
  const replies = await Promise.all(
    [1, 2, 3].map((cost) => change({ callFees: [feeRow(ctx.call, 0, 1, cost)], version })),
  );
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200, 409, 409,
  ]);
  expect(await countSchedules(ctx.call)).toBe(2);
});

it('audits each change once', async () => {
  await change({ disbursementTypes: [ctx.copies] });
  const records = await test.listRows(
    'auditLog',
    { subjectId: ctx.attorney, action: 'user.call-fees-updated' },
    ['details'],
  );
  expect(records.map(({ details }) => details)).toEqual([
    { disbursementTypes: [[], [ctx.copies, ctx.call]], callFeesReplaced: [ctx.call] },
    { disbursementTypes: [[ctx.copies, ctx.call], [ctx.copies]], callFeesEnded: [ctx.call] },
  ]);
});
