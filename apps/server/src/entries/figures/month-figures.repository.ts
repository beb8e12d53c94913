import type {
  FigureGroup,
  MonthFigure,
  MonthFigureList,
} from '@recoup/contract/entries/month-figures';
import { toRandTotal } from '@recoup/contract/core/money';
import { type RawBuilder, sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import { monthDays } from '../../platform/core/clock.ts';
import type { Db } from '../../platform/database/connections.ts';
import { joinByFirm } from '../../platform/database/join-by-firm.ts';
import {
  contains,
  limitOffset,
  type PageQuery,
} from '../../platform/database/pagination-and-search.ts';
import { matchingEntries } from '../entry-filter.repository.ts';
import { entrySums, totalsOfSums, vatTotalsField } from '../recoveries.repository.ts';

type Figures = { month: string; by: FigureGroup; search?: string | undefined };
type Sums = Parameters<typeof totalsOfSums>[0] & { minutes: number };

/** A page of a month's figures, the largest sum first; the total is of all that match. */
export async function listMonthFigures(
  db: Db,
  firm: FirmScope,
  { page, itemsPerPage, ...figures }: Figures & PageQuery,
): Promise<MonthFigureList> {
  const { limit, offset } = limitOffset({ page, itemsPerPage });
  const { key, number, client, name, id } = columns[figures.by];
  const total = await summedEntries(db, firm, figures)
    .select(sql<number>`count(distinct ${key})`.as('groups'))
    .executeTakeFirstOrThrow();
  const rows = await summedEntries(db, firm, figures)
    .select([id.as('id'), name.as('name'), number.as('number'), client.as('client')])
    .groupBy(key)
    .orderBy(sql`sum(entries.amount_cents)`, 'desc')
    .orderBy(key)
    .limit(limit)
    .offset(offset)
    .execute();
  return { data: rows.map(toFigure), count: total.groups, total: toSums(total) };
}

/** `key` is what a figure is summed by; the other columns are the same in all its entries. */
type Columns = Record<'key' | 'id' | 'name' | 'number' | 'client', RawBuilder<string | null>>;

const none = sql<null>`null::text`;
const clientOfMatter = sql<string | null>`min(matters.client)`;
const columns: Readonly<Record<FigureGroup, Columns>> = {
  client: {
    key: sql`coalesce(matters.client, '')`,
    id: none,
    name: clientOfMatter,
    number: none,
    client: none,
  },
  matter: {
    key: sql`entries.matter_id`,
    id: sql`entries.matter_id`,
    name: sql`min(matters.description)`,
    number: sql`min(matters.number)`,
    client: clientOfMatter,
  },
  attorney: {
    key: sql`entries.attorney_id`,
    id: sql`entries.attorney_id`,
    name: sql`min(users.name)`,
    number: none,
    client: none,
  },
};

const searched: Readonly<Record<FigureGroup, RawBuilder<string>>> = {
  client: sql`coalesce(matters.client, '')`,
  matter: sql`matters.number || E'\n' || coalesce(matters.client, '')
    || E'\n' || matters.description`,
  attorney: sql`users.name`,
};

/** With their sums, for each group of the query or for all together. */
function summedEntries(db: Db, firm: FirmScope, { month, by, search = '' }: Figures) {
  const query = matchingEntries(db, firm, monthDays(month))
    .innerJoin('users', 'users.id', 'entries.attorneyId')
    .innerJoin('matters', (join) => joinByFirm(join, 'matters.id', 'entries.matterId'))
    .select(entrySums(firm, 'entries'))
    .select(sql<number>`coalesce(sum(entries.minutes), 0)`.as('minutes'));
  return search === '' ? query : query.where(contains(searched[by], search));
}

function toFigure({
  id,
  name,
  number,
  client,
  ...sums
}: Sums & { id: string | null } & Pick<MonthFigure, 'name' | 'number' | 'client'>): MonthFigure {
  return { _id: id, name, number, client, ...toSums(sums) };
}

function toSums({ minutes, ...sums }: Sums): MonthFigureList['total'] {
  const totals = totalsOfSums(sums);
  return {
    entries: totals.count,
    minutes,
    amount: toRandTotal(totals.amountCents),
    ...vatTotalsField(totals),
  };
}
