import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { countLockWaits } from '../../test/lock-waits.ts';
import { useFeeChanges } from '../../test/fee-changes.ts';
import { lockFeesForPricing, lockFeesOfFirm } from '../call-fees/fee-changes.service.ts';
import { createFirmScope, type FirmScope } from '../platform/core/actor.ts';
import { callFees } from '../../test/factories.ts';
import { lockClosings } from '../exports/closings.service.ts';
import type { Trx } from '../platform/database/connections.ts';
import { lockAttorneys } from '../users/attorneys-of-change.service.ts';
import { updateRows } from '../../test/rows.ts';

const { test, ctx, fees, post, raise, preview, record, close, undo, entry, cell } = useFeeChanges();
const again = { reprice: true, reason: 'Agreed with all clients' };

it('saves the change of one of two admins, and names to the other what has changed', async () => {
  const body = { cells: [cell('thabo', 'call'), cell('zanele', 'call')] };
  const { state } = await preview(body);
  test.clock.advance(1000);
  const expecting = { ...body, expected: state };
  const replies = await Promise.all([post(expecting), post({ ...expecting, percent: 7 })]);
  const codes = replies.map(({ statusCode }) => statusCode);
  expect(codes.toSorted((a, b) => a - b)).toEqual([201, 409]);
  const { code, message } = replies
    .find(({ statusCode }) => statusCode === 409)
    ?.json<{ code: string; message: string }>() ?? { code: '', message: '' };
  expect(code).toBe('changed_meanwhile');
  for (const name of ['Thabo Mokoena', 'Zanele Khumalo'])
    expect(message).toContain(`${name} for “Call”`);
  expect(message).toContain('Nothing was saved');
  expect(await test.call('GET /rate-changes', { token: ctx.admin })).toAnswer({ count: 1 });
});

it('names no cell that is not in the change', async () => {
  const body = { cells: [cell('zanele', 'call')] };
  const { state } = await preview(body);
  test.clock.advance(1000);
  await raise({});
  const { message } = (await post({ ...body, expected: state })).json<{ message: string }>();
  expect(message).toContain('Zanele Khumalo for “Call” have changed');
  expect(message).not.toContain('Thabo');
});

it('rejects a change after a coming schedule or another entry since the preview', async () => {
  const { state } = await preview(again);
  await fees('zanele', 'call', { upTo: { 5: 1 }, validFrom: '2026-12-01' });
  expect(await post({ ...again, expected: state })).toAnswer({
    code: 'changed_meanwhile',
    message: /Zanele Khumalo for “Call”/,
  });
  const shown = await preview(again);
  await record('thabo', '2026-03-05', 3);
  expect(await post({ ...again, expected: shown.state })).toAnswer({
    code: 'changed_meanwhile',
    message: /The entries have changed/,
  });
  expect(await post({ ...again, expected: 'no state' })).toAnswer(409);
  // Without re-pricing an entry more changes nothing that is saved.
  await raise({ expected: shown.state });
});

it('never changes an entry that a closing locks at the same time', async () => {
  for (let round = 0; round < 4; round += 1) {
    for (let minutes = 1; minutes < 30; minutes += 7) await record('thabo', '2026-03-05', minutes);
    const [raised] = await Promise.all([post({ ...again, percent: 1 + round }), close()]);
    const { _id } = raised.json<{ data: { _id: string } }>().data;
    await Promise.all([undo(_id), close()]);
  }
  const { rows } = await sql<{ number: number; file: string; entries: string }>`
    select x.number, x.sum_cents::text as file, sum(e.amount_cents)::text as entries
    from exports x join entries e on e.export_id = x.id where x.firm_id = ${ctx.firm.id}
    group by x.number, x.sum_cents order by 1`.execute(test.db);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ entries }) => entries)).toEqual(rows.map(({ file }) => file));
});

