import { newId } from '@recoup/contract/core/ids';
import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { refusalOf, useReversals } from '../../test/reversal-firm.ts';

const test = useApp();
const ctx = useReversals(test);
const reversedAlready = [409, 'This entry was reversed already.'];

it('answers the same request as before, and records nothing', async () => {
  const replacement = { ...ctx.copies(), _id: newId() };
  const first = await ctx.reversed({ replacement });
  expect(await ctx.reversed({ replacement })).toEqual(first);
  expect(await ctx.unexported()).toMatchObject({ data: { rows: 2, sum: 0 } });
});

it('answers the same request without a day also on the next day', async () => {
  const { date: _, ...right } = ctx.copies();
  const replacement = { ...right, _id: newId() };
  const first = await ctx.reversed({ replacement });
  const ids = [first.reversal._id, replacement._id];
  await test.updateRows('entries', { id: ids }, { date: '2026-03-17' });
  const again = await ctx.reversed({ replacement });
  expect([again.reversal._id, again.replacement?._id]).toEqual(ids);
});

it('answers a request that is sent twice at the same time once', async () => {
  const body = { replacement: { ...ctx.copies(), _id: newId() } };
  const [one, other] = await Promise.all([ctx.reversed(body), ctx.reversed(body)]);
  expect(one).toEqual(other);
  expect(await ctx.unexported()).toMatchObject({ data: { rows: 2 } });
});

it('refuses everything else as reversed already', async () => {
  const replacement = { ...ctx.copies(), _id: newId() };
  await ctx.reversed({ replacement }, ctx.token.admin);
  const { _id, ...unnamed } = replacement;
  for (const [body, as] of [
    [{ replacement }, ctx.token.attorney],
    [{ replacement, reason: 'Another one' }, ctx.token.admin],
    [{ replacement: { ...replacement, quantity: 2 } }, ctx.token.admin],
    [{ replacement: { ...replacement, date: '2026-03-06' } }, ctx.token.admin],
    [{ replacement: { ...replacement, attorney: ctx.ids.colleague } }, ctx.token.admin],
    [{ replacement: { ...replacement, _id: newId() } }, ctx.token.admin],
    [{ replacement: unnamed }, ctx.token.admin],
    [{}, ctx.token.admin],
  ] as const)
    expect([body, ...refusalOf(await ctx.tryReversal(body, as))]).toEqual([
      body,
      ...reversedAlready,
    ]);
  await ctx.remove(_id);
  const again = await ctx.tryReversal({ replacement }, ctx.token.admin);
  expect(refusalOf(again)).toEqual(reversedAlready);
});
