import { newId } from '@recoup/contract/core/ids';
import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { refusalOf, useReversals } from '../../test/reversal-firm.ts';

const test = useApp();
const ctx = useReversals(test);

it('takes back a locked entry by a new one of today, to the cent', async () => {
  const { reversal, replacement } = await ctx.reversed();
  expect(replacement).toBeUndefined();
  expect(reversal).toMatchObject({
    reverses: ctx.original._id,
    attorney: ctx.original.attorney,
    matter: ctx.original.matter,
    date: '2026-03-18',
    minutes: null,
    quantity: -3,
    amount: -37.5,
    vat: { treatment: 'cost', percent: 15, net: -37.5, vat: -5.63, gross: -43.13 },
    narration: 'Reversal of 2026-03-05: Bundle',
    isLocked: false,
  });
  expect(ctx.original.vat).toMatchObject({ net: 37.5, vat: 5.63, gross: 43.13 });
  expect(await ctx.read(ctx.original._id)).toMatchObject({
    ...ctx.original,
    isLocked: true,
    reversedBy: reversal._id,
    links: [{ _id: reversal._id, is: 'reversal', amount: -37.5, export: null, reason: 'Not ours' }],
  });
  expect(await ctx.read(reversal._id)).toMatchObject({
    price: {
      kind: 'reversal',
      why: expect.stringMatching(/^−R\s37.50: takes back R\s37.50 of another entry.$/),
    },
    links: [
      { _id: ctx.original._id, is: 'reversed', export: ctx.closed.number, reason: 'Not ours' },
    ],
  });
  expect(await ctx.unexported()).toMatchObject({ data: { rows: 1, sum: -37.5 } });
});

it('reverses a call at the price that it had', async () => {
  const { amount: _, quantity: __, ...call } = ctx.copies();
  ctx.original = await ctx.record({ ...call, disbursementType: ctx.ids.call, minutes: 4 });
  await ctx.close();
  const { reversal } = await ctx.reversed();
  expect(reversal).toMatchObject({ minutes: -4, quantity: null, amount: -33 });
  expect((await ctx.read(reversal._id)).callFeeSchedule).toBe(
    (await ctx.read(ctx.original._id)).callFeeSchedule,
  );
});

it('records the right entry with it, of today unless it names a day', async () => {
  const { date: _, ...right } = { ...ctx.copies(), quantity: 2, narration: 'Two' };
  const { reversal, replacement } = await ctx.reversed({ replacement: right }, ctx.token.admin);
  expect(replacement).toMatchObject({
    attorney: { _id: ctx.ids.attorney },
    replaces: ctx.original._id,
    date: '2026-03-18',
    amount: 25,
    isLocked: false,
  });
  expect((await ctx.read(ctx.original._id)).links).toMatchObject([
    { _id: reversal._id, is: 'reversal' },
    { _id: replacement?._id, is: 'replacement', amount: 25 },
  ]);
  expect((await ctx.read(replacement?._id ?? '')).links).toMatchObject([
    { _id: ctx.original._id, is: 'replaced', export: ctx.closed.number },
  ]);
  ctx.original = replacement ?? ctx.original;
  await ctx.close();
  const again = await ctx.reversed(
    { replacement: { ...right, attorney: ctx.ids.colleague } },
    ctx.token.admin,
  );
  expect(again.replacement).toMatchObject({
    date: '2026-03-18',
    happenedOn: '2026-03-05',
    attorney: { _id: ctx.ids.colleague },
  });
  // What is a colleague's is not shown.
  expect((await ctx.read(ctx.original._id)).links.map(({ is }) => is)).toEqual([
    'replaced',
    'reversal',
  ]);
  expect((await ctx.read(ctx.original._id, ctx.token.admin)).links).toHaveLength(3);
});

