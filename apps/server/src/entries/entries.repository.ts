import { sql } from 'kysely';
import type { EntryVatTreatment } from '@recoup/contract/vat/rules';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, TableRow, Trx } from '../platform/database/connections.ts';
import { insertIfNew } from '../platform/database/insert-if-new.ts';
import { matchingEntries } from './entry-filter.repository.ts';
import { role, userStatus } from '@recoup/contract/core/access';
import type { EntryLink, PricedEntry } from '@recoup/contract/entries/endpoints';
import { toRand } from '@recoup/contract/core/money';
import { lastClosing } from '../platform/database/last-closing.ts';
import { isFirmRow } from '../platform/database/firm-row.ts';

export const entryNames = [
  'id',
  'attorneyId',
  'matterId',
  'disbursementTypeId',
  'date',
  // The day of the call or disbursement, where it is before `date`.
  'happenedOn',
  'minutes',
  'quantity',
  'amountCents',
  'narration',
  'voucher',
  // Start and length of a timed call.
  'startedAt',
  'seconds',
  'otherParty',
  // The fee rows that priced it. With neither rows nor a unit price the amount was entered.
  'scheduleId',
  'unitPriceId',
  'vatTreatment',
  'vatBasisPoints',
  'vatIncluded',
  // The supplier's account of the line, or of the line that it takes back or replaces.
  'supplierAccountId',
] as const;
export const entryColumns = entryNames.map((name) => `entries.${name}` as const);

export type EntryRow = Omit<
  Pick<TableRow<'entries'>, (typeof entryNames)[number]>,
  'vatTreatment'
> & { vatTreatment: EntryVatTreatment };
/** Links of an entry to others. A reversal has a reason. */
export type NewLinks = { reverses?: string; replaces?: string; reversalReason?: string };
export type StoredEntry = EntryRow & {
  createdBy: string;
  version: number;
  exportNumber: number | null;
  /** The place in its account; null for an entry that is no line of one. */
  accountLine: number | null;
  reverses: string | null;
  replaces: string | null;
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
 * As `findEntryRow`, locked until the transaction ends, with the reversal whose text a correction
 * of its replacement changes: in the order of a closing, against deadlocks. Two statements: after a
 * wait for the lock, the first sees the new row, but not the export that a closing has committed
 * with it.
 */
export async function lockEntry(
  trx: Trx,
  firm: FirmScope,
  of: { id: string; visibleTo?: string | undefined },
): Promise<StoredEntry | undefined> {
  const { firmId } = firm;
  await sql`
    select id from entries
    where firm_id = ${firmId} and id = any(array(select ${of.id}::uuid union all
      select r.id from entries e join entries r on r.firm_id = ${firmId} and r.reverses = e.replaces
      where e.firm_id = ${firmId} and e.id = ${of.id}))
    order by date, id for update`.execute(trx);
  return findEntryRow(trx, firm, of);
}
export async function listEntryRows(db: Db, firm: FirmScope, ids: readonly string[]) {
  return selectStoredEntries(db, firm, {}).where(isAmong(ids)).orderBy('entries.id').execute();
}

/** As `listEntryRows`, each locked until the transaction ends. In one order against deadlocks. */
export async function lockEntries(trx: Trx, firm: FirmScope, ids: readonly string[]) {
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
  return insertIfNew(
    trx
      .insertInto('entries')
      .values({ ...entry, createdAt: now, firmId: firm.firmId })
      .onConflict((conflict) => conflict.columns(['firmId', 'id']).doNothing()),
  );
}

export type CallMeasures = Pick<EntryRow, 'startedAt' | 'seconds' | 'otherParty'>;

/** Saves start, length and number of locked entries; what they cost stays. */
export async function updateMeasures(
  trx: Trx,
  { firmId }: FirmScope,
  rows: readonly (CallMeasures & { id: string })[],
): Promise<void> {
  const all = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name]);
  await sql`
    update entries e set started_at = n.started_at, seconds = n.seconds,
      other_party = n.other_party, version = e.version + 1
    from unnest(${all('id')}::uuid[], ${all('startedAt')}::timestamptz[],
      ${all('seconds')}::integer[], ${all('otherParty')}::text[])
      as n (id, started_at, seconds, other_party)
    where e.firm_id = ${firmId} and e.id = n.id`.execute(trx);
}

