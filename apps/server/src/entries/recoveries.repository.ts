import type { VatTotals } from '@recoup/contract/vat/amounts';
import { toVatTotals } from '@recoup/contract/vat/totals';
import { toRandTotal } from '@recoup/contract/core/money';
import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';
import { joinByFirm } from '../platform/database/join-by-firm.ts';
import { foldedText } from '../platform/database/pagination-and-search.ts';

/** The columns of `entry_days`, the sums that triggers keep (docs/decisions/0020). */
type DayFilter = {
  attorney?: string | undefined;
  disbursementType?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** Sums in cents, and whether the firm is a VAT vendor. */
export type EntryTotals = {
  count: number;
  amountCents: bigint;
  netCents: bigint;
  vatCents: bigint;
  isVendor: boolean;
};
type Sums = { count: number; cents: string; net: string; vat: string; isVendor: boolean };

/**
 * Sums up `entries`, or the stored sums `entry_days`; `isWindow` adds the sums of all to each row.
 */
export function entrySums(firm: FirmScope, of: 'entries' | 'entry_days', isWindow = false) {
  const isDay = of === 'entry_days';
  const over = sql.raw(isWindow ? 'over ()' : '');
  const sum = (column: string) => sql`coalesce(sum(${sql.raw(column)}) ${over}, 0)`;
  // A sum of bigints is numeric, without a bound; text loses no digit (docs/decisions/0036).
  const sumAsText = (cents: string) => sql<string>`${sum(cents)}::text`;
  const net = isDay
    ? 'entry_days.net_cents'
    : 'entries.amount_cents - case when entries.vat_included then entries.vat_cents else 0 end';
  return [
    sql<number>`${sum(isDay ? 'entry_days.count' : '1')}`.as('count'),
    sumAsText(`${of}.amount_cents`).as('cents'),
    sumAsText(net).as('net'),
    sumAsText(`${of}.vat_cents`).as('vat'),
    sql<boolean>`(select is_vat_vendor from firms where id = ${firm.firmId})`.as('isVendor'),
  ] as const;
}

export function totalsOfSums({ count, cents, net, vat, isVendor }: Sums): EntryTotals {
  const [amountCents, netCents, vatCents] = [BigInt(cents), BigInt(net), BigInt(vat)];
  return { count, amountCents, netCents, vatCents, isVendor };
}

/** Nothing for a firm that is no VAT vendor and has charged none. */
export function vatTotalsField(totals: Omit<EntryTotals, 'count'>): { vat?: VatTotals } {
  const { netCents, vatCents, isVendor } = totals;
  if (!isVendor && vatCents === 0n) return {};
  return { vat: toVatTotals(netCents, vatCents) };
}

/** Recoveries by month and type, without empty months. */
export async function listMonths(db: Db, firm: FirmScope, filter: DayFilter) {
  const month = sql<string>`to_char(entry_days.date, 'YYYY-MM')`;
  const rows = await selectEntryDays(db, firm, filter)
    .innerJoin('disbursementTypes', (join) =>
      joinByFirm(join, 'disbursementTypes.id', 'entryDays.disbursementTypeId'),
    )
    .select([month.as('month'), 'disbursementTypes.id', 'disbursementTypes.title'])
    .select(sql<number>`sum(minutes)::bigint`.as('minutes'))
    .select(entrySums(firm, 'entry_days'))
    .groupBy([month, 'disbursementTypes.id', 'disbursementTypes.title'])
    .having(sql<number>`sum(count)`, '>', 0)
    .orderBy('month')
    .orderBy(foldedText(sql`disbursement_types.title`))
    .execute();
  const data = rows.map(({ id, title, minutes, ...row }) => {
    const totals = totalsOfSums(row);
    return {
      month: row.month,
      disbursementType: { _id: id, name: title },
      count: totals.count,
      minutes,
      amount: toRandTotal(totals.amountCents),
      ...vatTotalsField(totals),
    };
  });
  return { data, count: data.length };
}

export async function dailyTotals(db: Db, firm: FirmScope, filter: DayFilter) {
  return totalsOfSums(
    await selectEntryDays(db, firm, filter)
      .select(entrySums(firm, 'entry_days'))
      .executeTakeFirstOrThrow(),
  );
}

function selectEntryDays(db: Db, firm: FirmScope, filter: DayFilter) {
  let query = db.selectFrom('entryDays').where('entryDays.firmId', '=', firm.firmId);
  if (filter.attorney !== undefined)
    query = query.where('entryDays.attorneyId', '=', filter.attorney);
  if (filter.disbursementType !== undefined)
    query = query.where('entryDays.disbursementTypeId', '=', filter.disbursementType);
  if (filter.from !== undefined) query = query.where('entryDays.date', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('entryDays.date', '<=', filter.to);
  return query;
}
