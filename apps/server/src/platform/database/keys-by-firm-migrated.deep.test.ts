import { sql } from 'kysely';
import { newId } from '@recoup/contract/core/ids';
import { expect, it } from 'vitest';
import { earlierDatabase } from '../../../test/earlier-database.ts';
import type { Db } from './connections.ts';

it('gives earlier fee rows the firm of their schedule, and keeps every foreign key', async () => {
  const { db, upgrade } = await earlierDatabase('0060');
  const firmOfBand = new Map<string, string>();
  for (const domain of ['a.co.za', 'b.co.za']) {
    const { firmId, scheduleId } = await insertSchedule(db, domain);
    firmOfBand.set(scheduleId, firmId);
  }
  const before = await foreignKeys(db);
  await upgrade();
  const { rows } = await sql<{ scheduleId: string; firmId: string }>`
    select schedule_id, firm_id from call_fee_bands`.execute(db);
  expect(new Map(rows.map(({ scheduleId, firmId }) => [scheduleId, firmId]))).toEqual(firmOfBand);
  const after = await foreignKeys(db);
  const stored = before.filter((key) => !key.startsWith('call_fee_bands'));
  expect(stored.filter((key) => !after.includes(key))).toEqual([]);
  await sql`delete from call_fee_schedules`.execute(db);
  expect(await db.selectFrom('callFeeBands').selectAll().execute()).toEqual([]);
});

async function insertSchedule(db: Db, domain: string) {
  const [firmId, userId, typeId, scheduleId] = [newId(), newId(), newId(), newId()];
  await sql`insert into firms (id, name) values (${firmId}, 'Mokoena Inc')`.execute(db);
  await sql`insert into users (id, firm_id, role, name, email, cell, status)
    values (${userId}, ${firmId}, 0, 'T', ${`t@${domain}`}, '', 2)`.execute(db);
  await sql`insert into disbursement_types (id, firm_id, title, fixed, calculated)
    values (${typeId}, ${firmId}, 'Call', false, true)`.execute(db);
  await sql`insert into call_fee_schedules (id, firm_id, user_id, disbursement_type_id, valid_from)
    values (${scheduleId}, ${firmId}, ${userId}, ${typeId}, '2000-01-01')`.execute(db);
  await sql`insert into call_fee_bands values (${scheduleId}, 1, 0, 5, 0, 3300)`.execute(db);
  return { firmId, scheduleId };
}

async function foreignKeys(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as name
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}
