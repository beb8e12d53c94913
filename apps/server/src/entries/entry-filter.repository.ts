import { type Expression, type RawBuilder, sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';
import { hasVoucher } from '../platform/database/voucher-columns.ts';
import { contains, searchableTable } from '../platform/database/pagination-and-search.ts';

type Maybe<T> = T | undefined;
export type EntryFilter = {
  attorney?: Maybe<string>;
  /** The user who recorded it. */
  createdBy?: Maybe<string>;
  /** An attorney: of the own entries, and those recorded for others whom the right still names. */
  visibleTo?: Maybe<string>;
  matter?: Maybe<string>;
  disbursementType?: Maybe<string>;
  from?: Maybe<string>;
  to?: Maybe<string>;
  /** Whether a closing export holds it. */
  exported?: Maybe<boolean>;
  hasVoucher?: Maybe<boolean>;
  search?: Maybe<string>;
  /** Result of the search, so that no statement folds the texts again; see `withFound`. */
  found?: Maybe<Found>;
};
/** `broad`: so much that no index helps. */
type Found = readonly string[] | 'broad';

export function matchingEntries(db: Db, firm: FirmScope, filter: EntryFilter) {
  let query = entriesOfPeople(db, firm, filter);
  if (filter.matter !== undefined) query = query.where('entries.matterId', '=', filter.matter);
  if (filter.disbursementType !== undefined)
    query = query.where('entries.disbursementTypeId', '=', filter.disbursementType);
  if (filter.from !== undefined) query = query.where('entries.date', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('entries.date', '<=', filter.to);
  if (filter.exported !== undefined)
    query = query.where('entries.exportId', filter.exported ? 'is not' : 'is', null);
  if (filter.hasVoucher !== undefined)
    query = query.where(filter.hasVoucher ? hasVoucher : sql<boolean>`not ${hasVoucher}`);
  if (filter.search === undefined || filter.search === '') return query;
  return query.where(isFound(db, firm, { search: filter.search, found: filter.found }));
}

function isFound(
  db: Db,
  firm: FirmScope,
  { search, found }: { search: string; found: Maybe<Found> },
): RawBuilder<boolean> {
  if (found === undefined) return isAmong(foundEntries(db, firm, search));
  if (found !== 'broad') return sql`entries.id = any(${[...found]}::uuid[])`;
  const isNarrated = contains(sql`entries.narration`, search);
  const isVouched = contains(sql`entries.voucher`, search);
  return sql`(entries.matter_id in ${foundMatters(db, firm, search)}
    or ${isNarrated} or ${isVouched})`;
}

function entriesOfPeople(db: Db, firm: FirmScope, filter: EntryFilter) {
  const { attorney, createdBy, visibleTo, search } = filter;
  let query = db
    .selectFrom(searchableTable('entries', Boolean(search)).as('entries'))
    .where('entries.firmId', '=', firm.firmId);
  if (attorney !== undefined) query = query.where('entries.attorneyId', '=', attorney);
  if (createdBy !== undefined) query = query.where('entries.createdBy', '=', createdBy);
  return visibleTo === undefined ? query : query.where(isVisibleTo(firm, visibleTo));
}

function isVisibleTo({ firmId }: FirmScope, userId: string): RawBuilder<boolean> {
  return sql`(entries.attorney_id = ${userId}::uuid or entries.created_by = ${userId}::uuid
    and exists (select from recording_rights r where r.firm_id = ${firmId}
      and r.user_id = ${userId}::uuid and r.attorney_id = entries.attorney_id))`;
}

/**
 * Reads the ids once. PostgreSQL knows nothing of a firm that began after its last ANALYZE, expects
 * one entry, and would run the query of a join again for each.
 */
export function isAmong(ids: Expression<unknown>): RawBuilder<boolean> {
  return sql`entries.id = any(array(${ids}))`;
}

/** From so many hits on, scanning the entries is faster than looking up each hit. */
const broadSearchRows = 5000;

/** The filter with what its search finds, which the statements of a list share. */
export async function withFound<T extends EntryFilter>(
  db: Db,
  firm: FirmScope,
  filter: T,
): Promise<T & EntryFilter> {
  const { search } = filter;
  if (search === undefined || search === '') return filter;
  const rows = await foundEntries(db, firm, search).limit(broadSearchRows).execute();
  const isBroad = rows.length === broadSearchRows;
  return { ...filter, found: isBroad ? 'broad' : rows.map(({ id }) => id) };
}

function foundMatters(db: Db, firm: FirmScope, search: string) {
  return db
    .selectFrom(searchableTable('matters', true).as('matters'))
    .where('matters.firmId', '=', firm.firmId)
    .where(
      contains(
        sql`matters.number || E'\n' || coalesce(matters.client, '')
          || E'\n' || matters.description`,
        search,
      ),
    )
    .select('matters.id');
}

/** A union, so that each search uses its own index; a condition with `or` could use neither. */
function foundEntries(db: Db, firm: FirmScope, search: string) {
  const matters = foundMatters(db, firm, search);
  const entries = db
    .selectFrom(searchableTable('entries', true).as('e'))
    .where('e.firmId', '=', firm.firmId)
    .select('e.id');
  const withText = (column: 'narration' | 'voucher') =>
    entries.where(contains(sql.ref(`e.${column}`), search));
  return entries
    .where('e.matterId', 'in', matters)
    .unionAll(withText('narration'))
    .unionAll(withText('voucher'));
}
