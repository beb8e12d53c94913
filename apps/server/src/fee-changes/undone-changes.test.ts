import { expect, it } from 'vitest';
import { chargesOf, type FeeChange, useFeeChanges } from '../../test/fee-changes.ts';

const { test, ctx, fees, raise, record, close, undo, tables, entry, cell } = useFeeChanges();
const again = { reprice: true, reason: 'Agreed with all clients' };
const ledger = async () => {
  const list = await test.call('GET /rate-changes', { token: ctx.admin });
  return list.json<{ data: FeeChange[] }>().data;
};
const correct = async (id: string, change: object, token = ctx.thabo.token) => {
  expect(await test.call(`PUT /entries/${id}`, { token, body: change })).toAnswer(200);
};

it('leaves the tables as before a change, and a second time changes nothing', async () => {
  await fees('thabo', 'consultation', { upTo: { 9: 900 }, validFrom: '2026-03-01' });
  await fees('zanele', 'call', { upTo: { 9: 700 }, validFrom: '2026-05-01' });
  for (const day of ['2026-02-27', '2026-03-01', '2026-03-17'])
    for (const minutes of [2, 8, 41]) {
      await record('thabo', day, minutes);
      await record('thabo', day, minutes, 'consultation');
      await record('zanele', day, minutes);
    }
  const before = await tables();
  const { _id } = await raise(again);
  expect(await tables()).not.toEqual(before);
  test.clock.advance(1000);
  const reply = await undo(_id);
  expect(reply).toAnswer(200, {
    data: { _id, cells: 3, undoneAt: test.clock.now().toISOString(), undoneBy: {} },
  });
  expect(await tables()).toEqual(before);
  test.clock.advance(1000);
  const second = await undo(_id);
  expect([second.statusCode, second.body]).toEqual([200, reply.body]);
  expect(await tables()).toEqual(before);
  const stored = await test.listRows('rateChangeEntries');
  expect(stored).toEqual([]);
});

it('prices entries that were recorded or corrected since by the fees before', async () => {
  const [moved, longer, noted] = [
    await record('thabo', '2026-03-05', 3),
    await record('thabo', '2026-03-06', 3),
    await record('thabo', '2026-03-07', 3),
  ];
  const { _id } = await raise(again);
  const since = await record('thabo', '2026-03-08', 3);
  await correct(moved._id, { date: '2026-02-05' });
  await correct(longer._id, { minutes: 7 });
  await correct(noted._id, { narration: 'About the will' });
  expect(await entry(longer._id)).toMatchObject({ amountCents: 7000 });
  expect(await undo(_id)).toAnswer(200);
  const cents = [];
  for (const each of [moved, longer, noted, since]) cents.push((await entry(each._id)).amountCents);
  expect(cents).toEqual([3300, 6600, 3300, 3300]);
  const lines = await test.listRows(
    'auditLog',
    { subjectId: since._id, action: 'entry.corrected' },
    ['details'],
  );
  expect(lines).toEqual([
    { details: { amount: [35, 33], reason: 'The fee change of 1 March 2026 was undone.' } },
  ]);
});

it('is rejected with the number of the export that holds an entry of the change', async () => {
  const { _id } = await raise({});
  await record('zanele', '2026-03-02', 3);
  const { number, _id: exportId } = await close();
  const before = await tables();
  expect(await undo(_id)).toAnswer(409, {
    code: 'entry_is_locked',
    message: expect.stringContaining(`export ${number}`),
  });
  expect(await tables()).toEqual(before);
  const body = { reason: 'Too early' };
  await test.call(`PUT /exports/${exportId}/reopening`, { token: ctx.admin, body });
  expect(await undo(_id)).toAnswer(200);
});

it('is rejected with the entries that would cost more than an entry may', async () => {
  await fees('zanele', 'consultation', { upTo: { 5: 0 }, thereafter: [1, 101_000] });
  const { _id } = await raise({ percent: -50 });
  const days = ['07', '03', '02', '06', '05', '04'];
  const made = [];
  for (const day of days)
    made.push(await record('zanele', `2026-03-${day}`, 100_000, 'consultation'));
  await record('zanele', '2026-03-08', 3, 'consultation');
  const before = await tables();
  const [first, ...others] = ['2', '3', '4', '5', '6'].map(
    (day) => `${day} March 2026, Zanele Khumalo, 100000 minutes`,
  );
  expect(await undo(_id)).toAnswer(409, {
    code: 'conflict',
    message:
      `These entries would cost more than R 100 000 000.00 each: ` +
      `${[first, ...others].join('; ')}; and 1 more. Correct them first.`,
  });
  expect(await tables()).toEqual(before);
  for (const each of made) await correct(each._id, { minutes: 7 }, ctx.zanele.token);
  expect(await undo(_id)).toAnswer(200);
});

it('undoes a later change of the same day without the earlier one, and in any order', async () => {
  const before = await tables();
  const first = await raise({ cells: [cell('zanele', 'call')] });
  const second = await raise({ cells: [cell('zanele', 'call')], percent: 100 });
  expect(chargesOf(second.cells[0]?.before)).toEqual([42]);
  await undo(second._id);
  expect((await record('zanele', '2026-03-02', 3)).amount).toBe(42);
  await test.deleteRows('entries', { firmId: ctx.firm.id });
  const third = await raise({ cells: [cell('zanele', 'call')], percent: 100 });
  await undo(first._id);
  expect((await record('zanele', '2026-03-02', 3)).amount).toBe(84);
  await undo(third._id);
  expect((await record('zanele', '2026-03-02', 3)).amount).toBe(40);
  await test.deleteRows('entries', { firmId: ctx.firm.id });
  expect(await tables()).toEqual(before);
});

