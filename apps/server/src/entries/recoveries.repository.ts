import type { MonthlyRecovery } from '@recoup/contract/entries/endpoints';
import { toRandTotal } from '@recoup/contract/core/money';
import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';

/** What the kept sums of the days can be asked for (docs/decisions/0020). */
type DayFilter = {
  attorney?: string | undefined;
  disbursementType?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** PostgreSQL adds bigints as numeric, without an end; as text no digit is lost on the way (docs/decisions/0036). */
export const sumOfCents = sql<string>`coalesce(sum(amount_cents), 0)::text`;

/** What was recovered, by month and type; months without entries are left out. */
export async function listMonths(
  db: Db,
  firm: FirmScope,
  filter: DayFilter,
): Promise<{ data: MonthlyRecovery[]; count: number }> {
  const month = sql<string>`to_char(entry_days.date, 'YYYY-MM')`;
  const rows = await entryDaysOf(db, firm, filter)
    .innerJoin('disbursementTypes', 'disbursementTypes.id', 'entryDays.disbursementTypeId')
    .select([month.as('month'), 'disbursementTypes.id', 'disbursementTypes.title'])
    .select([
      sql<number>`sum(count)`.as('count'),
      sql<number>`sum(minutes)::bigint`.as('minutes'),
      sumOfCents.as('cents'),
    ])
    .groupBy([month, 'disbursementTypes.id', 'disbursementTypes.title'])
    .having(sql<number>`sum(count)`, '>', 0)
    .orderBy('month')
    .orderBy(sql`lower(disbursement_types.title)`)
    .execute();
  const data = rows.map(({ id, title, cents, ...row }) => ({
    ...row,
    disbursementType: { _id: id, name: title },
    amount: toRandTotal(BigInt(cents)),
  }));
  return { data, count: data.length };
}

/** How many entries there are, and their sum in cents. */
export async function dailyTotals(
  db: Db,
  firm: FirmScope,
  filter: DayFilter,
): Promise<{ count: number; amountCents: bigint }> {
  const { count, cents } = await entryDaysOf(db, firm, filter)
    .select([sql<number>`coalesce(sum(count), 0)`.as('count'), sumOfCents.as('cents')])
    .executeTakeFirstOrThrow();
  return { count, amountCents: BigInt(cents) };
}

function entryDaysOf(db: Db, firm: FirmScope, filter: DayFilter) {
  let query = db.selectFrom('entryDays').where('entryDays.firmId', '=', firm.firmId);
  if (filter.attorney !== undefined)
    query = query.where('entryDays.attorneyId', '=', filter.attorney);
  if (filter.disbursementType !== undefined)
    query = query.where('entryDays.disbursementTypeId', '=', filter.disbursementType);
  if (filter.from !== undefined) query = query.where('entryDays.date', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('entryDays.date', '<=', filter.to);
  return query;
}