it('prices again what is recorded while the change waits', async () => {
  const firm = createFirmScope(ctx.firm.id);
  const { _id } = await record('thabo', '2026-03-05', 3);
  let raised: ReturnType<typeof raise> | undefined;
  await test.db.transaction().execute(async (trx) => {
    await lockFeesForPricing(trx, firm);
    raised = raise(again);
    await expect.poll(() => countLockWaits(test.db)).toBe(1);
    await trx.updateTable('entries').set({ date: '2026-03-06' }).where('id', '=', _id).execute();
  });
  await raised;
  expect(await entry(_id)).toMatchObject({ amountCents: 3500, version: 2 });
});

it('prices an entry or a correction by the change that it had to wait for', async () => {
  const firm = createFirmScope(ctx.firm.id);
  const { _id } = await record('thabo', '2026-03-05', 3);
  const waiting: { entry?: ReturnType<typeof record>; correction?: ReturnType<typeof test.call> } =
    {};
  await test.db.transaction().execute(async (trx) => {
    await lockFeesOfFirm(trx, firm);
    waiting.entry = record('thabo', '2026-03-05', 3);
    const body = { minutes: 4 };
    waiting.correction = test.call(`PUT /entries/${_id}`, { token: ctx.thabo.token, body });
    await expect.poll(() => countLockWaits(test.db)).toBe(2);
    await updateRows(trx, 'callFeeBands', { chargeCents: 3300 }, { chargeCents: 1 });
  });
  expect(await waiting.entry).toMatchObject({ amount: 0.01 });
  expect((await waiting.correction)?.json()).toMatchObject({ data: { amount: 0.01 } });
});

type Lock = (trx: Trx, firm: FirmScope) => Promise<void>;

/** Sends a request that has to wait for this lock, works in between, and returns the reply. */
async function sendAgainst(
  lock: Lock,
  send: () => ReturnType<typeof post>,
  work: (trx: Trx) => Promise<unknown> = async () => undefined,
) {
  const waiting: { reply?: ReturnType<typeof post> } = {};
  await test.db.transaction().execute(async (trx) => {
    await lock(trx, createFirmScope(ctx.firm.id));
    waiting.reply = send();
    await expect.poll(() => countLockWaits(test.db)).toBe(1);
    await work(trx);
  });
  return (await waiting.reply)?.statusCode;
}

it.each([
  ['an entry that is priced', lockFeesForPricing],
  ['a closing', lockClosings],
])('waits for %s', async (_, lock: Lock) => {
  expect(await sendAgainst(lock, () => post({ ...again, _id: idOfChange }))).toBe(201);
  expect(await sendAgainst(lock, () => undo(idOfChange))).toBe(200);
});

const idOfChange = '019a0000-0000-7000-8000-000000000001';
const zanele = () => ({ firm: ctx.firm, attorney: ctx.zanele, type: { id: ctx.call } });

it('raises the fees that another user is saving for an attorney', async () => {
  const cells = [cell('zanele', 'call')];
  const code = await sendAgainst(
    lockAttorneys,
    () => post({ cells }),
    (trx) => callFees(trx, zanele(), { upTo: { 5: 5000 }, validFrom: '2026-02-15' }),
  );
  expect(code).toBe(201);
  expect((await record('zanele', '2026-03-02', 3)).amount).toBe(53);
});

it('leaves the fees that another user is saving for an attorney during the undo', async () => {
  const { _id } = await raise({});
  const code = await sendAgainst(
    lockAttorneys,
    () => undo(_id),
    async (trx) => {
      await sql`
      update call_fee_schedules set replaced_at = now()
      where user_id = ${ctx.zanele.id} and replaced_at is null and change_id = ${_id}`.execute(trx);
      await callFees(trx, zanele(), { upTo: { 5: 7700 }, validFrom: '2026-03-01' });
    },
  );
  expect(code).toBe(200);
  expect((await record('zanele', '2026-03-02', 3)).amount).toBe(77);
  expect((await record('thabo', '2026-03-02', 3)).amount).toBe(33);
});
