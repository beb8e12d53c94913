import { sql, type Expression, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { toRandTotal, toRand } from '@recoup/contract/core/money';
import type { VatTotals } from '@recoup/contract/vat/amounts';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/connections.ts';
import { mapWithPauses } from '../../platform/core/pauses.ts';
import { narrationInFiles } from '../../platform/database/narration-in-files.ts';
import { voucherCount } from '../../platform/database/voucher-columns.ts';
import { type PageQuery, limitOffset } from '../../platform/database/pagination-and-search.ts';
import { definePreparedQuery, type Param } from '../../platform/database/prepared-statements.ts';
import {
  type EntryFilter,
  isAmong,
  matchingEntries,
  withFound,
} from '../entry-filter.repository.ts';
import {
  dailyTotals,
  entrySums,
  type EntryTotals,
  totalsOfSums,
  vatTotalsField,
} from '../recoveries.repository.ts';
import type { EntryVatTreatment } from '@recoup/contract/vat/rules';
import { entryColumns, linkedBy } from '../entries.repository.ts';
import { shownVat } from '../entry-price.ts';
import {
  type EntryListQuery,
  type EntrySort,
  entrySortNames,
  entrySorts,
} from '@recoup/contract/entries/entry-list';
import { joinByFirm } from '../../platform/database/join-by-firm.ts';

/** A page of the firm's entries; count and sum in Rand are of all that match. */
export async function listEntries(
  db: Db,
  firm: FirmScope,
  { order = newestFirst, ...query }: EntryFilter & PageQuery & { order?: EntryOrder },
): Promise<{ data: Entry[]; count: number; amount: number | string; vat?: VatTotals }> {
  const filter = await withFound(db, firm, query);
  const page = { filter, order, ...limitOffset(query) };
  const { totals, isShown } = await (readsAllTexts(page) ? findBroadPage : findPage)(
    db,
    firm,
    page,
  );
  const rows = await inOrder(withNames(db, firm, isShown), order).execute();
  return {
    data: await mapWithPauses(rows, toEntry),
    count: totals.count,
    amount: toRandTotal(totals.amountCents),
    ...vatTotalsField(totals),
  };
}

type Page = { filter: EntryFilter; order: EntryOrder; limit: number; offset: number };
type FoundPage = { totals: EntryTotals; isShown: RawBuilder<boolean> };

/** A short page in the order of the index ends early. */
function readsAllTexts({ filter, order, limit }: Page): boolean {
  return filter.found === 'broad' && (order.by !== 'date' || limit > 100);
}

async function findPage(db: Db, firm: FirmScope, page: Page): Promise<FoundPage> {
  const { filter, order, limit, offset } = page;
  const totals = await findTotals(db, firm, filter);
  const remaining = totals.count - offset;
  // PostgreSQL reads all rows that it skips, so pages of the second half are read from the end.
  const isFromEnd = offset > remaining;
  const ids = orderedIds(db, firm, { filter, order: isFromEnd ? reversed(order) : order })
    .limit(Math.max(0, Math.min(limit, remaining)))
    .offset(isFromEnd ? Math.max(0, remaining - limit) : offset);
  return { totals, isShown: isAmong(ids) };
}

/** Reads the texts of the firm once: each row of the page has the sums of all. */
async function findBroadPage(db: Db, firm: FirmScope, page: Page): Promise<FoundPage> {
  const rows = await orderedIds(db, firm, page)
    .select(entrySums(firm, 'entries', true))
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const [first] = rows;
  const totals = first ? totalsOfSums(first) : await findTotals(db, firm, page.filter);
  const ids = rows.map(({ id }) => id);
  return { totals, isShown: sql`entries.id = any(${ids}::uuid[])` };
}

/** Runs the query of a batch when it is its turn. */
export type InTurn = <T>(query: () => Promise<T>) => Promise<T>;

/**
 * All entries of the filter with their narrations in files; in batches, so that a slow client
 * holds no connection.
 */
export async function* streamEntries(
  db: Db,
  firm: FirmScope,
  {
    order = newestFirst,
    inTurn = async (run) => run(),
    ...query
  }: EntryFilter & { order?: EntryOrder; inTurn?: InTurn },
): AsyncGenerator<Entry> {
  const filter = await withFound(db, firm, query);
  let place: EntryPlace | undefined;
  for (;;) {
    const ids = orderedIds(db, firm, { filter, order, place }).limit(batch);
    const found = withNames(db, firm, isAmong(ids))
      .select(orderKey(order).as('key'))
      .select(narrationInFiles.as('narration'));
    const rows = await inTurn(async () => inOrder(found, order).execute());
    yield* rows.map(toEntry);
    if (rows.length < batch) return;
    place = rows.at(-1);
  }
}

/** Large against the sort of a firm's entries, which each batch repeats. */
const batch = 2_500;

/** Whether the filter's entries are shown with VAT. */
export async function hasVat(db: Db, firm: FirmScope, filter: EntryFilter): Promise<boolean> {
  return vatTotalsField(await findTotals(db, firm, filter)).vat !== undefined;
}

export async function findEntry(db: Db, firm: FirmScope, id: string): Promise<Entry | undefined> {
  const [row] = await entryOfId(db, { firmId: firm.firmId, id }, {});
  return row && toEntry(row);
}

/** PostgreSQL plans the joins of all names for longer than it reads them. */
const entryOfId = definePreparedQuery((db, param: Param<{ firmId: string; id: string }>) =>
  withNames(db, { firmId: param('firmId') }, sql`entries.id = ${param('id')}`),
);

/** The firm's entries among these ids, in the order of the list. */
export async function listEntriesByIds(db: Db, firm: FirmScope, ids: readonly string[]) {
  const isOne = sql<boolean>`entries.id = any(${ids}::uuid[])`;
  return (await inOrder(withNames(db, firm, isOne), newestFirst).execute()).map(toEntry);
}

/** From the stored sums of the days where they suffice: all entries would otherwise be read. */
async function findTotals(db: Db, firm: FirmScope, filter: EntryFilter): Promise<EntryTotals> {
  const { matter, exported, createdBy, hasVoucher, search = '' } = filter;
  const others = [matter, exported, createdBy, hasVoucher];
  if (others.every((each) => each === undefined) && search === '')
    return dailyTotals(db, firm, filter);
  return totalsOfSums(
    await matchingEntries(db, firm, filter)
      .select(entrySums(firm, 'entries'))
      .executeTakeFirstOrThrow(),
  );
}

type Ordered = { filter: EntryFilter; order: EntryOrder; place?: EntryPlace | undefined };

/** With the one table that the order needs: a sort reads all entries of the filter. */
function orderedIds(db: Db, firm: FirmScope, { filter, order, place }: Ordered) {
  const entries = matchingEntries(db, firm, filter)
    .$if(order.by === 'matter', (query) =>
      query.innerJoin('matters', (join) => joinByFirm(join, 'matters.id', 'entries.matterId')),
    )
    .$if(order.by === 'attorney', (query) =>
      query.innerJoin('users', 'users.id', 'entries.attorneyId'),
    )
    .$if(order.by === 'type', (query) =>
      query.innerJoin('disbursementTypes', (join) =>
        joinByFirm(join, 'disbursementTypes.id', 'entries.disbursementTypeId'),
      ),
    )
    .$if(order.by === 'export', (query) =>
      query.leftJoin('exports', (join) => joinByFirm(join, 'exports.id', 'entries.exportId')),
    )
    .$if(place !== undefined, (query) =>
      place === undefined ? query : query.where(isBehind(order, place)),
    );
  return inOrder(entries, order).select('entries.id');
}

/** The scope of a firm, or a prepared query's value of its id. */
type OfFirm = { firmId: string | Expression<string> };

/**
 * The entries are read before their names: PostgreSQL expects few entries of a type, and would
 * begin with the types of the firm and read all of its entries.
 */
function shownEntries(db: Db, { firmId }: OfFirm, isShown: RawBuilder<boolean>) {
  return db
    .with(
      (name) => name('shown').materialized(),
      (query) =>
        query.selectFrom('entries').where('entries.firmId', '=', firmId).where(isShown).selectAll(),
    )
    .selectFrom('shown as entries');
}

/** The account that charges one of `entries`. */
const supplierAccount = sql<Entry['supplierAccount'] | null>`(
  select json_build_object('_id', a.id, 'number', a.number, 'supplier', s.name,
    'line', entries.account_line)
  from supplier_accounts a
  join suppliers s on s.firm_id = entries.firm_id and s.id = a.supplier_id
  where a.firm_id = entries.firm_id and a.id = entries.supplier_account_id)`;

/** The firm's entries that meet the condition, with names. It calls their table `entries`. */
function withNames(db: Db, firm: OfFirm, isShown: RawBuilder<boolean>) {
  return shownEntries(db, firm, isShown)
    .innerJoin('firms', 'firms.id', 'entries.firmId')
    .innerJoin('users', 'users.id', 'entries.attorneyId')
    .innerJoin('users as recorders', 'recorders.id', 'entries.createdBy')
    .innerJoin('matters', (join) => joinByFirm(join, 'matters.id', 'entries.matterId'))
    .innerJoin('disbursementTypes', (join) =>
      joinByFirm(join, 'disbursementTypes.id', 'entries.disbursementTypeId'),
    )
    .leftJoin('exports', (join) => joinByFirm(join, 'exports.id', 'entries.exportId'))
    .select([
      ...entryColumns,
      'entries.firmId',
      'entries.createdAt',
      'entries.version',
      'entries.exportId',
      'entries.reverses',
      'entries.replaces',
      'exports.number as exportNumber',
      'entries.createdBy',
      'users.name as attorneyName',
      'recorders.name as recorderName',
      'firms.isVatVendor',
    ])
    .$narrowType<{ vatTreatment: EntryVatTreatment }>()
    .select([linkedBy('reverses').as('reversedBy'), linkedBy('replaces').as('replacedBy')])
    .select(voucherCount.as('vouchers'))
    .select(supplierAccount.as('supplierAccount'))
    .select(['matters.number', 'matters.description', 'matters.client', 'disbursementTypes.title']);
}

function toEntry(row: Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number]): Entry {
  const { date, happenedOn, minutes, quantity, narration, voucher, client, version } = row;
  return {
    _id: row.id,
    firm: row.firmId,
    attorney: { _id: row.attorneyId, name: row.attorneyName },
    matter: { _id: row.matterId, name: row.description, number: row.number, client },
    disbursementType: { _id: row.disbursementTypeId, name: row.title },
    date,
    ...(happenedOn !== null && { happenedOn }),
    minutes,
    quantity,
    amount: toRand(row.amountCents),
    ...((row.isVatVendor || row.vatTreatment !== 'none') && { vat: shownVat(row) }),
    narration,
    voucher,
    vouchers: row.vouchers,
    startedAt: row.startedAt?.toISOString() ?? null,
    seconds: row.seconds,
    otherParty: row.otherParty,
    recordedBy:
      row.createdBy === row.attorneyId ? null : { _id: row.createdBy, name: row.recorderName },
    createdAt: row.createdAt.toISOString(),
    version,
    isLocked: row.exportId !== null || row.reversedBy !== null,
    ...exportFields(row),
    ...(row.supplierAccount && { supplierAccount: row.supplierAccount }),
    ...linkFields(row),
  };
}