it('lists how many fees an undo would change, and changed', async () => {
  const first = await raise({});
  await fees('thabo', 'call', { upTo: { 5: 9000 }, validFrom: '2026-06-01' });
  test.clock.advance(1000);
  const second = await raise({ percent: 100 });
  const liveCells = async () => (await ledger()).map((line) => line.liveCells);
  expect(await liveCells()).toEqual([3, 0]);
  test.clock.advance(1000);
  expect(await undo(first._id)).toAnswer({ data: { cells: 3, liveCells: 0 } });
  const third = await raise({ cells: [cell('zanele', 'call')] });
  expect(await liveCells()).toEqual([1, 2, 0]);
  test.clock.advance(1000);
  expect(await undo(second._id)).toAnswer({ data: { cells: 3, liveCells: 2 } });
  expect(await undo(third._id)).toAnswer({ data: { cells: 1, liveCells: 1 } });
  expect(await liveCells()).toEqual([1, 2, 0]);
});

it('prices an entry by no undone change, whichever of two was undone first', async () => {
  const { _id: id } = await record('zanele', '2026-03-02', 3);
  const first = await raise(again);
  const second = await raise({ ...again, percent: 100 });
  expect(await entry(id)).toMatchObject({ amountCents: 8400 });
  await undo(first._id);
  expect(await entry(id)).toMatchObject({ amountCents: 8400 });
  await undo(second._id);
  expect(await entry(id)).toMatchObject({ amountCents: 4000 });
});

it.each([
  ['the earlier', 'never'],
  ['the later', 'never'],
  ['the earlier', 'between the two'],
  ['the later', 'after both'],
])('gives an entry its own price back: %s of two undone first, corrected %s', async (one, when) => {
  const { _id: id } = await record('thabo', '2026-03-02', 3);
  const { scheduleId } = await entry(id);
  await test.updateRows('callFeeSchedules', {}, { replacedAt: new Date() });
  await fees('thabo', 'call', { upTo: { 30: 3000 } });
  const first = await raise({ ...again, percent: 100 });
  if (when === 'between the two') await correct(id, { minutes: 7 });
  const second = await raise({ ...again, percent: 100 });
  if (when === 'after both') await correct(id, { minutes: 7 });
  expect(await entry(id)).toMatchObject({ amountCents: 12_000 });
  const inOrder = one === 'the earlier' ? [first, second] : [second, first];
  for (const { _id } of inOrder) expect((await undo(_id)).statusCode).toBe(200);
  const amountCents = when === 'never' ? 3300 : 6600;
  expect(await entry(id)).toMatchObject({ scheduleId, amountCents });
  const saved = await test.listRows('rateChangeEntries');
  expect(saved).toEqual([]);
});

it('prices an entry that was moved to another type or attorney by the fees of these', async () => {
  const [first, second] = [
    await record('thabo', '2026-03-02', 3),
    await record('thabo', '2026-03-02', 3),
  ];
  const { _id } = await raise(again);
  await correct(first._id, { disbursementType: ctx.consultation });
  await correct(second._id, { attorney: ctx.zanele.id, reason: 'Hers' }, ctx.admin);
  await undo(_id);
  expect(await entry(first._id)).toMatchObject({ amountCents: 50_000 });
  expect(await entry(second._id)).toMatchObject({ amountCents: 4000 });
});

it('takes no price from an undone change that a device had shown', async () => {
  const { _id: change } = await raise({ percent: 100 });
  const during = await record('thabo', '2026-03-02', 3);
  const { scheduleId: callFeeSchedule } = await entry(during._id);
  test.clock.advance(1000);
  await undo(change);
  const { matter, call: disbursementType } = ctx;
  const body = { matter, disbursementType, date: '2026-03-02', minutes: 3, callFeeSchedule };
  const reply = await test.call('POST /entries', { token: ctx.thabo.token, body });
  const { _id, amount } = reply.json<{ data: { _id: string; amount: number } }>().data;
  expect(amount).toBe(33);
  await correct(_id, { date: '2026-02-02' });
  await correct(_id, { date: '2026-03-03', callFeeSchedule });
  expect(await entry(_id)).toMatchObject({ amountCents: 3300 });
});

it('keeps what an admin has saved for the same day since', async () => {
  const { _id } = await raise({ validFrom: '2026-03-18' });
  const row = { startTime: 0, endTime: 5, additionalTime: 0, charges: 77 };
  const callFees = [{ disbursementType: ctx.call, ...row }];
  const body = { callFees };
  expect(await test.call(`PUT /users/${ctx.zanele.id}`, { token: ctx.admin, body })).toAnswer(200);
  await undo(_id);
  expect((await record('zanele', '2026-03-18', 3)).amount).toBe(77);
  expect((await record('thabo', '2026-03-18', 3)).amount).toBe(33);
});

it('shows the ledger with the user who undid it', async () => {
  const { _id } = await raise({});
  await undo(_id);
  const [line] = await ledger();
  expect(line).toMatchObject({ undoneAt: expect.any(String), undoneBy: line?.createdBy });
});