export async function updateEntryRow(
  trx: Trx,
  firm: FirmScope,
  entry: EntryRow & { version: number },
): Promise<void> {
  const { id, ...values } = entry;
  await trx.updateTable('entries').set(values).where(isFirmRow(firm, id)).execute();
}

export async function deleteEntryRow(trx: Trx, firm: FirmScope, id: string): Promise<void> {
  await trx.deleteFrom('entries').where(isFirmRow(firm, id)).execute();
}

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
    .select([...entryColumns, 'entries.createdBy', 'entries.version'])
    .select(['entries.reverses', 'entries.replaces', 'entries.accountLine'])
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

/** Also true for inactive attorneys. */
export async function isAttorney(db: Db, firm: FirmScope, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .where(isFirmRow(firm, userId))
    .where('role', '=', role.attorney)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function isTypeOfAttorney(
  db: Db,
  firm: FirmScope,
  of: { attorneyId: string; typeId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('userDisbursementTypes')
    .where('firmId', '=', firm.firmId)
    .where('userId', '=', of.attorneyId)
    .where('disbursementTypeId', '=', of.typeId)
    .select('userId')
    .executeTakeFirst();
  return row !== undefined;
}

type LinkRow = Omit<EntryLink, '_id' | 'amount'> & { id: string; amountCents: number };

/** How an entry was reversed, and by which user; undefined unless it was. */
export async function findReversal(db: Db, firm: FirmScope, reversed: string) {
  return matchingEntries(db, firm, {})
    .where('entries.reverses', '=', reversed)
    .select(['entries.id', 'entries.date', 'entries.reversalReason', 'entries.createdBy'])
    .executeTakeFirst();
}

/** The number of the last closing, and the last day that it closed. */
export async function findLastClosing(db: Db, firm: FirmScope): Promise<PricedEntry['closed']> {
  const { rows } = await sql<NonNullable<PricedEntry['closed']>>`
    select number, last_day::text as to from (${lastClosing(firm)}) c`.execute(db);
  return rows[0];
}

/**
 * The entries that correct this one, and that it corrects; with `attorney` only those
 * of or by that attorney.
 */
export async function listLinks(
  db: Db,
  { firmId }: FirmScope,
  { id, attorney = null }: { id: string; attorney?: string | undefined | null },
): Promise<EntryLink[]> {
  const { rows } = await sql<LinkRow>`
    select o.id, case o.id when e.reverses then 'reversed' when e.replaces then 'replaced'
        else case when o.reverses = e.id then 'reversal' else 'replacement' end end as is,
      o.date::text, o.amount_cents as "amountCents", x.number as export,
      coalesce(o.reversal_reason, e.reversal_reason) as reason
    from entries e
    join entries o on o.firm_id = ${firmId} and (o.id in (e.reverses, e.replaces)
      or o.reverses = e.id or o.replaces = e.id)
    left join exports x on x.firm_id = ${firmId} and x.id = o.export_id
    where e.firm_id = ${firmId} and e.id = ${id}
      and (${attorney}::uuid is null or ${attorney}::uuid in (o.attorney_id, o.created_by))
    order by coalesce(o.id in (e.reverses, e.replaces), false) desc, o.reverses is null`.execute(
    db,
  );
  return rows.map(({ id: _id, amountCents, ...link }) => ({
    _id,
    ...link,
    amount: toRand(amountCents),
  }));
}

type Pair = { userId: string; attorneyId: string };

/** Whether the user may record for the attorney; `name` and `isActive` of the attorney. */
export async function findRight(db: Db, firm: FirmScope, of: Pair) {
  const row = await selectRights(db, firm, of).executeTakeFirst();
  return row && { name: row.name, isActive: row.status === userStatus.active };
}

/** As `findRight`; the right stays until the transaction ends. */
export async function lockRight(trx: Trx, firm: FirmScope, of: Pair) {
  const row = await selectRights(trx, firm, of).forKeyShare('recordingRights').executeTakeFirst();
  return row && { name: row.name, isActive: row.status === userStatus.active };
}

/** The attorneys for whom the user records. */
export async function listRights(db: Db, firm: FirmScope, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('recordingRights')
    .where('firmId', '=', firm.firmId)
    .where('userId', '=', userId)
    .select('attorneyId')
    .execute();
  return rows.map(({ attorneyId }) => attorneyId);
}

function selectRights(db: Db, firm: FirmScope, { userId, attorneyId }: Pair) {
  return db
    .selectFrom('recordingRights')
    .innerJoin('users', 'users.id', 'recordingRights.attorneyId')
    .where('recordingRights.firmId', '=', firm.firmId)
    .where('recordingRights.userId', '=', userId)
    .where('recordingRights.attorneyId', '=', attorneyId)
    .select(['users.name', 'users.status']);
}

/** The values of a line that its client sees. */
export type CorrectedLine = Pick<
  EntryRow,
  'date' | 'happenedOn' | 'minutes' | 'quantity' | 'amountCents' | 'voucher'
> & { matter: string; type: string; attorney: string; vatCents: number; isByCallFees: boolean };

/** A line that takes a reversed entry back, or its place. */
type CorrectionLine = {
  id: string;
  reason: string;
  original: CorrectedLine;
  replacement: CorrectedLine | undefined;
};

/** The lines that correct these reversed entries, and that no export holds. */
export async function listCorrectionLines(
  trx: Trx,
  { firmId }: FirmScope,
  reversed: readonly string[],
): Promise<CorrectionLine[]> {
  const line = (entry: string) => sql`(select json_build_object('date', ${ref(entry, 'date')},
      'happenedOn', ${ref(entry, 'happened_on')}, 'minutes', ${ref(entry, 'minutes')},
      'quantity', ${ref(entry, 'quantity')}, 'amountCents', ${ref(entry, 'amount_cents')},
      'voucher', ${ref(entry, 'voucher')}, 'vatCents', ${ref(entry, 'vat_cents')},
      'isByCallFees', ${ref(entry, 'schedule_id')} is not null,
      'matter', m.number, 'type', t.title, 'attorney', u.name)
    from matters m
    join disbursement_types t on t.firm_id = ${firmId}
      and t.id = ${ref(entry, 'disbursement_type_id')}
    join users u on u.firm_id = ${firmId} and u.id = ${ref(entry, 'attorney_id')}
    where m.firm_id = ${firmId} and m.id = ${ref(entry, 'matter_id')})`;
  const { rows } = await sql<
    Omit<CorrectionLine, 'replacement'> & { replacement: CorrectedLine | null }
  >`
    select c.id, v.reversal_reason as reason, ${line('o')} as original,
      case when p.id is not null then ${line('p')} end as replacement
    from entries o
    join entries v on v.firm_id = ${firmId} and v.reverses = o.id
    left join entries p on p.firm_id = ${firmId} and p.replaces = o.id
    join entries c on c.firm_id = ${firmId} and c.id in (v.id, p.id) and c.export_id is null
    where o.firm_id = ${firmId} and o.id = any(${reversed}::uuid[])`.execute(trx);
  return rows.map((row) => ({ ...row, replacement: row.replacement ?? undefined }));
}

export async function saveCorrections(
  trx: Trx,
  { firmId }: FirmScope,
  lines: readonly { id: string; text: string; reason: string }[],
): Promise<void> {
  await sql`
    update entries e set correction = n.text, correction_reason = n.reason
    from unnest(${lines.map(({ id }) => id)}::uuid[], ${lines.map(({ text }) => text)}::text[],
      ${lines.map(({ reason }) => reason)}::text[]) as n (id, text, reason)
    where e.firm_id = ${firmId} and e.id = n.id and e.export_id is null`.execute(trx);
}

function ref(entry: string, column: string) {
  return sql.ref(`${entry}.${column}`);
}
