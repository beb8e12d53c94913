import { role, userStatus } from '@recoup/contract/core/access';
import { toRandTotal } from '@recoup/contract/core/money';
import { toVatTotals } from '@recoup/contract/vat/totals';
import type { AttorneyMonth } from '@recoup/contract/month-end/sign-off-endpoints';
import { sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { insertIfNew } from '../../platform/database/insert-if-new.ts';
import { foldedText } from '../../platform/database/pagination-and-search.ts';

/** In the database a month is its first day. */
type Month = { from: string; to: string };
type Wanted = Month & { attorney?: string | undefined };

/** An inactive type does not count, since nothing new can be recorded with it. */
function hasTypes(user: 'users' | 'u') {
  return sql<boolean>`exists (select from user_disbursement_types a
    join disbursement_types t on t.firm_id = a.firm_id and t.id = a.disbursement_type_id
    where a.firm_id = ${sql.table(user)}.firm_id and a.user_id = ${sql.table(user)}.id
      and t.active)`;
}

/**
 * A secretary, who has no types, records for others alone and has no month of her own. The page has
 * the same rule (`recordsForOthersAlone`).
 */
export function hasOwnMonth(user: 'users' | 'u') {
  return sql<boolean>`(${hasTypes(user)} or not exists (select from recording_rights r
    join users o on o.firm_id = r.firm_id and o.id = r.attorney_id
    where r.firm_id = ${sql.table(user)}.firm_id and r.user_id = ${sql.table(user)}.id
      and o.status = ${userStatus.active}))`;
}

/**
 * Active attorneys of the firm, and others with entries in the month, by name; with `attorney` that
 * one alone.
 */
export async function listAttorneyMonths(
  db: Db,
  firm: FirmScope,
  wanted: Wanted,
): Promise<AttorneyMonth[]> {
  return (await selectMonths(db, firm, wanted).execute()).map(toAttorneyMonth);
}

function selectMonths(db: Db, firm: FirmScope, { from, to, attorney }: Wanted) {
  const days = entriesByAttorney(db, firm, { from, to, attorney }).as('days');
  const recordedSince = sql<number>`case when sign_offs.completed_at is null then 0 else (
    select count(*) from entries e
    where e.firm_id = ${firm.firmId} and e.attorney_id = users.id
      and e.date between ${from}::date and ${to}::date
      and e.created_at > sign_offs.completed_at) end`;
  return db
    .selectFrom('users')
    .leftJoin('monthSignOffs as signOffs', (join) =>
      join
        .onRef('signOffs.firmId', '=', 'users.firmId')
        .onRef('signOffs.attorneyId', '=', 'users.id')
        .on('signOffs.month', '=', from),
    )
    .leftJoin(days, 'days.attorneyId', 'users.id')
    .where('users.firmId', '=', firm.firmId)
    .where('users.role', '=', role.attorney)
    .where((eb) =>
      eb.or([
        eb.and([eb('users.status', '=', userStatus.active), hasOwnMonth('users')]),
        eb('days.entries', '>', 0),
      ]),
    )
    .where(matchesAttorney(attorney, 'users.id'))
    .select(['users.id', 'users.name', 'signOffs.completedAt'])
    .select(['days.entries', 'days.cents', 'days.net', 'days.vat'])
    .select(
      sql<boolean>`(select is_vat_vendor from firms where id = ${firm.firmId})`.as('isVendor'),
    )
    .select(recordedSince.as('recordedSince'))
    .orderBy(foldedText(sql`users.name`))
    .orderBy('users.id');
}

/** Counts attorneys with entries in the month, and active ones who have active types. */
export async function countMonths(db: Db, firm: FirmScope, { from, to }: Month) {
  const { rows } = await sql<{ complete: number; of: number }>`
    select count(s.completed_at)::int as complete, count(*)::int as of
    from users left join month_sign_offs s
      on s.firm_id = users.firm_id and s.attorney_id = users.id and s.month = ${from}
    where users.firm_id = ${firm.firmId} and users.role = ${role.attorney}
      and ((users.status = ${userStatus.active} and ${hasTypes('users')}) or exists (
        select from entry_days d where d.firm_id = ${firm.firmId} and d.attorney_id = users.id
          and d.date between ${from} and ${to} and d.count > 0))`.execute(db);
  return rows[0] ?? { complete: 0, of: 0 };
}

/** False if the month was complete already. */
export async function insertSignOff(
  trx: Trx,
  firm: FirmScope,
  { attorneyId, from, now }: Pick<Month, 'from'> & { attorneyId: string; now: Date },
): Promise<boolean> {
  return insertIfNew(
    trx
      .insertInto('monthSignOffs')
      .values({ firmId: firm.firmId, attorneyId, month: from, completedAt: now })
      .onConflict((conflict) => conflict.doNothing()),
  );
}

/** False if the month was not complete. */
export async function deleteSignOff(
  trx: Trx,
  firm: FirmScope,
  { attorneyId, from }: Pick<Month, 'from'> & { attorneyId: string },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('monthSignOffs')
    .where('firmId', '=', firm.firmId)
    .where('attorneyId', '=', attorneyId)
    .where('month', '=', from)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** From the stored sums of the days (docs/decisions/0020). */
function entriesByAttorney(db: Db, firm: FirmScope, { from, to, attorney }: Wanted) {
  return db
    .selectFrom('entryDays')
    .where('firmId', '=', firm.firmId)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where(matchesAttorney(attorney, 'attorneyId'))
    .groupBy('attorneyId')
    .select(['attorneyId', sql<number>`sum(count)`.as('entries')])
    .select(sql<string>`sum(amount_cents)::text`.as('cents'))
    .select(sql<string>`sum(net_cents)::text`.as('net'))
    .select(sql<string>`sum(vat_cents)::text`.as('vat'));
}

function matchesAttorney(attorney: string | undefined, column: string) {
  return attorney === undefined
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} = ${attorney}`;
}

type Row = Awaited<ReturnType<ReturnType<typeof selectMonths>['execute']>>[number];

function toAttorneyMonth({ id, name, completedAt, recordedSince, ...row }: Row): AttorneyMonth {
  const entries = row.entries ?? 0;
  const openState = entries > 0 ? 'open' : 'nothing';
  const [net, vat] = [BigInt(row.net ?? 0), BigInt(row.vat ?? 0)];
  return {
    attorney: { _id: id, name },
    state: completedAt ? 'complete' : openState,
    completedAt: completedAt?.toISOString() ?? null,
    recordedSince,
    entries,
    sum: toRandTotal(BigInt(row.cents ?? 0)),
    ...((row.isVendor || vat !== 0n) && { vat: toVatTotals(net, vat) }),
  };
}
