import { role as roles } from '@recoup/contract/access';
import type { Entry } from '@recoup/contract/entries';
import { toRand } from '@recoup/contract/money';
import { sql } from 'kysely';
import type { FirmScope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';
import { contains, type PageQuery, paged } from '../platform/db-query.ts';

export type EntryFilter = {
  readonly attorney?: string | undefined;
  readonly matter?: string | undefined;
  readonly disbursementType?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly search?: string | undefined;
};

/** An entry as it is kept; amounts in cents. */
export type EntryRow = {
  readonly id: string;
  readonly attorneyId: string;
  readonly matterId: string;
  readonly disbursementTypeId: string;
  readonly date: string;
  readonly minutes: number | null;
  readonly quantity: number | null;
  readonly amountCents: number;
  readonly narration: string | null;
  readonly scheduleId: string | null;
  readonly createdAt: Date;
  readonly createdBy: string;
};

/** A page of the firm's entries, newest first, and how many there are in all. */
export async function listEntries(db: Db, firm: FirmScope, query: EntryFilter & PageQuery): Promise<{ data: Entry[]; count: number }> {
  const entries = entriesOf(db, firm, query);
  const [rows, { count }] = await Promise.all([
    paged(entries.select(entryColumns).orderBy('entries.date', 'desc').orderBy('entries.id', 'desc'), query).execute(),
    entries.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { data: rows.map(toEntry), count };
}

export async function findEntry(db: Db, firm: FirmScope, id: string): Promise<Entry | undefined> {
  const row = await entriesOf(db, firm, {}).where('entries.id', '=', id).select(entryColumns).executeTakeFirst();
  return row === undefined ? undefined : toEntry(row);
}

/** False when the id is taken, which the same request sent twice makes it. */
export async function insertEntry(db: Db, firm: FirmScope, entry: EntryRow): Promise<boolean> {
  const result = await db
    .insertInto('entries')
    .values({ ...entry, firmId: firm.firmId })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function isAttorneyOf(db: Db, firm: FirmScope, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .where('firmId', '=', firm.firmId)
    .where('id', '=', userId)
    .where('role', '=', roles.attorney)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

const entryColumns = [
  'entries.id',
  'entries.firmId',
  'entries.date',
  'entries.minutes',
  'entries.quantity',
  'entries.amountCents',
  'entries.narration',
  'entries.createdAt',
  'entries.attorneyId',
  'entries.matterId',
  'entries.disbursementTypeId',
  'users.name as attorneyName',
  'matters.number as matterNumber',
  'matters.description as matterName',
  'matters.client',
  'disbursementTypes.title',
] as const;

function entriesOf(db: Db, firm: FirmScope, filter: EntryFilter) {
  let query = db
    .selectFrom('entries')
    .innerJoin('users', 'users.id', 'entries.attorneyId')
    .innerJoin('matters', 'matters.id', 'entries.matterId')
    .innerJoin('disbursementTypes', 'disbursementTypes.id', 'entries.disbursementTypeId')
    .where('entries.firmId', '=', firm.firmId);
  if (filter.attorney !== undefined) query = query.where('entries.attorneyId', '=', filter.attorney);
  if (filter.matter !== undefined) query = query.where('entries.matterId', '=', filter.matter);
  if (filter.disbursementType !== undefined) query = query.where('entries.disbursementTypeId', '=', filter.disbursementType);
  if (filter.from !== undefined) query = query.where('entries.date', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('entries.date', '<=', filter.to);
  if (filter.search === undefined || filter.search === '') return query;
  return query.where(
    contains(
      sql`lower(matters.number || E'\n' || coalesce(matters.client, '') || E'\n' || matters.description || E'\n' || coalesce(entries.narration, ''))`,
      filter.search,
    ),
  );
}

type EntryColumns = {
  id: string;
  firmId: string;
  date: string;
  minutes: number | null;
  quantity: number | null;
  amountCents: number;
  narration: string | null;
  createdAt: Date;
  attorneyId: string;
  matterId: string;
  disbursementTypeId: string;
  attorneyName: string;
  matterNumber: string;
  matterName: string;
  client: string | null;
  title: string;
};

function toEntry(row: EntryColumns): Entry {
  const { date, minutes, quantity, narration, client } = row;
  return {
    _id: row.id,
    firm: row.firmId,
    attorney: { _id: row.attorneyId, name: row.attorneyName },
    matter: { _id: row.matterId, name: row.matterName, number: row.matterNumber, client },
    disbursementType: { _id: row.disbursementTypeId, name: row.title },
    date,
    minutes,
    quantity,
    amount: toRand(row.amountCents),
    narration,
    createdAt: row.createdAt.toISOString(),
  };
}
