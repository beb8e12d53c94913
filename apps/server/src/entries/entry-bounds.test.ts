import type { Entry } from '@recoup/contract/entries/endpoints';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();
const token = { attorney: '', admin: '' };
const ids = { attorney: '', copies: '', call: '', matter: '', firm: '' };

beforeAll(async () => {
  const firm = await test.aFirm();
  const attorney = await test.aUser({ firm });
  token.attorney = await test.signIn(attorney);
  token.admin = await test.signInAdmin({ firm });
  const [copies, call] = [await test.aDisbursementType(firm), await test.aDisbursementType(firm)];
  await test.assignTypes(firm);
  await test.callFees(
    { firm, attorney, type: call },
    { upTo: { 5: 9_000_000_000 }, thereafter: [1, 500_000_000] },
  );
  const matter = await test.aMatter(firm);
  Object.assign(ids, {
    attorney: attorney.id,
    copies: copies.id,
    call: call.id,
    matter: matter.id,
    firm: firm.id,
  });
});

const record = async (more: object) =>
  test.call('POST /entries', {
    token: token.attorney,
    body: { matter: ids.matter, disbursementType: ids.copies, date: '2026-03-05', ...more },
  });
const correct = async (id: string, body: object) =>
  test.call(`PUT /entries/${id}`, { token: token.attorney, body });
const idOf = (reply: LightMyRequestResponse) => reply.json<{ data: Entry }>().data._id;

/** As an earlier version stored it. */
async function anOldEntry(input: {
  date: string;
  amountCents: number;
  quantity: number;
}): Promise<string> {
  const entry = idOf(await record({ amount: 1, quantity: input.quantity }));
  await sql`alter table entries disable trigger changed_entries_within_bounds`.execute(test.db);
  await test.updateRows('entries', { id: entry }, input);
  await sql`alter table entries enable trigger changed_entries_within_bounds`.execute(test.db);
  return entry;
}

const tooMuch = { amount: 'An entry must not cost more than R 100 000 000.00.' };
const tooLong = { minutes: 'An entry must not cost more than R 100 000 000.00.' };
const oddDay = { date: 'Must be a day from 1 January 2000 up to a year from today.' };

it.each([
  ['quantity × amount beyond R 100 million', { quantity: 100_000, amount: 1000.01 }, tooMuch],
  ['the entries of the outside look', { quantity: 100_000, amount: 100_000_000 }, tooMuch],
  ['minutes whose call fees make more', { disbursementType: 'CALL', minutes: 8 }, tooLong],
  ['a day before 2000', { amount: 1, date: '1999-12-31' }, oddDay],
  ['the year 1', { amount: 1, date: '0001-01-01' }, oddDay],
  ['the year 9999', { amount: 1, date: '9999-12-31' }, oddDay],
  ['a day more than a year ahead', { amount: 1, date: '2027-03-19' }, oddDay],
])('rejects %s, also as a correction', async (_, more, fields) => {
  const value = { ...more, ...('disbursementType' in more && { disbursementType: ids.call }) };
  expect(await record(value)).toAnswer(400, { code: 'invalid_input', fields });
  const id = idOf(await record({ amount: 1 }));
  expect(await correct(id, value)).toAnswer(400, { code: 'invalid_input', fields });
});

it.each([
  [{ quantity: 100_000, amount: 1000 }],
  [{ disbursementType: 'CALL', minutes: 7 }],
  [{ amount: 100_000_000, date: '2000-01-01' }],
  [{ amount: 1, date: '2027-03-18' }],
])('accepts the last value within the bounds: %j', async (more) => {
  const given = { ...more, ...('disbursementType' in more && { disbursementType: ids.call }) };
  expect(await record(given)).toAnswer(201);
});

it('uses the date in South Africa, where a year begins two hours before UTC', async () => {
  const before = { now: test.clock.now(), token: token.attorney };
  test.clock.set(new Date('2026-03-18T21:59:00Z'));
  token.attorney = await test.signIn({ id: ids.attorney });
  expect(await record({ amount: 1, date: '2027-03-19' })).toAnswer(400);
  test.clock.set(new Date('2026-03-18T22:00:00Z'));
  expect(await record({ amount: 1, date: '2027-03-19' })).toAnswer(201);
  test.clock.set(before.now);
  token.attorney = before.token;
});

it('reads, corrects and deletes an entry from before the bounds, day and price kept', async () => {
  const id = await anOldEntry({
    date: '0026-03-05',
    amountCents: 1_000_000_000_000_000,
    quantity: 100_000,
  });
  const stored = { date: '0026-03-05', quantity: 100_000, amount: 100_000_000 };
  expect(await correct(id, { ...stored, narration: 'Copies of the bundle' })).toAnswer(200, {
    data: { date: '0026-03-05', amount: 10_000_000_000_000, narration: 'Copies of the bundle' },
  });
  expect(await correct(id, { ...stored, quantity: 99_999 })).toAnswer({ fields: tooMuch });
  expect(await correct(id, { date: '0027-03-05' })).toAnswer({ fields: oddDay });
  const list = await test.call('GET /entries?to=0026-12-31', { token: token.attorney });
  expect(list).toAnswer({ count: 1, amount: 10_000_000_000_000, data: [{ _id: id }] });
  expect(await test.call(`GET /entries/${id}`, { token: token.attorney })).toAnswer(200);
  expect(await correct(id, { date: '2026-03-05', quantity: 1, amount: 12.5 })).toAnswer({
    data: { amount: 12.5 },
  });
  expect(await test.call(`DELETE /entries/${id}`, { token: token.attorney })).toAnswer(200);
});

it.each([
  ['from=0001-01-01&to=9999-12-31', 200],
  ['from=0001-01-01&to=0001-01-01', 200],
  ['from=9999-12-31', 200],
  ['from=2026-03-06&to=2026-03-05', 400],
  ['from=0000-01-01', 400],
  ['to=10000-01-01', 400],
])('answers every valid period, however odd, and rejects others: %s', async (period, status) => {
  for (const path of ['/entries', '/recoveries', '/download'])
    expect([
      path,
      (await test.call(`GET ${path}?${period}`, { token: token.admin })).statusCode,
    ]).toEqual([
      path,
      path === '/download' && status === 200 && !period.includes('to=9999') ? 404 : status,
    ]);
});

it('holds the table to the bounds too, for every row that is new or changed in them', async () => {
  const id = idOf(await record({ amount: 1 }));
  const { createdAt: _, vatCents: __, ...row } = await test.getRow('entries', { id });
  const insert = async (more: object) =>
    test.insertRows('entries', { ...row, id: ids.matter, ...more });
  const update = async (more: object) => test.updateRows('entries', { id }, more);
  for (const change of [
    { amountCents: 10_000_000_001 },
    { date: '1999-12-31' },
    { date: '2100-01-01' },
  ]) {
    await expect(insert(change)).rejects.toMatchObject({ code: '23514' });
    await expect(update(change)).rejects.toMatchObject({ code: '23514' });
  }
  await update({ amountCents: 10_000_000_000, date: '2099-12-31' });
});
