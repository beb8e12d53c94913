import type { Entry } from '@recoup/contract/entries/endpoints';
import type { Matter } from '@recoup/contract/matters/endpoints';
import { toRand, toRandTotal } from '@recoup/contract/core/money';
import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import {
  contains,
  type PageQuery,
  limitOffset,
  searchableTable,
} from '../platform/database/pagination-and-search.ts';
import { dailyTotals, sumOfCents } from './recoveries.repository.ts';

type Maybe<T> = T | undefined;
export type EntryFilter = {
  attorney?: Maybe<string>;
  matter?: Maybe<string>;
  disbursementType?: Maybe<string>;
  from?: Maybe<string>;
  to?: Maybe<string>;
  search?: Maybe<string>;
  /** Whether the search finds so much that no index helps; see `isBroadSearch`. */
  isBroad?: boolean;
};

/** An entry as it is kept; amounts in cents. */
export type EntryRow = {
  id: string;
  attorneyId: string;
  matterId: string;
  disbursementTypeId: string;
  date: string;
  minutes: number | null;
  quantity: number | null;
  amountCents: number;
  narration: string | null;
  /** The fee rows that priced it; null where the amount was given. */
  scheduleId: string | null;
};
type KeptEntry = EntryRow & { version: number; exportNumber: number | null };

/** A page of the firm's entries, newest first; how many match in all, and the sum of those in Rand. */
export async function listEntries(
  db: Db,
  firm: FirmScope,
  query: EntryFilter & PageQuery,
): Promise<{ data: Entry[]; count: number; amount: number | string }> {
  const filter = { ...query, isBroad: await isBroadSearch(db, firm, query.search) };
  const { count, amountCents } = await totalsOf(db, firm, filter);
  const { limit, offset } = limitOffset(query);
  const remaining = count - offset;
  // A page in the second half is reached from the end: PostgreSQL reads all that it skips.
  const isFromEnd = offset > remaining;
  const order = isFromEnd ? 'asc' : 'desc';
  const ids = matchingEntries(db, firm, filter)
    .select('entries.id')
    .orderBy('entries.date', order)
    .orderBy('entries.id', order)
    .limit(Math.max(0, Math.min(limit, remaining)))
    .offset(isFromEnd ? Math.max(0, remaining - limit) : offset);
  // Everything else is looked up for the page alone.
  const rows = await withNames(db, firm).where('entries.id', 'in', ids).execute();
  return { data: rows.map(toEntry), count, amount: toRandTotal(amountCents) };
}

/** Of one attorney alone where one is named. */
export async function findEntry(
  db: Db,
  firm: FirmScope,
  of: { id: string; attorney?: Maybe<string> },
): Promise<Maybe<Entry>> {
  const row = await withNames(db, firm)
    .where(
      'entries.id',
      'in',
      matchingEntries(db, firm, of).where('entries.id', '=', of.id).select('entries.id'),
    )
    .executeTakeFirst();
  return row ? toEntry(row) : undefined;
}

/** As it is kept. */
export async function findEntryRow(
  db: Db,
  firm: FirmScope,
  of: { id: string; attorney?: Maybe<string> },
): Promise<Maybe<KeptEntry>> {
  return keptEntry(db, firm, of).executeTakeFirst();
}

/**
 * As `findEntryRow`, locked until the transaction ends. Two statements: after a wait for the lock the first one sees the new row, but not
 * the export that a closing has committed with it.
 */
export async function lockEntry(
  trx: Trx,
  firm: FirmScope,
  of: { id: string; attorney?: Maybe<string> },
): Promise<Maybe<KeptEntry>> {
  await matchingEntries(trx, firm, of)
    .where('entries.id', '=', of.id)
    .select('entries.id')
    .forUpdate()
    .execute();
  return findEntryRow(trx, firm, of);
}

