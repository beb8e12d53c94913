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

describe('the VAT of a replacement', () => {
  it('is none, as that of an entry of before the firm was a vendor', async () => {
    await setFirm({ isVatVendor: false });
    await lock();
    await setFirm({ isVatVendor: true });
    expect((await replaced())?.vat).toMatchObject({ treatment: 'none', vat: 0, gross: 37.5 });
  });

  it('stays included or added, also on another day', async () => {
    await setFirm({ pricesIncludeVat: true });
    const added = { net: 37.5, vat: 5.63, gross: 43.13 };
    expect((await replaced({ ...ctx.copies(), date: '2026-03-06' }))?.vat).toMatchObject(added);
    await lock();
    await setFirm({ pricesIncludeVat: false });
    expect((await replaced())?.vat).toMatchObject({ net: 32.61, vat: 4.89, gross: 37.5 });
  });

  it('stays when the firm is no vendor any more', async () => {
    await setFirm({ isVatVendor: false });
    expect((await replaced())?.vat).toMatchObject({ treatment: 'cost', percent: 15, vat: 5.63 });
  });

  it('has the rate of another day', async () => {
    expect((await replaced({ ...ctx.copies(), date: '2017-03-05' }))?.vat).toMatchObject({
      percent: 14,
    });
  });

  it('is that of now with another type or attorney', async () => {
    await setFirm({ pricesIncludeVat: true });
    const others = { ...ctx.copies(), attorney: ctx.ids.colleague };
    expect((await replaced(others, ctx.token.admin))?.vat).toMatchObject({ gross: 37.5 });
    await setFirm({ pricesIncludeVat: false });
    await lock(call(4));
    await setFirm({ pricesIncludeVat: true });
    expect((await replaced())?.vat).toMatchObject({ gross: 37.5 });
  });
});

describe('the price of a replacement', () => {
  it('is by the call fees of the recording, whatever the device showed', async () => {
    await lock(call(4));
    const shown = (await setCallFees(9900)).id;
    expect(await replaced({ ...call(3), callFeeSchedule: shown })).toMatchObject({ amount: 33 });
    expect(await ctx.record(call(4))).toMatchObject({ amount: 99 });
  });

  it('is by the call fees of now with another attorney', async () => {
    await lock(call(4));
    const of = { ...call(4), amount: 8, attorney: ctx.ids.colleague };
    expect(await replaced(of, ctx.token.admin)).toMatchObject({ amount: 8 });
  });

  it('is by an amount, which it names, where there were no call fees', async () => {
    const reply = await ctx.tryReversal({ replacement: { ...ctx.copies(), amount: undefined } });
    expect(reply).toAnswer({ fields: { 'replacement.amount': expect.any(String) } });
    await endCallFees();
    await lock({ ...call(4), amount: 7 });
    await setCallFees(9900);
    expect(await replaced({ ...call(4), amount: 6 })).toMatchObject({ amount: 6 });
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