it('records nothing when the right entry is refused', async () => {
  const stored = await ctx.record();
  for (const [wrong, status] of [
    [{ ...ctx.copies(), matter: newId() }, 404],
    [{ ...ctx.copies(), amount: undefined }, 400],
    [{ ...ctx.copies(), date: '2099-01-01' }, 400],
    [{ ...ctx.copies(), attorney: ctx.ids.colleague }, 403],
    // An entry of before is no new one, also if it is the same.
    [{ ...ctx.copies(), _id: stored._id }, 409],
  ] as const)
    expect((await ctx.tryReversal({ replacement: wrong })).statusCode).toBe(status);
  expect(await ctx.read(ctx.original._id)).not.toHaveProperty('reversedBy');
  expect(await ctx.unexported()).toMatchObject({ data: { rows: 1 } });
});

it.each([
  [{ reason: '' }, { reason: 'Enter a reason.' }],
  [{ reason: undefined }, { reason: 'Enter a reason.' }],
  [{ reason: 'no' }, { reason: 'Enter a reason of at least three letters.' }],
  [{ replacement: { amount: 1 } }, { 'replacement.matter': 'Not a valid id.' }],
  [{ amount: -1 }, {}],
])('refuses %o', async (body, fields) => {
  const reply = await ctx.tryReversal(body);
  expect(reply).toAnswer(400);
  expect(reply.json().fields ?? {}).toMatchObject(fields);
});

it('reverses once, also when two try at the same time', async () => {
  const both = await Promise.all([ctx.tryReversal(), ctx.tryReversal({}, ctx.token.admin)]);
  expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 409]));
  expect(refusalOf(await ctx.tryReversal())).toEqual([409, 'This entry was reversed already.']);
  expect(await ctx.unexported()).toMatchObject({ data: { rows: 1 } });
});

it('reverses no reversal, and nothing that is not locked', async () => {
  const { reversal } = await ctx.reversed();
  await ctx.close();
  const onReversal = await ctx.tryReversal({}, ctx.token.attorney, reversal._id);
  expect(refusalOf(onReversal)).toEqual([
    409,
    'A reversal cannot be reversed. Record a new entry instead.',
  ]);
  const fresh = await ctx.record();
  expect(refusalOf(await ctx.tryReversal({}, ctx.token.attorney, fresh._id))).toEqual([
    409,
    'No closed export holds this entry. Correct or delete it instead.',
  ]);
});

it('is told by the audit log, on each of the entries', async () => {
  const { reversal, replacement } = await ctx.reversed({ replacement: ctx.copies() });
  const told = await test.listRows(
    'auditLog',
    { subjectId: [ctx.original._id, reversal._id, replacement?._id ?? ''] },
    ['action', 'subjectId', 'details'],
  );
  expect(told.slice(1)).toMatchObject([
    {
      action: 'entry.recorded',
      subjectId: reversal._id,
      details: { reverses: ctx.original._id, reason: 'Not ours', amount: [null, -37.5] },
    },
    {
      action: 'entry.recorded',
      subjectId: replacement?._id,
      details: { replaces: ctx.original._id },
    },
    {
      action: 'entry.reversed',
      subjectId: ctx.original._id,
      details: { reversal: reversal._id, replacement: replacement?._id, reason: 'Not ours' },
    },
  ]);
});

const reopen = async (id: string) =>
  test.call(`PUT /exports/${id}/reopening`, { token: ctx.token.admin, body: { reason: 'Wrong' } });

it('deletes a reversal that no export holds, and corrects none', async () => {
  const { reversal } = await ctx.reversed();
  const corrected = await test.call(`PUT /entries/${reversal._id}`, {
    token: ctx.token.attorney,
    body: { narration: 'Otherwise' },
  });
  expect(corrected).toAnswer({ code: 'entry_is_locked' });
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

const reversedAlready = [409, 'This entry was reversed already.'];

it('answers the same request as before, and records nothing', async () => {
  const replacement = { ...ctx.copies(), _id: newId() };
  const first = await ctx.reversed({ replacement });
  expect(await ctx.reversed({ replacement })).toEqual(first);
  const happenedOn = '2026-03-05'; // the default
  expect(await ctx.reversed({ replacement: { ...replacement, happenedOn } })).toEqual(first);
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
    [{ replacement: { ...replacement, happenedOn: '2026-03-04' } }, ctx.token.admin],
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
