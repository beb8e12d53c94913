import { role } from '@recoup/contract/core/access';
import { folded } from '@recoup/contract/core/folded';
import { toE164 } from '@recoup/contract/core/phone-numbers';
import type { Matter } from '@recoup/contract/matters/endpoints';
import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx, TableRow } from '../platform/database/connections.ts';
import { mapWithPauses } from '../platform/core/pauses.ts';
import {
  contains,
  foldedText,
  type PageQuery,
  paginate,
  searchableTable,
} from '../platform/database/pagination-and-search.ts';
import { isFirmRow } from '../platform/database/firm-row.ts';
import { lockName } from '../platform/database/advisory-lock.ts';

export type MatterFilter = {
  search?: string | undefined;
  status?: string | undefined;
  attorney?: string | undefined;
};

/** Amounts recorded on a matter are not read with it. */
export type MatterRow = Omit<Matter, 'cap' | 'recorded'> & { capCents: number | null };

/** A page of the firm's matters, by number; of a search the nearest numbers first. */
export async function listMatterRows(db: Db, firm: FirmScope, query: MatterFilter & PageQuery) {
  const matters = selectMatters(db, firm, query);
  const [rows, { count }] = await Promise.all([
    paginate(
      withAttorneys(matters)
        .$if(Boolean(query.search), (found) => found.orderBy(numberRank(query.search ?? '')))
        .orderBy(sql`lower(matters.number)`),
      query,
    ).execute(),
    matters.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { data: await mapWithPauses(rows, toMatter), count };
}

export async function findMatterRow(db: Db, firm: FirmScope, id: string) {
  const row = await withAttorneys(selectMatters(db, firm, {}))
    .where('matters.id', '=', id)
    .executeTakeFirst();
  return row ? toMatter(row) : undefined;
}

/** All matters of the filter, in batches, so that a slow client holds no connection. */
export async function* streamMatters(db: Db, firm: FirmScope, filter: MatterFilter) {
  let last: string | undefined;
  for (;;) {
    const rows = await linesAfter(db, firm, { filter, last });
    yield* rows.map(({ key: _, ...line }) => line);
    if (rows.length < batch) return;
    last = rows.at(-1)?.key;
  }
}

const batch = 1000;

async function linesAfter(
  db: Db,
  firm: FirmScope,
  { filter, last }: { filter: MatterFilter; last: string | undefined },
) {
  const key = sql<string>`lower(matters.number)`;
  return selectMatters(db, firm, filter)
    .$if(last !== undefined, (query) => query.where(key, '>', last ?? ''))
    .leftJoin('users', 'users.id', 'matters.attorneyId')
    .select([
      'matters.number',
      'matters.description',
      'matters.client',
      'users.email as attorney',
      'matters.status',
      'matters.opened',
      'matters.phones',
    ])
    .select(key.as('key'))
    .orderBy(key)
    .limit(batch)
    .execute();
}

/** The firm's delimiter for spreadsheets. */
export async function findChosenDelimiter(db: Db, firm: FirmScope): Promise<string | null> {
  const row = await db
    .selectFrom('firms')
    .select('csvDelimiter')
    .where('id', '=', firm.firmId)
    .executeTakeFirst();
  return row?.csvDelimiter ?? null;
}

export async function listAttorneyNames(db: Db, firm: FirmScope) {
  return db
    .selectFrom('users')
    .where('firmId', '=', firm.firmId)
    .where('role', '=', role.attorney)
    .select(['id', 'name', 'email'])
    .orderBy('id')
    .execute();
}

/** Prevents the deletion until the transaction ends. False if the firm has no such matter. */
export async function lockMatter(trx: Trx, firm: FirmScope, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('matters')
    .where(isFirmRow(firm, id))
    .select('id')
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** The number that was typed in full comes first, then those that begin with the text. */
function numberRank(search: string) {
  const [number, text] = [foldedText(sql`matters.number`), folded(search)];
  return sql<number>`case when ${number} = ${text} then 0
    when starts_with(${number}, ${text}) then 1 else 2 end`;
}

/** The matters of a filter, for the repositories of this room to select from. */
export function selectMatters(db: Db, firm: FirmScope, filter: MatterFilter) {
  let query = db
    .selectFrom(searchableTable('matters', Boolean(filter.search)).as('matters'))
    .where('matters.firmId', '=', firm.firmId);
  if (filter.status !== undefined) query = query.where('matters.status', '=', filter.status);
  if (filter.attorney !== undefined)
    query = query.where('matters.attorneyId', '=', filter.attorney);
  const { search } = filter;
  if (search === undefined || search === '') return query;
  const text = sql<string>`matters.number || E'\n' || coalesce(matters.client, '')
        || E'\n' || matters.description`;
  const phone = toE164(search);
  return query.where((eb) =>
    phone === undefined
      ? contains(text, search)
      : eb.or([
          contains(text, search),
          sql<boolean>`matters.phones <> '{}' and matters.phones @> ${[phone]}::text[]`,
        ]),
  );
}

function withAttorneys(matters: ReturnType<typeof selectMatters>) {
  return matters
    .leftJoin('users', 'users.id', 'matters.attorneyId')
    .select([
      'matters.id',
      'matters.firmId',
      'matters.number',
      'matters.description',
      'matters.client',
      'matters.attorneyId',
      'users.name as attorneyName',
      'matters.status',
      'matters.opened',
      'matters.phones',
      'matters.capCents',
    ]);
}

type MatterColumns = Omit<
  TableRow<'matters'>,
  'version' | 'createdAt' | 'updatedAt' | 'importId'
> & { attorneyName: string | null };

function toMatter({
  id,
  firmId,
  attorneyId,
  attorneyName,
  status,
  ...rest
}: MatterColumns): MatterRow {
  return {
    ...rest,
    _id: id,
    firm: firmId,
    attorney: attorneyId === null ? null : { _id: attorneyId, name: attorneyName ?? '' },
    status: status as Matter['status'], // a check constraint holds it to these
  };
}

/** In cents: the cap of a matter, and the sum of all its entries. */
type CapUse = { capCents: number; recordedCents: bigint };

/** The sums of all entries of these matters, in cents; none for a matter without entries. */
export async function sumEntries(
  db: Db,
  firm: FirmScope,
  matterIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  if (matterIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('entries')
    .where('firmId', '=', firm.firmId)
    .where('matterId', 'in', matterIds)
    .select(['matterId', sql<string>`sum(amount_cents)`.as('cents')])
    .groupBy('matterId')
    .execute();
  return new Map(rows.map(({ matterId, cents }) => [matterId, BigInt(cents)]));
}

/** Undefined without a cap, also for an unknown matter. */
export async function findCapUse(
  db: Db,
  firm: FirmScope,
  matterId: string,
): Promise<CapUse | undefined> {
  const row = await selectMatter(db, firm, matterId)
    .where('capCents', 'is not', null)
    .select('capCents')
    .executeTakeFirst();
  if (!row || row.capCents === null) return undefined;
  const sums = await sumEntries(db, firm, [matterId]);
  return { capCents: row.capCents, recordedCents: sums.get(matterId) ?? 0n };
}

/**
 * Until the transaction ends, others that record on the matter wait, so that each counts the
 * entries of the ones before. Not a lock of the row: an import holds that for minutes.
 */
export async function lockCapUse(trx: Trx, matterId: string): Promise<void> {
  await lockName(trx, `cap ${matterId}`);
}

export async function hasCap(db: Db, firm: FirmScope, matterId: string): Promise<boolean> {
  const row = await selectMatter(db, firm, matterId)
    .where('capCents', 'is not', null)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the details that a firm admin may change; undefined for an unknown matter. */
export async function lockDetails(trx: Trx, firm: FirmScope, matterId: string) {
  return selectMatter(trx, firm, matterId)
    .select(['capCents', 'phones'])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The version stays: it is that of the file of matters. */
export async function updateCap(
  trx: Trx,
  firm: FirmScope,
  { matterId, capCents }: { matterId: string; capCents: number | null },
): Promise<void> {
  await trx.updateTable('matters').set({ capCents }).where(isFirmRow(firm, matterId)).execute();
}

/** A file of matters may hold them too, so an import before this can no longer be undone. */
export async function updatePhones(
  trx: Trx,
  firm: FirmScope,
  { matterId, phones, now }: { matterId: string; phones: string[]; now: Date },
): Promise<void> {
  await trx
    .updateTable('matters')
    .set({ phones, updatedAt: now })
    .where(isFirmRow(firm, matterId))
    .execute();
}

function selectMatter(db: Db, firm: FirmScope, matterId: string) {
  return db.selectFrom('matters').where(isFirmRow(firm, matterId));
}
