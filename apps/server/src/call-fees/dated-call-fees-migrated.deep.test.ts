import { newId } from '@recoup/contract/core/ids';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { earlierDatabase } from '../../test/earlier-database.ts';
import { aDisbursementType, aFirm, aUser } from '../../test/factories.ts';

it('dates the call fees of an earlier database', async () => {
  const { db, upgrade } = await earlierDatabase('0033');
  const firm = await aFirm(db);
  const attorney = await aUser(db, { firm });
  const types = await Promise.all(
    ['Call', 'Copies', 'Fax', 'Scan'].map(async (title) => aDisbursementType(db, firm, { title })),
  );
  /** Times are in UTC; the day in South Africa begins at 22:00. */
  const add = async (type: number, createdAt: string, replacedAt: string | null, cents: number) => {
    const id = newId();
    await sql`insert into call_fee_schedules
      (id, firm_id, user_id, disbursement_type_id, created_at, replaced_at)
      values (${id}, ${firm.id}, ${attorney.id}, ${types[type]?.id}, ${createdAt},
        ${replacedAt})`.execute(db);
    await sql`insert into call_fee_bands values (${id}, 1, 0, 5, 0, ${cents})`.execute(db);
  };
  // Changed later, late in the evening, and twice on one day.
  await add(0, '2025-01-10T08:00Z', '2025-03-01T21:59Z', 1);
  await add(0, '2025-03-01T21:59Z', '2025-03-01T22:00Z', 2);
  await add(0, '2025-03-01T22:00Z', '2025-03-02T08:00Z', 3);
  await add(0, '2025-03-02T08:00Z', null, 4);
  // Ended, and begun again later.
  await add(1, '2025-01-10T08:00Z', '2025-02-01T08:00Z', 1);
  await add(1, '2025-04-01T08:00Z', null, 2);
  // Ended for good; and ended and begun again on the same day.
  await add(2, '2025-01-10T08:00Z', '2025-02-01T08:00Z', 1);
  await add(3, '2025-01-10T08:00Z', '2025-02-01T08:00Z', 1);
  await add(3, '2025-02-01T09:00Z', null, 2);
  await upgrade();
  const { rows } = await sql<{ title: string; from: string; cents: number | null }>`
    select title, valid_from::text as "from", charge_cents as cents
    from call_fee_schedules s join disbursement_types t on t.id = s.disbursement_type_id
    left join call_fee_bands b on b.schedule_id = s.id
    where replaced_at is null order by title, valid_from`.execute(db);
  expect(rows.map(({ title, from, cents }) => [title, from, cents])).toEqual([
    ['Call', '2000-01-01', 1],
    ['Call', '2025-03-01', 2],
    ['Call', '2025-03-02', 4],
    ['Copies', '2000-01-01', 1],
    ['Copies', '2025-02-01', null],
    ['Copies', '2025-04-01', 2],
    ['Fax', '2000-01-01', 1],
    ['Fax', '2025-02-01', null],
    ['Scan', '2000-01-01', 1],
    ['Scan', '2025-02-01', 2],
  ]);
});
