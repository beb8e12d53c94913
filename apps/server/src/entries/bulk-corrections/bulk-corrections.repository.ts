import type { EntryVatTreatment } from '@recoup/contract/vat/rules';
import { sql } from 'kysely';
import type { FirmScope } from '../../platform/core/actor.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { pickFields } from '../../platform/collections/collections.ts';
import type { EntryRow } from '../entries.repository.ts';
import { isFirmRow } from '../../platform/database/firm-row.ts';

const storedColumns = [
  'matterId',
  'disbursementTypeId',
  'scheduleId',
  'unitPriceId',
  'amountCents',
  'vatTreatment',
  'vatBasisPoints',
  'vatIncluded',
] as const satisfies (keyof EntryRow)[];
type StoredColumn = (typeof storedColumns)[number];

/** Values of an entry before its correction, and the version that the correction gave it. */
export type StoredRow = Pick<EntryRow, StoredColumn> & { entryId: string; version: number };

/** With what its entries were before. */
export async function insertCorrection(
  trx: Trx,
  firm: FirmScope,
  {
    before,
    ...correction
  }: {
    id: string;
    reason: string;
    requestSha256: Buffer;
    createdAt: Date;
    createdBy: string;
    before: readonly (EntryRow & { version: number })[];
  },
): Promise<void> {
  const { firmId } = firm;
  await trx
    .insertInto('entryCorrections')
    .values({ ...correction, entries: before.length, firmId })
    .execute();
  const rows = before.map((entry) => ({
    ...pickFields(entry, storedColumns),
    firmId,
    correctionId: correction.id,
    entryId: entry.id,
    version: entry.version + 1,
  }));
  await trx.insertInto('entryCorrectionEntries').values(rows).execute();
}

/** The stored correction that a repeated request is compared with. */
export async function findStoredCorrection(db: Db, firm: FirmScope, id: string) {
  return db
    .selectFrom('entryCorrections')
    .where(isFirmRow(firm, id))
    .select(['requestSha256', 'undoneAt'])
    .executeTakeFirst();
}

export async function findCorrection(db: Db, firm: FirmScope, id: string) {
  const row = await db
    .selectFrom('entryCorrections')
    .innerJoin('users as author', 'author.id', 'entryCorrections.createdBy')
    .leftJoin('users as undoer', 'undoer.id', 'entryCorrections.undoneBy')
    .where('entryCorrections.firmId', '=', firm.firmId)
    .where('entryCorrections.id', '=', id)
    .select(['entryCorrections.entries', 'entryCorrections.reason'])
    .select(['entryCorrections.createdAt', 'entryCorrections.undoneAt'])
    .select(['author.id as authorId', 'author.name as authorName'])
    .select(['undoer.id as undoerId', 'undoer.name as undoerName'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { entries, reason, undoerId, undoerName } = row;
  return {
    _id: id,
    entries,
    reason,
    createdAt: row.createdAt.toISOString(),
    createdBy: { _id: row.authorId, name: row.authorName },
    undoneAt: row.undoneAt?.toISOString() ?? null,
    undoneBy: undoerId === null ? null : { _id: undoerId, name: undoerName ?? '' },
  };
}

/** Without those of deleted entries. */
export async function listStoredRows(db: Db, firm: FirmScope, id: string): Promise<StoredRow[]> {
  return db
    .selectFrom('entryCorrectionEntries')
    .where('firmId', '=', firm.firmId)
    .where('correctionId', '=', id)
    .select(['entryId', 'version', ...storedColumns])
    .$narrowType<{ vatTreatment: EntryVatTreatment }>()
    .execute();
}

/** The ids of schedules that an undone fee change made. */
export async function listTakenBack(db: Db, firm: FirmScope, scheduleIds: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select s.id from call_fee_schedules s
    join rate_changes c on c.firm_id = s.firm_id and c.id = s.change_id
      and c.undone_at is not null
    where s.firm_id = ${firm.firmId} and s.id = any(${scheduleIds}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Saves matter, type, days, price, VAT and version of locked entries, and the sums of their days in
 * one statement: row by row, two requests could wait for each other's days.
 */
export async function updateEntryRows(
  trx: Trx,
  { firmId }: FirmScope,
  rows: readonly (Omit<StoredRow, 'entryId'> & Pick<EntryRow, 'id' | 'date' | 'happenedOn'>)[],
): Promise<void> {
  await sql`set local recoup.sums = 'by statement'`.execute(trx);
  await sql`
    with ${newRows(rows)}, old as (
      select e.* from new_rows n join entries e on e.firm_id = ${firmId} and e.id = n.id
    ), changed as (
      update entries e set matter_id = n.matter_id, disbursement_type_id = n.type_id,
        date = n.date, happened_on = n.happened_on, schedule_id = n.schedule_id,
        unit_price_id = n.unit_price_id, amount_cents = n.cents,
        vat_treatment = n.vat_treatment, vat_basis_points = n.vat_basis_points,
        vat_included = n.vat_included, version = n.version
      from new_rows n where e.firm_id = ${firmId} and e.id = n.id
      returning e.*
    )
    insert into entry_days (firm_id, date, attorney_id, disbursement_type_id, count, minutes,
      amount_cents, net_cents, vat_cents)
    select firm_id, date, attorney_id, disbursement_type_id, sum(sign),
      sum(sign * coalesce(minutes, 0)), sum(sign * amount_cents),
      sum(sign * (amount_cents - case when vat_included then vat_cents else 0 end)),
      sum(sign * vat_cents)
    from (select -1 as sign, old.* from old union all select 1, changed.* from changed) moved
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (firm_id, date, attorney_id, disbursement_type_id) do update
      set count = entry_days.count + excluded.count,
        minutes = entry_days.minutes + excluded.minutes,
        amount_cents = entry_days.amount_cents + excluded.amount_cents,
        net_cents = entry_days.net_cents + excluded.net_cents,
        vat_cents = entry_days.vat_cents + excluded.vat_cents`.execute(trx);
  await sql`set local recoup.sums = 'by row'`.execute(trx);
}

function newRows(rows: Parameters<typeof updateEntryRows>[2]) {
  const all = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name]);
  return sql`new_rows as (
      select * from unnest(${all('id')}::uuid[], ${all('matterId')}::uuid[],
        ${all('disbursementTypeId')}::uuid[], ${all('scheduleId')}::uuid[],
        ${all('unitPriceId')}::uuid[], ${all('amountCents')}::bigint[],
        ${all('vatTreatment')}::text[], ${all('vatBasisPoints')}::integer[],
        ${all('vatIncluded')}::boolean[], ${all('version')}::integer[],
        ${all('date')}::date[], ${all('happenedOn')}::date[])
        as n (id, matter_id, type_id, schedule_id, unit_price_id, cents, vat_treatment,
          vat_basis_points, vat_included, version, date, happened_on)
    )`;
}