/** Without those that it has not. */
function exportFields({
  exportId,
  exportNumber,
}: Record<'exportId', string | null> & Record<'exportNumber', number | null>) {
  return (
    exportId !== null &&
    exportNumber !== null && { export: { _id: exportId, number: exportNumber } }
  );
}

function linkFields({
  reverses,
  reversedBy,
  replaces,
  replacedBy,
}: Record<'reverses' | 'reversedBy' | 'replaces' | 'replacedBy', string | null>) {
  return {
    ...(reverses !== null && { reverses }),
    ...(reversedBy !== null && { reversedBy }),
    ...(replaces !== null && { replaces }),
    ...(replacedBy !== null && { replacedBy }),
  };
}

export type EntryOrder = { by: EntrySort; direction: 'asc' | 'desc' };

/** The last entry of a batch, from which the next one goes on. */
type EntryPlace = { key: string; date: string; id: string };

/** No key is null, so that a place can be compared. The tables are those of `withNames`. */
const keys: Readonly<Record<EntrySort, { key: string; type: string }>> = {
  date: { key: 'entries.date', type: 'date' },
  matter: { key: 'lower(matters.number)', type: 'text' },
  attorney: { key: '(folded(users.name) collate "C")', type: 'text' },
  type: { key: '(folded(disbursement_types.title) collate "C")', type: 'text' },
  length: { key: 'coalesce(entries.minutes, entries.quantity, 0)', type: 'integer' },
  amount: { key: 'entries.amount_cents', type: 'bigint' },
  export: { key: 'coalesce(exports.number, 0)', type: 'integer' },
};

