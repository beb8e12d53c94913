import { sql } from 'kysely';
import type { EntryVatTreatment } from '@recoup/contract/vat/rules';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { matchingEntries } from './entry-filter.repository.ts';

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
  voucher: string | null;
  /** When a timed call began. */
  startedAt: Date | null;
  /** The length of a timed call. */
  seconds: number | null;
  otherParty: string | null;
  /** The fee rows that priced it. With neither rows nor a unit price the amount was given. */
  scheduleId: string | null;
  /** The unit price of its type that priced it. */
  unitPriceId: string | null;
  vatTreatment: EntryVatTreatment;
  vatBasisPoints: number;
  vatIncluded: boolean;
};
/** Links of an entry to others. A reversal has a reason. */
export type NewLinks = { reverses?: string; replaces?: string; reversalReason?: string };
export type StoredEntry = EntryRow & {
  createdBy: string;
  version: number;
  exportNumber: number | null;
  reverses: string | null;
  reversedBy: string | null;
  replacedBy: string | null;
};

export async function findEntryRow(
  db: Db,
  firm: FirmScope,
  of: { id: string; visibleTo?: string | undefined },
): Promise<StoredEntry | undefined> {
  return selectStoredEntries(db, firm, of).where('entries.id', '=', of.id).executeTakeFirst();
}

/**
 * As `findEntryRow`, locked until the transaction ends. Two statements: after a wait for the lock,
 * the first sees the new row, but not the export that a closing has committed with it.
 */
export async function lockEntry(
  trx: Trx,
  firm: FirmScope,
  of: { id: string; visibleTo?: string | undefined },
): Promise<StoredEntry | undefined> {
  await matchingEntries(trx, firm, of)
    .where('entries.id', '=', of.id)
    .select('entries.id')
    .forUpdate()
    .execute();
  return findEntryRow(trx, firm, of);
}

/** The firm's entries among these ids. */
export async function listEntryRows(
  db: Db,
  firm: FirmScope,
  ids: readonly string[],
): Promise<StoredEntry[]> {
  return selectStoredEntries(db, firm, {}).where(isAmong(ids)).orderBy('entries.id').execute();
}

/** As `listEntryRows`, each locked until the transaction ends. In one order against deadlocks. */
export async function lockEntries(
  trx: Trx,
  firm: FirmScope,
  ids: readonly string[],
): Promise<StoredEntry[]> {
  await matchingEntries(trx, firm, {})
    .where(isAmong(ids))
    .select('entries.id')
    .orderBy('entries.id')
    .forUpdate()
    .execute();
  return listEntryRows(trx, firm, ids);
}

/** False when the firm has an entry of that id, as for a repeated request. */
export async function insertEntry(
  trx: Trx,
  firm: FirmScope,
  { now, ...entry }: EntryRow & NewLinks & { createdBy: string; now: Date },
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

export const entryColumns = [
  'entries.id',
  'entries.attorneyId',
  'entries.matterId',
  'entries.disbursementTypeId',
  'entries.date',
  'entries.minutes',
  'entries.quantity',
  'entries.amountCents',
  'entries.narration',
  'entries.voucher',
  'entries.startedAt',
  'entries.seconds',
  'entries.otherParty',
  'entries.scheduleId',
  'entries.unitPriceId',
  'entries.vatTreatment',
  'entries.vatBasisPoints',
  'entries.vatIncluded',
] as const;

/** The id of the entry that takes `entries` back, or takes its place. */
export function linkedBy(column: 'reverses' | 'replaces') {
  return sql<string | null>`(select l.id from entries l
    where l.firm_id = entries.firm_id and l.${sql.ref(column)} = entries.id)`;
}

function isAmong(ids: readonly string[]) {
  return sql<boolean>`entries.id = any(${ids}::uuid[])`;
}

function selectStoredEntries(db: Db, firm: FirmScope, of: { visibleTo?: string | undefined }) {
  return matchingEntries(db, firm, of)
    .select([...entryColumns, 'entries.createdBy', 'entries.version', 'entries.reverses'])
    .$narrowType<{ vatTreatment: EntryVatTreatment }>()
    .select([linkedBy('reverses').as('reversedBy'), linkedBy('replaces').as('replacedBy')])
    .select((eb) =>
      eb
        .selectFrom('exports')
        .whereRef('exports.firmId', '=', 'entries.firmId')
        .whereRef('exports.id', '=', 'entries.exportId')
        .select('number')
        .as('exportNumber'),
    );
}
