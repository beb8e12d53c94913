import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { useMatrixFirm } from '../../test/matrix-firm.ts';

const { test, firm, zanele, call, save } = useMatrixFirm();

async function untilAnotherWaits(): Promise<void> {
  const waiting = sql`select from pg_locks where not granted and pid in
    (select pid from pg_stat_activity where datname = current_database())`;
  await vi.waitFor(
    async () => expect((await waiting.execute(test.db)).rows).toHaveLength(1),
    5_000,
  );
}

it('compares a file with the fees that are saved while it waits for the attorney', async () => {
  const holder = await test.pool.connect();
  await holder.query('begin');
  await holder.query('select from users where id = $1 for update', [zanele.id]);
  const file = save([`${zanele.email},Call,,5,44,,,,,,,,`]);
  try {
    await untilAnotherWaits();
    await holder.query(
      `insert into call_fee_schedules (id, firm_id, user_id, disbursement_type_id, valid_from)
       values (gen_random_uuid(), $1, $2, $3, '2026-03-10')`,
      [firm.id, zanele.id, call.id],
    );
  } finally {
    await holder.query('commit');
    holder.release();
  }
  // Without the lock it is compared with the fees that ended on 10 March.
  expect((await file).changed).toMatchObject([{ before: [], after: [{ charges: 44 }] }]);
});
