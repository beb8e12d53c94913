import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { refusalOf, useReversals } from '../../test/reversal-firm.ts';

const test = useApp();
const ctx = useReversals(test);

const reopen = async (id: string) =>
  test.call(`PUT /exports/${id}/reopening`, {
    token: ctx.token.admin,
    body: { reason: 'Wrong' },
  });

it('deletes a reversal that no export holds, and corrects none', async () => {
  const { reversal } = await ctx.reversed();
  const corrected = await test.call(`PUT /entries/${reversal._id}`, {
    token: ctx.token.attorney,
    body: { narration: 'Otherwise' },
  });
  expect(corrected.json()).toMatchObject({ code: 'entry_is_locked' });
  expect(await ctx.remove(reversal._id)).toAnswer(200);
  expect(await ctx.read(ctx.original._id)).not.toHaveProperty('reversedBy');
  expect(await ctx.tryReversal()).toAnswer(201);
});

it('keeps a reversal while another entry takes the place of what it took back', async () => {
  const { reversal, replacement } = await ctx.reversed({ replacement: ctx.copies() });
  expect(refusalOf(await ctx.remove(reversal._id))).toEqual([
    409,
    'Another entry takes the place of the reversed one. Delete that entry first; if an export ' +
      'holds it, reverse it instead.',
  ]);
  expect(await ctx.remove(replacement?._id ?? '')).toAnswer(200);
  expect(await ctx.remove(reversal._id)).toAnswer(200);
  expect(await ctx.unexported()).toMatchObject({ code: 'nothing_to_export' });
});

it('keeps what was reversed locked when its export is reopened', async () => {
  const { reversal } = await ctx.reversed();
  expect(await reopen(ctx.closed._id)).toAnswer(200);
  expect(await ctx.read(ctx.original._id)).toMatchObject({ isLocked: true });
  const locked = 'Locked, because it was reversed. Delete its reversal first.';
  expect(refusalOf(await ctx.remove(ctx.original._id))).toEqual([409, locked]);
  expect(refusalOf(await ctx.tryReversal())).toEqual([409, 'This entry was reversed already.']);
  // Both go out again, and add up to nothing.
  expect(await ctx.unexported()).toMatchObject({ data: { rows: 2, sum: 0 } });
  await ctx.remove(reversal._id);
  expect(await ctx.remove(ctx.original._id)).toAnswer(200);
});