const newestFirst: EntryOrder = { by: 'date', direction: 'desc' };

export function readEntryOrder(query: EntryListQuery): EntryOrder {
  for (const by of entrySortNames) {
    const direction = query[entrySorts[by]];
    if (direction !== undefined) return { by, direction };
  }
  return newestFirst;
}

function reversed({ by, direction }: EntryOrder): EntryOrder {
  return { by, direction: direction === 'asc' ? 'desc' : 'asc' };
}

/** Day and id decide between equals, in the same direction: so no two entries are equal. */
function inOrder<DB, TB extends keyof DB, O>(
  entries: SelectQueryBuilder<DB, TB, O>,
  { by, direction }: EntryOrder,
): SelectQueryBuilder<DB, TB, O> {
  const sorted = by === 'date' ? entries : entries.orderBy(sql.raw(keys[by].key), direction);
  return sorted.orderBy(sql`entries.date`, direction).orderBy(sql`entries.id`, direction);
}

function orderKey({ by }: EntryOrder): RawBuilder<string> {
  return sql`${sql.raw(keys[by].key)}::text`;
}

function isBehind({ by, direction }: EntryOrder, place: EntryPlace): RawBuilder<boolean> {
  const { key, type } = keys[by];
  const after = sql.raw(direction === 'asc' ? '>' : '<');
  const days = sql`${place.date}::date, ${place.id}::uuid`;
  if (by === 'date') return sql`(entries.date, entries.id) ${after} (${days})`;
  const value = sql`${place.key}::${sql.raw(type)}`;
  return sql`(${sql.raw(key)}, entries.date, entries.id) ${after} (${value}, ${days})`;
}
