import { newId } from '@recoup/contract/core/ids';
import type { Entry, EntryPrice } from '@recoup/contract/entries/endpoints';
import type { CurrentUser } from '@recoup/contract/users/user';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { hours } from '../platform/core/clock.ts';
import { useApp } from '../../test/app.ts';

const test = useApp();
const token = { attorney: '', admin: '' };
const ids = { firm: '', matter: '', attorney: '', colleague: '', copies: '', postage: '' };
let newFirm: { id: string; domain: string };

beforeAll(async () => {
  newFirm = await test.aFirm();
  const attorney = await test.aUser({ firm: newFirm });
  const colleague = await test.aUser({ firm: newFirm });
  token.attorney = await test.signIn(attorney);
  token.admin = await test.signInAdmin({ firm: newFirm });
  const matter = await test.aMatter(newFirm);
  Object.assign(ids, { firm: newFirm.id, matter: matter.id });
  Object.assign(ids, { attorney: attorney.id, colleague: colleague.id });
});

beforeEach(async () => {
  ids.copies = (await test.aDisbursementType(newFirm)).id;
  ids.postage = (await test.aDisbursementType(newFirm)).id;
  await test.assignTypes(newFirm);
});

const setPrice = async (unitPrice: number | null, unitPriceFrom: string, type = ids.copies) => {
  test.clock.advance(1);
  const body = { title: `Type ${type}`, unitPrice, unitPriceFrom };
  expect(await test.call(`PUT /disbursements/${type}`, { token: token.admin, body })).toAnswer(200);
};
const record = async (more: object) => {
  const body = { matter: ids.matter, disbursementType: ids.copies, date: '2026-03-05', ...more };
  return test.call('POST /entries', { token: token.attorney, body });
};
const recorded = async (more: object) => (await record(more)).json<{ data: Entry }>().data;
const correct = async ({ _id }: Entry, body: object, as = token.attorney) =>
  test.call(`PUT /entries/${_id}`, { token: as, body });
const amountAfter = async (entry: Entry, body: object) =>
  (await correct(entry, body)).json<{ data: Entry }>().data.amount;
const priceOf = async ({ _id }: Entry) => {
  const reply = await test.call(`GET /entries/${_id}`, { token: token.attorney });
  return reply.json<{ data: Entry & { price: EntryPrice } }>().data.price;
};

it.each([
  ['the quantity', { quantity: 4 }, 10],
  ['one item without a quantity', {}, 2.5],
  ['an amount of the client, which is ignored', { quantity: 4, amount: 999 }, 10],
  ['an amount beyond the bound, which is ignored', { quantity: 4, amount: 100_000_000 }, 10],
  ['the earlier price of an earlier day', { quantity: 4, date: '2026-02-28' }, 8],
  ['the first price on a day before it', { quantity: 4, date: '2020-02-29' }, 8],
  ['the price of its first day', { quantity: 3, date: '2026-03-01' }, 7.5],
  ['the coming price of a coming day', { quantity: 2, date: '2026-06-01' }, 6],
])('prices an entry by %s', async (_, more, amount) => {
  await setPrice(2, '2026-01-01');
  await setPrice(2.5, '2026-03-01');
  await setPrice(3, '2026-06-01');
  expect(await record(more)).toAnswer(201, { data: { amount } });
});

it('takes a typed amount where no unit price is valid on the day', async () => {
  await setPrice(2, '2026-01-01');
  await setPrice(null, '2026-03-01');
  expect(await record({ quantity: 3 })).toAnswer({ fields: { amount: expect.any(String) } });
  const entry = await recorded({ quantity: 3, amount: 7 });
  expect([entry.amount, (await priceOf(entry)).kind]).toEqual([21, 'given']);
});

it('prices by the attorney’s call fees before the unit price', async () => {
  await setPrice(2, '2026-01-01');
  const of = { firm: newFirm, attorney: { id: ids.attorney }, type: { id: ids.copies } };
  await test.callFees(of, { upTo: { 5: 3300 } });
  expect((await recorded({ minutes: 4, quantity: 9 })).amount).toBe(33);
});

