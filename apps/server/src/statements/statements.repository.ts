import { toFeeRow } from '@recoup/contract/call-fees/fee-rows';
import { type EntryVatTreatment, splitVat } from '@recoup/contract/vat/rules';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { FirmScope } from '../platform/core/actor.ts';
import { mapWithPauses } from '../platform/core/pauses.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { joinByFirm } from '../platform/database/join-by-firm.ts';
import type { Line, PriceTable } from './statement.ts';
import { narrationInFiles } from '../platform/database/narration-in-files.ts';
import { voucherCount } from '../platform/database/voucher-columns.ts';
import { foldedText } from '../platform/database/pagination-and-search.ts';

export type Period = { from?: string | undefined; to?: string | undefined };
type OfMatter = Period & { matterId: string };

/** Enough lines for a round trip, few enough for memory. */
const batch = 2_000;

/** Undefined for a matter that the firm has not. */
export async function findHead(db: Db, firm: FirmScope, of: OfMatter) {
  const row = await db
    .selectFrom('matters')
    .innerJoin('firms', 'firms.id', 'matters.firmId')
    .where('matters.firmId', '=', firm.firmId)
    .where('matters.id', '=', of.matterId)
    .select(['matters.id', 'matters.number', 'matters.description', 'matters.client'])
    .select(['firms.name', 'firms.logo', 'firms.isVatVendor', 'firms.vatNumber'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { lineCount, hasVat } = await selectEntries(db, firm, of)
    .where('entries.matterId', '=', of.matterId)
    .select(counts)
    .executeTakeFirstOrThrow();
  return {
    firm: { name: row.name, logo: row.logo, vatNumber: row.isVatVendor ? row.vatNumber : null },
    matter: { _id: row.id, number: row.number, name: row.description, client: row.client },
    hasVat: row.isVatVendor || hasVat,
    lineCount,
  };
}

const counts = [
  sql<number>`count(*)::integer`.as('lineCount'),
  sql<boolean>`coalesce(bool_or(entries.vat_treatment <> 'none'), false)`.as('hasVat'),
];

type LineRow = Omit<Line, 'item' | 'particulars' | 'disbursementType' | 'attorney' | 'vat'> & {
  narration: string | null;
  typeId: string;
  title: string;
  attorneyId: string;
  attorneyName: string;
  treatment: EntryVatTreatment;
  basisPoints: number;
  isIncluded: boolean;
};

/** The lines of a statement in batches, as they were when the first was read: costs first. */
export async function* readLines(
  trx: Trx,
  firm: FirmScope,
  of: OfMatter & { hasVat: boolean },
): AsyncGenerator<Line[]> {
  await sql`set local statement_timeout = '5min'`.execute(trx);
  await sql`declare lines no scroll cursor for ${selectLines(trx, firm, of)}`.execute(trx);
  let item = 0;
  for (;;) {
    const { rows } = await sql<LineRow>`${sql.raw(`fetch forward ${batch} from lines`)}`.execute(
      trx,
    );
    if (rows.length > 0)
      yield await mapWithPauses(rows, (row) => {
        item += 1;
        return { ...toLine(row, of.hasVat), item };
      });
    if (rows.length < batch) break;
  }
  await sql`close lines`.execute(trx);
}

function selectLines(trx: Trx, firm: FirmScope, of: OfMatter) {
  // An entry of a firm that was no vendor has no treatment, so its type decides.
  const isAgent = sql<boolean>`(entries.vat_treatment = 'agent'
    or entries.vat_treatment = 'none' and types.vat = 'agent')`;
  const query = selectEntries(trx, firm, of)
    .where('entries.matterId', '=', of.matterId)
    .innerJoin('users', 'users.id', 'entries.attorneyId')
    .innerJoin('disbursementTypes as types', (join) =>
      joinByFirm(join, 'types.id', 'entries.disbursementTypeId'),
    )
    .select(['entries.id', 'entries.date', 'entries.voucher'])
    .select(voucherCount.as('vouchers'))
    .select([narrationInFiles.as('narration'), 'entries.correction'])
    .select(sql<string | null>`entries.correction_reason`.as('reason'))
    .select(['entries.minutes', 'entries.quantity', 'entries.amountCents', 'entries.reverses'])
    .select(['entries.scheduleId', 'entries.vatTreatment as treatment'])
    .select(['entries.vatBasisPoints as basisPoints', 'entries.vatIncluded as isIncluded'])
    .select(['types.id as typeId', 'types.title'])
    .select(['users.id as attorneyId', 'users.name as attorneyName'])
    .select(isAgent.as('isAgent'))
    .orderBy(isAgent)
    .orderBy('entries.date')
    // A correction follows what it corrects, if both are of one day.
    .orderBy(sql`coalesce(entries.reverses, entries.replaces, entries.id)`)
    .orderBy(sql`entries.replaces is not null`)
    .orderBy(sql`entries.reverses is not null`)
    .orderBy('entries.id');
  return query;
}

function toLine(row: LineRow, hasVat: boolean): Omit<Line, 'item'> {
  const { narration, typeId, title, attorneyId, attorneyName } = row;
  const { treatment, basisPoints, isIncluded, ...rest } = row;
  const vat = { treatment, basisPoints, ...splitVat(row.amountCents, { basisPoints, isIncluded }) };
  return {
    ...rest,
    particulars: narration === null ? title : `${title}: ${narration}`,
    disbursementType: { _id: typeId, name: title },
    attorney: { _id: attorneyId, name: attorneyName },
    vat: hasVat ? vat : null,
  };
}

/** The call fees of some schedules, by type; attorneys with the same fees share a table. */
export async function listPriceTables(db: Db, firm: FirmScope, scheduleIds: readonly string[]) {
  if (scheduleIds.length === 0) return [];
  const rows = await db
    .selectFrom('callFeeSchedules as schedule')
    .innerJoin('users', 'users.id', 'schedule.userId')
    .innerJoin('disbursementTypes as type', (join) =>
      joinByFirm(join, 'type.id', 'schedule.disbursementTypeId'),
    )
    .where('schedule.firmId', '=', firm.firmId)
    .where(sql<boolean>`schedule.id = any(${[...scheduleIds]}::uuid[])`)
    .select(['schedule.validFrom', 'type.id as typeId', 'type.title'])
    .select(['users.id as attorneyId', 'users.name as attorneyName'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('callFeeBands')
          .whereRef('callFeeBands.firmId', '=', 'schedule.firmId')
          .whereRef('callFeeBands.scheduleId', '=', 'schedule.id')
          // Names of one word: within JSON names are not converted to camelCase.
          .select(['startMinute as start', 'endMinute as end'])
          .select(['additionalMinutes as additional', 'chargeCents as cents'])
          .orderBy('callFeeBands.position'),
      ).as('bands'),
    )
    .orderBy(foldedText(sql`type.title`))
    .orderBy('schedule.validFrom')
    .orderBy(foldedText(sql`users.name`))
    .orderBy('schedule.id')
    .execute();
  return sharedTables(rows);
}

type FeeRows = {
  typeId: string;
  title: string;
  validFrom: string;
  attorneyId: string;
  attorneyName: string;
  bands: { start: number; end: number; additional: number; cents: number }[];
};

function sharedTables(rows: readonly FeeRows[]): PriceTable[] {
  const tables = new Map<string, PriceTable>();
  for (const { typeId, title, validFrom, attorneyId, attorneyName, bands } of rows) {
    const key = JSON.stringify([typeId, validFrom, bands]);
    const table = tables.get(key) ?? {
      disbursementType: { _id: typeId, name: title },
      attorneys: [],
      validFrom,
      rows: bands.map(({ start: startTime, end: endTime, additional, cents: chargeCents }) =>
        toFeeRow({ startTime, endTime, additionalTime: additional, chargeCents }),
      ),
    };
    tables.set(key, table);
    if (table.attorneys.every(({ _id }) => _id !== attorneyId))
      table.attorneys.push({ _id: attorneyId, name: attorneyName });
  }
  return [...tables.values()];
}

export type MatterWithLines = { id: string; number: string; lineCount: number };

/** The matters with entries in a period, by number, up to a limit. */
export async function listMattersWithLines(
  db: Db,
  firm: FirmScope,
  { client, limit, ...period }: Period & { client?: string | undefined; limit: number },
): Promise<MatterWithLines[]> {
  let query = selectEntries(db, firm, period).innerJoin('matters', (join) =>
    joinByFirm(join, 'matters.id', 'entries.matterId'),
  );
  if (client !== undefined && client !== '')
    query = query.where(foldedText(sql`matters.client`), '=', foldedText(sql`${client}::text`));
  return query
    .select(['matters.id', 'matters.number'])
    .select(sql<number>`count(*)::integer`.as('lineCount'))
    .groupBy(['matters.id', 'matters.number'])
    .orderBy(sql`lower(matters.number)`)
    .orderBy('matters.id')
    .limit(limit)
    .execute();
}

function selectEntries(db: Db, firm: FirmScope, { from, to }: Period) {
  let query = db.selectFrom('entries').where('entries.firmId', '=', firm.firmId);
  if (from !== undefined) query = query.where('entries.date', '>=', from);
  if (to !== undefined) query = query.where('entries.date', '<=', to);
  return query;
}
