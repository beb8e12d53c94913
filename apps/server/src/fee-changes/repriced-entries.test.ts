import { newId } from '@recoup/contract/core/ids';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { auditContext } from '../../test/audit-context.ts';
import { useFeeChanges } from '../../test/fee-changes.ts';
import { repriceEntries } from '../entries/repricing.service.ts';
import { createFirmScope } from '../platform/core/actor.ts';

const { test, ctx, fees, post, raise, preview, record, close, entry, cell } = useFeeChanges();
const none = { cells: [], from: '2026-03-01', reason: 'None' };
const again = { reprice: true, reason: 'Agreed with all clients' };

it('leaves recorded entries at their price, and counts those that would have another', async () => {
  const stored = await record('thabo', '2026-03-05', 3);
  await record('thabo', '2026-02-28', 3);
  await record('zanele', '2026-03-06', 1);
  const shown = await preview({ cells: [cell('thabo', 'call')] });
  expect(shown.entries).toEqual({ unlocked: 1, locked: 0 });
  expect((await raise({})).entries).toEqual({ unlocked: 2, locked: 0 });
  expect(await entry(stored._id)).toMatchObject({ amountCents: 3300, version: 1 });
});

it('prices unlocked entries again as corrections, and no locked ones', async () => {
  const locked = await record('thabo', '2026-03-05', 3);
  const { number } = await close();
  const [open, early, other] = [
    await record('thabo', '2026-03-01', 32),
    await record('thabo', '2026-02-28', 3),
    await record('zanele', '2026-03-17', 5),
  ];
  const shown = await preview(again);
  expect(shown).toMatchObject({ entries: { unlocked: 2, locked: 1 }, exports: [number] });
  const change = await raise({ ...again, expected: shown.state });
  expect(change.entries).toEqual({ unlocked: 2, locked: 1 });
  expect(await entry(locked._id)).toMatchObject({ amountCents: 3300, version: 1 });
  expect(await entry(early._id)).toMatchObject({ amountCents: 3300, version: 1 });
  // 113 and 12.50 become 120 and 13: 120 + 3 × 13.
  expect(await entry(open._id)).toMatchObject({ amountCents: 15_900, version: 2 });
  expect(await entry(other._id)).toMatchObject({ amountCents: 4200, version: 2 });
  const lines = await test.listRows(
    'auditLog',
    { action: 'entry.corrected', subjectId: open._id },
    ['details', 'actorId', 'requestId'],
  );
  expect(lines).toMatchObject([
    { details: { amount: [150.5, 159], reason: 'Agreed with all clients' } },
  ]);
  const price = await test.call(`GET /entries/${open._id}`, { token: ctx.thabo.token });
  expect(price).toAnswer({ data: { amount: 159, price: { from: '2026-03-01' } } });
  const data = await test.data<object[]>('GET /rate-changes', { token: ctx.admin });
  expect(data).toMatchObject([{ repriced: 2, reason: 'Agreed with all clients' }]);
});

it('lists the unlocked entries, the latest first, with both prices', async () => {
  await record('zanele', '2026-03-02', 1);
  await close();
  await record('zanele', '2026-02-28', 1);
  const first = await record('thabo', '2026-03-05', 32);
  const last = await record('zanele', '2026-03-06', 1);
  await fees('zanele', 'call', { upTo: { 5: 4000 }, validFrom: '2026-03-07' });
  await record('zanele', '2026-03-07', 1);
  const { unlockedEntries } = await preview({ cells: [cell('zanele', 'call')] });
  expect(unlockedEntries).toEqual([
    {
      _id: last._id,
      date: '2026-03-06',
      attorney: { _id: ctx.zanele.id, name: 'Zanele Khumalo' },
      disbursementType: { _id: ctx.call, name: 'Call' },
      matter: { _id: ctx.matter, number: expect.any(String), name: expect.any(String) },
      minutes: 1,
      before: 40,
      after: 42,
    },
  ]);
  const all = await preview(again);
  expect(all.unlockedEntries.map(({ _id, before, after }) => [_id, before, after])).toEqual([
    [last._id, 40, 42],
    [first._id, 150.5, 159],
  ]);
});

it.each([5, 255])('lists the latest 100 of many entries of %i lengths', async (lengths) => {
  const { _id } = await record('thabo', '2026-03-05', 3);
  await sql`
    insert into entries (id, firm_id, attorney_id, created_by, matter_id, disbursement_type_id,
      date, minutes, amount_cents, schedule_id)
    select gen_random_uuid(), firm_id, attorney_id, created_by, matter_id, disbursement_type_id,
      date '2026-03-01' + n % 17, 1 + n % ${lengths}::integer, amount_cents, schedule_id
    from entries, generate_series(0, 254) n where id = ${_id}`.execute(test.db);
  const { entries, unlockedEntries } = await preview({});
  expect(entries.unlocked).toBe(256);
  // 15 entries of each day.
  const days = unlockedEntries.map(({ date }) => date);
  expect([days.length, days.at(0), days.at(-1)]).toEqual([100, '2026-03-17', '2026-03-11']);
});

