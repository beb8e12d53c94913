import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { callFees } from '../../test/factories.ts';
import { countLockWaits } from '../../test/lock-waits.ts';
import { useFeeChanges } from '../../test/fee-changes.ts';
import { lockFeesForPricing } from '../call-fees/fee-changes.service.ts';
import { lockClosings } from '../exports/closings.service.ts';
import { createFirmScope, type FirmScope } from '../platform/core/actor.ts';
import type { Trx } from '../platform/database/connections.ts';
import { lockAttorneys } from '../users/attorneys-of-change.service.ts';

const { test, ctx, post, raise, record, undo, cell } = useFeeChanges();
const again = { reprice: true, reason: 'Agreed with all clients' };
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
    await expect.poll(() => countLockWaits(test.db), { timeout: 10_000 }).toBe(1);
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
    (trx) => callFees(trx, zanele(), { bands: [[0, 5, 5000]], validFrom: '2026-02-15' }),
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
      await callFees(trx, zanele(), { bands: [[0, 5, 7700]], validFrom: '2026-03-01' });
    },
  );
  expect(code).toBe(200);
  expect((await record('zanele', '2026-03-02', 3)).amount).toBe(77);
  expect((await record('thabo', '2026-03-02', 3)).amount).toBe(33);
});
