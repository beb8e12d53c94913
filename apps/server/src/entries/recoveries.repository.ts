import type { MonthlyRecovery } from '@recoup/contract/entries/recoveries';
import { toRandTotal } from '@recoup/contract/core/money';
import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';

/** The columns of `entry_days`, the sums that triggers keep (docs/decisions/0020). */
type DayFilter = {
  attorney?: string | undefined;
  disbursementType?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** A sum of bigints is numeric, without a bound; text loses no digit (docs/decisions/0036). */
export const sumOfCents = sql<string>`coalesce(sum(amount_cents), 0)::text`;

/** Recoveries by month and type, without empty months. */
export async function listMonths(
  db: Db,
  firm: FirmScope,
  filter: DayFilter,
): Promise<{ data: MonthlyRecovery[]; count: number }> {
  const month = sql<string>`to_char(entry_days.date, 'YYYY-MM')`;
  const rows = await entryDaysOf(db, firm, filter)
    .innerJoin('disbursementTypes', (join) =>
      join
        .onRef('disbursementTypes.firmId', '=', 'entryDays.firmId')
        .onRef('disbursementTypes.id', '=', 'entryDays.disbursementTypeId'),
    )
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