it('prices entries again until the next schedule begins', async () => {
  await fees('thabo', 'call', { upTo: { 5: 9000 }, validFrom: '2026-03-10' });
  const [before, after] = [
    await record('thabo', '2026-03-09', 3),
    await record('thabo', '2026-03-10', 3),
  ];
  expect((await raise(again)).entries).toEqual({ unlocked: 1, locked: 0 });
  expect(await entry(before._id)).toMatchObject({ amountCents: 3500 });
  expect(await entry(after._id)).toMatchObject({ amountCents: 9000, version: 1 });
});

it('counts from the last day of a month that has no such day', async () => {
  await record('thabo', '2026-02-28', 3);
  await record('thabo', '2026-03-01', 3);
  test.clock.set(new Date('2026-05-31T08:00:00Z'));
  ctx.admin = await test.signInAdmin({ firm: ctx.firm });
  const { lastThreeMonths } = await preview({ percent: 100 });
  expect(lastThreeMonths).toEqual({ before: 33, after: 66 });
  test.clock.set(new Date('2026-03-18T08:00:00Z'));
});

it('updates the sums for each entry again after a change', async () => {
  const { _id: id } = await record('thabo', '2026-03-05', 3);
  const firm = createFirmScope(ctx.firm.id);
  const by = auditContext(firm);
  await test.db.transaction().execute(async (trx) => {
    await repriceEntries(trx, by, { ...none, changeId: newId() });
    await trx.updateTable('entries').set({ amountCents: 5 }).where('id', '=', id).execute();
  });
  const sums = await test.listRows('entryDays', { firmId: ctx.firm.id }, ['amountCents']);
  expect(sums).toEqual([{ amountCents: 5 }]);
});

it('keeps the sums of days beside the entries', async () => {
  for (const minutes of [1, 6, 11, 16, 32]) await record('thabo', '2026-03-05', minutes);
  await raise(again);
  const sumOf = (table: string) =>
    sql`(select sum(amount_cents)::integer from ${sql.table(table)}
      where firm_id = ${ctx.firm.id})`;
  const { rows } = await sql`
    select ${sumOf('entry_days')} as sums, ${sumOf('entries')} as entries`.execute(test.db);
  expect(rows).toEqual([{ sums: 3500 + 7000 + 10_500 + 12_000 + 15_900, entries: 48_900 }]);
});

it('compares what the last three months cost with what they would have cost', async () => {
  const days = ['2025-12-18', '2025-12-19', '2026-01-31', '2026-03-18', '2026-03-19'];
  for (const day of days) await record('thabo', day, 3);
  await record('zanele', '2026-02-01', 3);
  const { lastThreeMonths } = await preview({ percent: 10, roundTo: 0.1 });
  expect(lastThreeMonths).toEqual({ before: 139, after: 152.9 });
  const thabo = await preview({ percent: -100, cells: [cell('thabo', 'call')] });
  expect(thabo.lastThreeMonths).toEqual({ before: 99, after: 0 });
});

it('does not touch entries with a typed amount', async () => {
  await test.updateRows('callFeeSchedules', {}, { replacedAt: new Date() });
  const body = { matter: ctx.matter, disbursementType: ctx.call, date: '2026-03-05' };
  const reply = await test.call('POST /entries', {
    token: ctx.thabo.token,
    body: { ...body, minutes: 3, amount: 7 },
  });
  const { _id } = reply.json<{ data: { _id: string } }>().data;
  await fees('thabo', 'call', { upTo: { 5: 9000 } });
  expect((await raise(again)).entries).toEqual({ unlocked: 0, locked: 0 });
  expect(await entry(_id)).toMatchObject({ amountCents: 700, scheduleId: null, version: 1 });
});

it('rejects a price above what an entry may cost, and changes nothing', async () => {
  await fees('zanele', 'consultation', { upTo: { 5: 0 }, thereafter: [1, 99_000] });
  const { _id } = await record('zanele', '2026-03-05', 100_000, 'consultation');
  const message =
    'An entry of 100000 minutes of Zanele Khumalo for “Consultation” ' +
    'would cost more than R 100 000 000.00.';
  const cells = [cell('thabo', 'call'), cell('zanele', 'consultation')];
  for (const more of [{ dryRun: true }, { cells }, { cells, dryRun: true }]) {
    const place = 'cells' in more ? 'cells.1' : 'percent';
    expect(await post({ ...again, percent: 100, ...more })).toAnswer({
      fields: { [place]: message },
    });
  }
  expect(await post({ ...again, percent: 100 })).toAnswer(400, { message: /R 100 000 000\.00/ });
  expect(await entry(_id)).toMatchObject({ version: 1 });
  expect(await test.call('GET /rate-changes', { token: ctx.admin })).toAnswer({ count: 0 });
});
