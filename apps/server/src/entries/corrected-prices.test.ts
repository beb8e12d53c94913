import type { Entry, PricedEntry } from '@recoup/contract/entries/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();
const token = { attorney: '', admin: '' };
const ids = { matter: '', colleague: '', admin: '', call: '', copies: '' };
/** Replaces the attorney's fee rows for calls by one. */
let setCallFees: (cents: number) => Promise<void>;

beforeEach(async () => {
  const firm = await test.aFirm();
  const attorney = await test.aUser({ firm });
  const colleague = await test.aUser({ firm });
  const admin = await test.anAdmin({ firm });
  const call = await test.aDisbursementType(firm, { fixed: false, calculated: true });
  const copies = await test.aDisbursementType(firm);
  await test.assignTypes(firm);
  await test.callFees({ firm, attorney: colleague, type: call }, { upTo: { 60: 50_000 } });
  token.attorney = await test.signIn(attorney);
  token.admin = await test.signIn(admin);
  const matter = (await test.aMatter(firm)).id;
  Object.assign(ids, { matter, colleague: colleague.id, admin: admin.id });
  Object.assign(ids, { call: call.id, copies: copies.id });
  setCallFees = async (cents) => {
    await test.updateRows('callFeeSchedules', { userId: attorney.id }, { replacedAt: new Date() });
    const of = { firm, attorney, type: call };
    await test.callFees(of, { upTo: { 5: cents }, thereafter: [5, 3300] });
  };
});

const record = async (more: object): Promise<Entry> => {
  const body = { matter: ids.matter, disbursementType: ids.call, date: '2026-03-05', ...more };
  const reply = await test.call('POST /entries', { token: token.attorney, body });
  return reply.json<{ data: Entry }>().data;
};
const correct = async (entry: Entry, body: object, as = token.attorney) =>
  test.call(`PUT /entries/${entry._id}`, { token: as, body });

describe('an entry with call fees', () => {
  beforeEach(async () => setCallFees(3300));

  it('keeps its price for other changes, and its fee rows for corrected minutes', async () => {
    const entry = await record({ minutes: 4 });
    await setCallFees(99_900);
    const amountAfter = async (body: object) =>
      (await correct(entry, body)).json<{ data: Entry }>().data.amount;
    expect(await amountAfter({ narration: 'Later', date: '2026-03-06', minutes: 4 })).toBe(33);
    expect(await amountAfter({ minutes: 12 })).toBe(99);
    expect(await amountAfter({ minutes: 4 })).toBe(33);
    expect((await record({ minutes: 4 })).amount).toBe(999);
  });

  it('comes with its schedule and with those of its attorney and type', async () => {
    const entry = await record({ minutes: 4 });
    await setCallFees(99_900);
    const read = async (of: Entry) =>
      test.data<PricedEntry>(`GET /entries/${of._id}`, { token: token.attorney });
    const { callFeeSchedule, callFeeSchedules } = await read(entry);
    expect(callFeeSchedules).toMatchObject([
      { disbursementType: ids.call, callFees: [{ charges: 999 }, { charges: 33 }] },
    ]);
    expect(callFeeSchedules.map(({ _id }) => _id)).not.toContain(callFeeSchedule);
    const later = await read(await record({ minutes: 4 }));
    expect(later.callFeeSchedules.map(({ _id }) => _id)).toEqual([later.callFeeSchedule]);
    const copies = { disbursementType: ids.copies, quantity: 3, amount: 2.5 };
    expect(await read(await record(copies))).toMatchObject({
      callFeeSchedule: null,
      callFeeSchedules: [],
    });
  });

  it('is priced as a new entry for another attorney', async () => {
    const entry = await record({ minutes: 4 });
    const reply = await correct(entry, { attorney: ids.colleague, reason: 'Hers' }, token.admin);
    expect(reply).toAnswer({ data: { amount: 500, attorney: { _id: ids.colleague } } });
    const none = await correct(entry, { attorney: ids.admin, reason: 'No attorney' }, token.admin);
    expect(none).toAnswer(404);
  });

  it('is priced as a new entry of another type', async () => {
    const entry = await record({ minutes: 4 });
    expect(await correct(entry, { disbursementType: ids.copies })).toAnswer({
      fields: { amount: expect.any(String) },
    });
    const copies = { disbursementType: ids.copies, minutes: null, quantity: 3, amount: 2.5 };
    expect(await correct(entry, copies)).toAnswer({
      data: { amount: 7.5, minutes: null, quantity: 3 },
    });
    expect(await correct(entry, { quantity: 4 })).toAnswer({ data: { amount: 10 } });
    expect(await correct(entry, { amount: 3 })).toAnswer({ data: { amount: 12 } });
  });
});

describe('an entry with a typed amount, whose attorney has call fees since', () => {
  it.each([
    ['amount', { amount: 60 }, 120],
    ['quantity', { quantity: 3 }, 150],
    ['minutes', { minutes: 7 }, 100],
    ['amount, with minutes', { amount: 60, minutes: 7 }, 120],
  ])('is priced by the typed amount after a correction of its %s', async (_, body, amount) => {
    const entry = await record({ quantity: 2, amount: 50 });
    await setCallFees(3300);
    expect(await correct(entry, body)).toAnswer(200);
    const reply = await test.call(`GET /entries/${entry._id}`, { token: token.attorney });
    expect(reply).toAnswer({ data: { amount, price: { kind: 'given' } } });
  });
});