it('explains the price, and how long it was valid', async () => {
  await setPrice(2.5, '2026-03-01');
  const entry = await recorded({ quantity: 4 });
  const price = {
    kind: 'unit',
    why: 'R\u00A010.00: 4 × R\u00A02.50 (unit price since 1 March 2026).',
    callFees: [],
    row: null,
    thereafterRow: null,
    from: '2026-03-01',
    until: null,
    replacedOn: null,
  };
  expect(await priceOf(entry)).toEqual(price);
  await setPrice(3, '2026-03-18');
  expect(await priceOf(entry)).toEqual({ ...price, until: '2026-03-17' });
  await setPrice(1, '2026-03-01');
  expect(await priceOf(entry)).toEqual({ ...price, until: '2026-03-17', replacedOn: '2026-03-18' });
  await setPrice(7, '2000-01-01', ids.postage);
  const always = await recorded({ disbursementType: ids.postage });
  expect((await priceOf(always)).why).toBe('R\u00A07.00: 1 × R\u00A07.00 (unit price).');
});

it('keeps the price of an entry, also for a corrected quantity', async () => {
  await setPrice(2.5, '2026-03-01');
  const entry = await recorded({ quantity: 4 });
  await setPrice(99, '2026-03-01');
  expect(await amountAfter(entry, { narration: 'Later', amount: 77 })).toBe(10);
  expect(await amountAfter(entry, { date: '2026-03-06' })).toBe(10);
  expect(await amountAfter(entry, { quantity: 6, amount: 77 })).toBe(15);
  expect(await amountAfter(entry, { quantity: null })).toBe(2.5);
  expect(await amountAfter(entry, { quantity: 4 })).toBe(10);
  expect((await recorded({ quantity: 4 })).amount).toBe(396);
});

it('prices a corrected day by its own unit price if it is another one', async () => {
  await setPrice(2.5, '2026-03-01');
  await setPrice(3, '2026-03-10');
  await setPrice(null, '2026-05-01');
  const entry = await recorded({ quantity: 4 });
  expect(await amountAfter(entry, { date: '2026-03-10' })).toBe(12);
  expect(await amountAfter(entry, { date: '2026-03-09' })).toBe(10);
  expect(await correct(entry, { date: '2026-05-01' })).toAnswer({
    fields: { amount: expect.any(String) },
  });
  expect(await amountAfter(entry, { date: '2026-05-01', amount: 5 })).toBe(20);
  expect((await priceOf(entry)).kind).toBe('given');
  // Back on a day with a unit price, a typed amount does not count.
  expect(await amountAfter(entry, { date: '2026-03-10', amount: 5 })).toBe(12);
});

it('prices a corrected day by call fees that are valid on it alone', async () => {
  await setPrice(2.5, '2026-01-01');
  const of = { firm: newFirm, attorney: { id: ids.attorney }, type: { id: ids.copies } };
  const entry = await recorded({ quantity: 4 });
  const schedule = { firmId: ids.firm, userId: ids.attorney, disbursementTypeId: ids.copies };
  const none = { ...schedule, id: newId(), validFrom: '2000-01-01' };
  const { id } = await test.callFees(of, { upTo: { 5: 3300 } });
  const validFrom = '2026-03-10';
  await test.updateRows('callFeeSchedules', { id }, { validFrom });
  await test.insertRows('callFeeSchedules', none);
  expect(await amountAfter(entry, { date: '2026-03-09' })).toBe(10);
  expect(await amountAfter(entry, { date: '2026-03-10', minutes: 4 })).toBe(33);
  expect(await amountAfter(entry, { date: '2026-03-09' })).toBe(10);
});

it('prices another type, and an entry of another attorney, as a new entry', async () => {
  await setPrice(2.5, '2026-03-01');
  const entry = await recorded({ quantity: 4 });
  expect(await correct(entry, { disbursementType: ids.postage })).toAnswer(400);
  expect(await amountAfter(entry, { disbursementType: ids.postage, amount: 5 })).toBe(20);
  expect(await amountAfter(entry, { disbursementType: ids.copies, amount: 5 })).toBe(10);
  await setPrice(3, '2026-03-01');
  const body = { attorney: ids.colleague, reason: 'Hers' };
  expect(await correct(entry, body, token.admin)).toAnswer({
    data: { amount: 12, attorney: { _id: ids.colleague } },
  });
});