/** False when the firm has an entry of that id, as it does when the same request is sent twice. */
export async function insertEntry(
  trx: Trx,
  firm: FirmScope,
  { now, ...entry }: EntryRow & { createdBy: string; now: Date },
): Promise<boolean> {
  const result = await trx
    .insertInto('entries')
    .values({ ...entry, createdAt: now, firmId: firm.firmId })
    .onConflict((conflict) => conflict.columns(['firmId', 'id']).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function updateEntryRow(
  trx: Trx,
  firm: FirmScope,
  entry: EntryRow & { version: number },
): Promise<void> {
  const { id, ...values } = entry;
  await trx
    .updateTable('entries')
    .set(values)
    .where('firmId', '=', firm.firmId)
    .where('id', '=', id)
    .execute();
}

export async function deleteEntryRow(trx: Trx, firm: FirmScope, id: string): Promise<void> {
  await trx.deleteFrom('entries').where('firmId', '=', firm.firmId).where('id', '=', id).execute();
}

/** The matters of the latest entries, latest first; who records a call is mostly on the phone about the same ones again. */
export async function listRecentMatters(
  db: Db,
  firm: FirmScope,
  of: { attorney: Maybe<string> },
): Promise<Matter[]> {
  const latest = matchingEntries(db, firm, of)
    .select(['entries.matterId', 'entries.createdAt'])
    .orderBy('entries.date', 'desc')
    .orderBy('entries.id', 'desc')
    .limit(500)
    .as('latest');
  const rows = await db
    .selectFrom(latest)
    .innerJoin('matters', 'matters.id', 'latest.matterId')
    .leftJoin('users', 'users.id', 'matters.attorneyId')
    .select([
      'matters.id',
      'matters.number',
      'matters.description',
      'matters.client',
      'matters.status',
      'matters.opened',
    ])
    .select(['matters.attorneyId', 'users.name as attorneyName'])
    .groupBy(['matters.id', 'users.name'])
    .orderBy((eb) => eb.fn.max('latest.createdAt'), 'desc')
    .limit(30)
    .execute();
  return rows.map(({ id, attorneyId, attorneyName, status, ...matter }) => ({
    ...matter,
    _id: id,
    firm: firm.firmId,
    attorney: attorneyId === null ? null : { _id: attorneyId, name: attorneyName ?? '' },
    status: status as Matter['status'], // a check constraint holds it to these
  }));
}

const rowColumns = [
  'entries.id',
  'entries.attorneyId',
  'entries.matterId',
  'entries.disbursementTypeId',
  'entries.date',
  'entries.minutes',
  'entries.quantity',
  'entries.amountCents',
  'entries.narration',
  'entries.scheduleId',
] as const;

function keptEntry(db: Db, firm: FirmScope, of: { id: string; attorney?: Maybe<string> }) {
  return matchingEntries(db, firm, of)
    .where('entries.id', '=', of.id)
    .select([...rowColumns, 'entries.version'])
    .select((eb) =>
      eb
        .selectFrom('exports')
        .whereRef('exports.id', '=', 'entries.exportId')
        .select('number')
        .as('exportNumber'),
    );
}

function matchingEntries(db: Db, firm: FirmScope, filter: EntryFilter) {
  let query = db
    .selectFrom(searchableTable('entries', Boolean(filter.search)).as('entries'))
    .where('entries.firmId', '=', firm.firmId);
  if (filter.attorney !== undefined)
    query = query.where('entries.attorneyId', '=', filter.attorney);
  if (filter.matter !== undefined) query = query.where('entries.matterId', '=', filter.matter);
  if (filter.disbursementType !== undefined)
    query = query.where('entries.disbursementTypeId', '=', filter.disbursementType);
  if (filter.from !== undefined) query = query.where('entries.date', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('entries.date', '<=', filter.to);
  if (filter.search === undefined || filter.search === '') return query;
  const { search } = filter;
  if (filter.isBroad !== true)
    return query.where('entries.id', 'in', foundEntries(db, firm, search));
  const isNarrated = contains(sql`lower(entries.narration)`, search);
  return query.where((eb) =>
    eb.or([eb('entries.matterId', 'in', foundMatters(db, firm, search)), isNarrated]),
  );
}

/** More than this many and reading the entries themselves is faster than looking each one up. */
const broadSearchRows = 5000;

async function isBroadSearch(
  db: Db,
  firm: FirmScope,
  search: string | undefined,
): Promise<boolean> {
  if (search === undefined || search === '') return false;
  const some = foundEntries(db, firm, search).limit(broadSearchRows).as('some');
  const { count } = await db
    .selectFrom(some)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count === broadSearchRows;
}

function foundMatters(db: Db, firm: FirmScope, search: string) {
  return db
    .selectFrom(searchableTable('matters', true).as('matters'))
    .where('matters.firmId', '=', firm.firmId)
    .where(
      contains(
        sql`lower(matters.number || E'\n' || coalesce(matters.client, '') || E'\n' || matters.description)`,
        search,
      ),
    )
    .select('matters.id');
}

/** Two searches side by side, so that each can use its own index; one condition with `or` could use neither. */
function foundEntries(db: Db, firm: FirmScope, search: string) {
  const matters = foundMatters(db, firm, search);
  const entries = searchableTable('entries', true).as('e');
  const narrated = db
    .selectFrom(entries)
    .where(contains(sql`lower(e.narration)`, search))
    .where('e.firmId', '=', firm.firmId);
  return db
    .selectFrom(entries)
    .where('e.matterId', 'in', matters)
    .select('e.id')
    .unionAll(narrated.select('e.id'));
}

/** From the kept sums of the days where those tell enough: a firm's list would otherwise be read whole for its total. */
async function totalsOf(
  db: Db,
  firm: FirmScope,
  filter: EntryFilter,
): Promise<{ count: number; amountCents: bigint }> {
  if (filter.matter === undefined && (filter.search ?? '') === '')
    return dailyTotals(db, firm, filter);
  const { count, cents } = await matchingEntries(db, firm, filter)
    .select([sql<number>`count(*)`.as('count'), sumOfCents.as('cents')])
    .executeTakeFirstOrThrow();
  return { count, amountCents: BigInt(cents) };
}

function withNames(db: Db, firm: FirmScope) {
  return db
    .selectFrom('entries')
    .where('entries.firmId', '=', firm.firmId)
    .innerJoin('users', 'users.id', 'entries.attorneyId')
    .innerJoin('matters', 'matters.id', 'entries.matterId')
    .innerJoin('disbursementTypes', 'disbursementTypes.id', 'entries.disbursementTypeId')
    .select([
      ...rowColumns,
      'entries.firmId',
      'entries.createdAt',
      'entries.version',
      'entries.exportId',
      'users.name as attorneyName',
    ])
    .select(['matters.number', 'matters.description', 'matters.client', 'disbursementTypes.title'])
    .orderBy('entries.date', 'desc')
    .orderBy('entries.id', 'desc');
}

function toEntry(row: Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number]): Entry {
  const { date, minutes, quantity, narration, client, version } = row;
  return {
    _id: row.id,
    firm: row.firmId,
    attorney: { _id: row.attorneyId, name: row.attorneyName },
    matter: { _id: row.matterId, name: row.description, number: row.number, client },
    disbursementType: { _id: row.disbursementTypeId, name: row.title },
    date,
    minutes,
    quantity,
    amount: toRand(row.amountCents),
    narration,
    createdAt: row.createdAt.toISOString(),
    version,
    isLocked: row.exportId !== null,
  };
}
