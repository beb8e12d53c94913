import type { Entry } from '@recoup/contract/entries/endpoints';
import type { Reversal } from '@recoup/contract/entries/reversals';
import { afterEach, describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { useReversals } from '../../test/reversal-firm.ts';

const test = useApp();
const ctx = useReversals(test);

const setFirm = async (body: object) =>
  test.call('PUT /firm-settings', { token: ctx.token.admin, body });
const setActive = async (active: boolean) =>
  test.updateRows('disbursementTypes', { id: ctx.ids.copies }, { active });
const replaced = async (replacement: object = ctx.copies(), as = ctx.token.attorney) =>
  (await ctx.reversed({ replacement }, as)).replacement;
/** Records and locks the entry that the test replaces. */
const lock = async (body: object = ctx.copies()) => {
  ctx.original = await ctx.record(body);
  await ctx.close();
};
const endCallFees = async () =>
  test.updateRows('callFeeSchedules', { userId: ctx.ids.attorney }, { replacedAt: new Date() });
/** Replaces the attorney's call fees of all days. */
const setCallFees = async (cents: number) => {
  await endCallFees();
  const [firm, attorney] = [{ id: ctx.original.firm }, { id: ctx.ids.attorney }];
  const type = { id: ctx.ids.call };
  return test.callFees({ firm, attorney, type }, { upTo: { 5: cents } });
};
const call = (minutes: number) => ({
  matter: ctx.ids.matter,
  disbursementType: ctx.ids.call,
  date: '2026-03-05',
  minutes,
});

afterEach(async () => {
  await setActive(true);
  await test.assignTypes({ id: ctx.original.firm });
  await setFirm({ isVatVendor: true, pricesIncludeVat: false });
  await setCallFees(3300);
});

it('keeps its attorney and type when the type is neither in use nor assigned', async () => {
  await setActive(false);
  await test.deleteRows('userDisbursementTypes');
  expect(await replaced({ ...ctx.copies(), quantity: 2 })).toMatchObject({ amount: 25 });
});

it.each([
  ['the type of another entry', () => ({ disbursementType: ctx.ids.copies })],
  ['another attorney', () => ({ attorney: ctx.ids.colleague, disbursementType: ctx.ids.call })],
])('must be assigned with %s', async (_, more) => {
  await lock(call(4));
  await test.deleteRows('userDisbursementTypes');
  const replacement = { ...call(4), ...ctx.copies(), ...more() };
  const reply = await ctx.tryReversal({ replacement }, ctx.token.admin);
  expect(reply.json().message).toContain('is not assigned to this attorney.');
});

/** A copy of the original that is of today; it happened on the day of the original. */
const copied = () => {
  const { date: _, ...copies } = ctx.copies();
  return copies;
};

describe('the day of a correction', () => {
  it('is that of the replacement for both lines, else today', async () => {
    const { reversal, replacement } = await ctx.reversed({
      replacement: { ...copied(), date: '2026-03-10' },
    });
    expect([reversal.date, replacement?.date]).toEqual(['2026-03-10', '2026-03-10']);
    expect(replacement?.happenedOn).toBe('2026-03-05');
    expect(reversal).not.toHaveProperty('happenedOn');
    await lock();
    const today = await ctx.reversed({ replacement: copied() });
    expect([today.reversal.date, today.replacement?.date]).toEqual(['2026-03-18', '2026-03-18']);
    await lock();
    const same = await replaced({ ...copied(), date: '2026-03-05' });
    expect(same).not.toHaveProperty('happenedOn');
  });

  it.each([
    ['date', { date: '2026-03-04' }, 'Choose a day from 5 March 2026'],
    ['date', { date: '2026-03-19' }, 'that of the reversed entry, up to today.'],
    ['date', { date: '2026-02-30' }, 'Must be a date'],
    ['happenedOn', { happenedOn: '2026-03-19' }, 'Must not be after 18 March 2026'],
    [
      'happenedOn',
      { date: '2026-03-10', happenedOn: '2026-03-11' },
      'Must not be after 10 March 2026, the day of the new entry. Choose that day',
    ],
    ['happenedOn', { happenedOn: '1999-12-31' }, 'Must be a day from 1 January 2000'],
  ])('refuses another %s: %o', async (field, days, sentence) => {
    const reply = await ctx.tryReversal({ replacement: { ...copied(), ...days } });
    expect(reply).toAnswer(400, {
      fields: { [`replacement.${field}`]: expect.stringContaining(sentence) },
    });
    expect(await ctx.read(ctx.original._id)).not.toHaveProperty('reversedBy');
  });

  it('is the day itself of an original that is still to come', async () => {
    await test.updateRows('entries', { id: ctx.original._id }, { date: '2026-04-01' });
    const reply = await ctx.tryReversal({ replacement: { ...copied(), date: '2026-03-18' } });
    expect(reply).toAnswer(400, {
      fields: { 'replacement.date': 'Must be 1 April 2026, the day of the reversed entry.' },
    });
    const { reversal, replacement } = await ctx.reversed({
      replacement: { ...copied(), happenedOn: '2026-03-31' },
    });
    expect([reversal.date, replacement?.date]).toEqual(['2026-04-01', '2026-04-01']);
    expect(replacement?.happenedOn).toBe('2026-03-31');
  });

  it('stays that of the call when a correction is corrected', async () => {
    const { replacement } = await ctx.reversed({ replacement: copied() });
    await ctx.close();
    ctx.original = replacement ?? ctx.original;
    const again = await replaced(copied());
    expect(again).toMatchObject({ date: '2026-03-18', happenedOn: '2026-03-05' });
  });

  it('stays that of the reversal when the replacement is corrected', async () => {
    const { reversal, replacement } = await ctx.reversed({ replacement: copied() });
    const put = async (body: object) =>
      test.call(`PUT /entries/${replacement?._id}`, { token: ctx.token.attorney, body });
    const stay = 'Must be 18 March 2026, because its reversal is of that day.';
    const again = 'To move both, delete this entry and its reversal, and reverse the entry again.';
    for (const date of ['2026-03-12', '2026-03-19', '2026-03-05'])
      expect(await put({ date })).toAnswer(400, {
        code: 'invalid_input',
        fields: { date: `${stay} ${again}` },
      });
    const days = { date: '2026-03-18', happenedOn: '2026-03-05' };
    expect(await put({ date: '2026-03-18', quantity: 2 })).toAnswer({ data: days });
    await test.updateRows('entries', { id: reversal._id }, { exportId: ctx.closed._id });
    expect(await put({ date: '2026-03-12' })).toAnswer(400, {
      fields: { date: `${stay} Export ${ctx.closed.number} holds the reversal.` },
    });
  });

  it('can be chosen again once both lines are deleted', async () => {
    const { reversal, replacement } = await ctx.reversed({ replacement: copied() });
    for (const id of [replacement?._id ?? '', reversal._id])
      expect(await ctx.remove(id)).toAnswer(200);
    const moved = await ctx.reversed({ replacement: { ...copied(), date: '2026-03-12' } });
    expect([moved.reversal.date, moved.replacement?.date]).toEqual(['2026-03-12', '2026-03-12']);
  });

  it('can be compared with the last day that an export closed', async () => {
    const { number } = ctx.closed;
    const closed = { number, to: '2026-03-17' };
    expect(await ctx.read(ctx.original._id)).toMatchObject({ closed });
    await test.updateRows('exports', { id: ctx.closed._id }, { toDate: '2026-03-10' });
    expect(await ctx.read(ctx.original._id)).toMatchObject({
      closed: { number, to: '2026-03-10' },
    });
  });
});

describe('the VAT of a replacement', () => {
  const vatOfReplacement = async (more: object = {}, as = ctx.token.attorney) =>
    (await replaced({ ...copied(), ...more }, as))?.vat;

  it('is charged when the firm has become a vendor since', async () => {
    await setFirm({ isVatVendor: false });
    await lock();
    await setFirm({ isVatVendor: true });
    expect(await ctx.read(ctx.original._id)).toMatchObject({
      vat: { treatment: 'none', vat: 0 },
      vatNow: { treatment: 'cost', percent: 15, net: 37.5, vat: 5.63, gross: 43.13 },
    });
    expect(await vatOfReplacement()).toMatchObject({ treatment: 'cost', vat: 5.63, gross: 43.13 });
  });

  it('is included or added as prices are now', async () => {
    await setFirm({ pricesIncludeVat: true });
    expect(await vatOfReplacement()).toMatchObject({ net: 32.61, vat: 4.89, gross: 37.5 });
    await lock();
    await setFirm({ pricesIncludeVat: false });
    expect(await vatOfReplacement()).toMatchObject({ net: 37.5, vat: 5.63, gross: 43.13 });
  });

  it('is none when the firm is no vendor any more', async () => {
    await setFirm({ isVatVendor: false });
    expect((await replaced(copied()))?.vat).toBeUndefined();
  });

  it('has the rate of the day on which it happened', async () => {
    const vat = await vatOfReplacement({ happenedOn: '2017-03-05' });
    expect(vat).toMatchObject({ percent: 14, net: 37.5, vat: 5.25, gross: 42.75 });
  });

  it('has the treatment that the type has now, and the reversal the earlier one', async () => {
    await test.updateRows('disbursementTypes', { id: ctx.ids.copies }, { vat: 'agent' });
    const { reversal, replacement } = await ctx.reversed({ replacement: copied() });
    expect(reversal.vat).toMatchObject({ treatment: 'cost', vat: -5.63, gross: -43.13 });
    expect(replacement?.vat).toMatchObject({ treatment: 'agent', vat: 0, gross: 37.5 });
    await test.updateRows('disbursementTypes', { id: ctx.ids.copies }, { vat: 'cost' });
  });
});

describe('the price of a replacement', () => {
  const late = (minutes: number) => {
    const { date: _, ...rest } = call(minutes);
    return rest;
  };

  it('is by the call fees of its day that are known now', async () => {
    await lock(call(4));
    await setCallFees(9900);
    expect(await replaced(late(3))).toMatchObject({ amount: 99 });
  });

  it('is by the fees of the day of the call, also after a correction', async () => {
    await lock(call(4));
    const [firm, attorney] = [{ id: ctx.original.firm }, { id: ctx.ids.attorney }];
    const type = { id: ctx.ids.call };
    await test.callFees(
      { firm, attorney, type },
      { upTo: { 5: 7700 }, validFrom: '2026-03-10', thereafter: [5, 1100] },
    );
    const right = await replaced(late(3));
    expect(right).toMatchObject({ date: '2026-03-18', happenedOn: '2026-03-05', amount: 33 });
    const put = async (body: object) =>
      test.data<Entry>(`PUT /entries/${right?._id}`, { token: ctx.token.attorney, body });
    expect(await put({ minutes: 2 })).toMatchObject({ amount: 33 });
    await lock(call(4));
    expect(await replaced({ ...late(9), happenedOn: '2026-03-12' })).toMatchObject({ amount: 88 });
  });

  it('is raised by the day of the call, and both lines say so', async () => {
    await lock(call(4));
    const { _id } = ctx.original;
    await lock(call(4));
    const early = await ctx.tryReversal({ replacement: late(3) }, ctx.token.attorney, _id);
    const other = await ctx.record({ ...call(4), date: '2026-03-18' });
    const { reversal, replacement } = await ctx.reversed({
      replacement: { ...late(4), happenedOn: '2026-03-12' },
    });
    const body = { validFrom: '2026-03-10', percent: 100, roundTo: 1, reason: 'Agreed' };
    const raise = { token: ctx.token.admin, body: { ...body, reprice: true } };
    expect(await test.call('POST /rate-changes', raise)).toAnswer(201);
    const { replacement: ofEarlyDay } = early.json<{ data: Reversal }>().data;
    const amounts = [ofEarlyDay, other, replacement].map(async (entry) => {
      const { amount } = await ctx.read(entry?._id ?? '');
      return amount;
    });
    expect(await Promise.all(amounts)).toEqual([33, 66, 66]);
    const text =
      'Correction of 5 Mar 2026: of 12 Mar 2026 instead of 5 Mar 2026, R 66.00 instead of R 33.00';
    for (const id of [reversal._id, replacement?._id ?? ''])
      expect(await test.getRow('entries', { id }, ['correction'])).toEqual({ correction: text });
  });

  it('is by the call fees of now with another attorney', async () => {
    await lock(call(4));
    const of = { ...late(4), amount: 8, attorney: ctx.ids.colleague };
    expect(await replaced(of, ctx.token.admin)).toMatchObject({ amount: 8 });
  });

  it('is by an amount, which it names, where there are no call fees', async () => {
    const reply = await ctx.tryReversal({ replacement: { ...copied(), amount: undefined } });
    expect(reply.json()).toMatchObject({ fields: { 'replacement.amount': expect.any(String) } });
    await lock(call(4));
    await endCallFees();
    expect(await replaced({ ...late(4), amount: 6 })).toMatchObject({ amount: 6 });
  });
});

it.each([
  ['amount', () => ({ ...ctx.copies(), amount: undefined })],
  ['amount', () => ({ ...ctx.copies(), amount: 1e8 })],
  ['minutes', () => ({ ...call(4), minutes: undefined })],
  ['date', () => ({ ...ctx.copies(), date: '2028-01-01' })],
  ['narration', () => ({ ...ctx.copies(), narration: 'x'.repeat(1001) })],
])('names a wrong %s as a field of the replacement', async (field, replacement) => {
  const reply = await ctx.tryReversal({ replacement: replacement() });
  expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([
    400,
    [`replacement.${field}`],
  ]);
});