it('keeps a typed amount from before the unit price, also for a corrected quantity', async () => {
  const entry = await recorded({ quantity: 2, amount: 50 });
  await setPrice(2.5, '2026-01-01');
  expect(await amountAfter(entry, { quantity: 3 })).toBe(150);
  expect(await amountAfter(entry, { date: '2026-03-06' })).toBe(150);
});

it('rejects a quantity whose price is beyond R 100 million, also as a correction', async () => {
  await setPrice(1000.01, '2026-01-01');
  const fields = { quantity: 'An entry must not cost more than R 100 000 000.00.' };
  expect(await record({ quantity: 100_000 })).toAnswer(400, { fields });
  const entry = await recorded({ quantity: 99_999 });
  expect(await correct(entry, { quantity: 100_000 })).toAnswer({ fields });
});

it('answers the same entry again after a change of price, whatever amount is sent', async () => {
  await setPrice(2.5, '2026-01-01');
  const body = { _id: newId(), quantity: 4, amount: 1 };
  const first = await record(body);
  await setPrice(9, '2026-01-01');
  const again = await record({ ...body, amount: 2 });
  expect([again.statusCode, again.body]).toEqual([201, first.body]);
  expect(await record({ ...body, quantity: 5 })).toAnswer(409);
});

const shownIds = async (type = ids.copies) => {
  const { disbursementTypes } = (
    await test.call('GET /me', { token: token.attorney })
  ).json<CurrentUser>();
  const { unitPrices = [] } = disbursementTypes.find(({ _id }) => _id === type) ?? {};
  return unitPrices.map(({ _id }) => _id);
};

it('keeps the price that a device showed, though it was replaced since', async () => {
  await setPrice(2.5, '2026-01-01');
  const [unitPriceId = ''] = await shownIds();
  await setPrice(9, '2026-01-01');
  await setPrice(null, '2026-02-01');
  const entry = await recorded({ quantity: 4, unitPriceId });
  expect(entry.amount).toBe(10);
  expect((await priceOf(entry)).why).toMatch(/unit price since 1 January 2026/);
  await setPrice(9, '2026-02-01');
  expect((await recorded({ quantity: 4 })).amount).toBe(36);
  const replacedAt = new Date(test.clock.now().getTime() - hours(32 * 24));
  const createdAt = new Date(replacedAt.getTime() - 1);
  await test.updateRows('unitPrices', { id: unitPriceId }, { createdAt, replacedAt });
  expect((await recorded({ quantity: 4, unitPriceId })).amount).toBe(36);
});

it('ignores a price of another day, type or firm, and one beside call fees', async () => {
  await setPrice(2.5, '2026-01-01');
  await setPrice(1, '2026-06-01');
  await setPrice(7, '2026-01-01', ids.postage);
  const [own, coming] = await shownIds();
  const [ofPostage] = await shownIds(ids.postage);
  for (const unitPriceId of [coming, ofPostage, newId(), await aPriceOfAnotherFirm()])
    expect((await recorded({ quantity: 4, unitPriceId })).amount).toBe(10);
  expect(await record({ unitPriceId: 'none' })).toAnswer(400);
  const of = { firm: newFirm, attorney: { id: ids.attorney }, type: { id: ids.copies } };
  await test.callFees(of, { upTo: { 5: 3300 } });
  expect((await recorded({ minutes: 4, unitPriceId: own })).amount).toBe(33);
});

async function aPriceOfAnotherFirm(): Promise<string> {
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm });
  const price = { id: newId(), firmId: firm.id, createdBy: admin.id, createdAt: test.clock.now() };
  const disbursementTypeId = (await test.aDisbursementType(firm)).id;
  const row = { ...price, disbursementTypeId, validFrom: '2026-01-01', cents: 1 };
  await test.insertRows('unitPrices', row);
  return price.id;
}
