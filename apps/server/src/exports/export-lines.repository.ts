import { sql } from 'kysely';
import type { FirmScope } from '../platform/actor.ts';
import type { Db, Trx } from '../platform/db.ts';
import type { ExportLine } from './export-lines.ts';

export type Period = { readonly from?: string | undefined; readonly to?: string | undefined };
/** Which entries: those that a closing export holds, or all of a period. */
export type Lines = { readonly heldBy: string } | { readonly period: Period };

/** Rows in a batch: enough that a round trip does not count, few enough to weigh nothing (about half a megabyte). */
const batch = 5_000;

/** The lines by day and in the order they were recorded, in batches, as they are at this moment. */
export async function* readExportLines(trx: Trx, firm: FirmScope, what: Lines): AsyncGenerator<ExportLine[]> {
  // A million rows take longer than a page may.
  await sql`set local statement_timeout = '10min'`.execute(trx);
  const plain = trx.withoutPlugins();
  await sql`declare lines no scroll cursor for ${linesOf(trx, firm, what)}`.execute(trx);
  for (;;) {
    const { rows } = await sql<ExportLine>`${sql.raw(`fetch forward ${batch} from lines`)}`.execute(plain);
    if (rows.length > 0) yield rows;
    if (rows.length < batch) break;
  }
  await sql`close lines`.execute(trx);
}

function linesOf(trx: Trx, firm: FirmScope, what: Lines) {
  const isWanted =
    'heldBy' in what
      ? sql`entries.export_id = ${what.heldBy}`
      : sql`(${what.period.from ?? null}::date is null or entries.date >= ${what.period.from ?? null}::date)
        and (${what.period.to ?? null}::date is null or entries.date <= ${what.period.to ?? null}::date)`;
  return sql`
    select entries.date, matters.number as "matterNumber", matters.client, matters.description as "matterDescription",
      users.name as "attorney", disbursement_types.title as "disbursementType", entries.minutes, entries.quantity,
      entries.amount_cents as "amountCents", entries.narration
    from entries
    join users on users.id = entries.attorney_id
    join matters on matters.id = entries.matter_id
    join disbursement_types on disbursement_types.id = entries.disbursement_type_id
    where entries.firm_id = ${firm.firmId} and ${isWanted}
    order by entries.date, entries.id`;
}

export async function insertPart(trx: Trx, firm: FirmScope, part: { exportId: string; position: number; content: Buffer }): Promise<void> {
  await trx
    .insertInto('exportParts')
    .values({ ...part, firmId: firm.firmId })
    .execute();
}

/**
 * The export of the firm that already keeps the very same lines, if any. The parts that were just written for this one are then let go:
 * somebody who downloads the same period each day takes no more room.
 */
export async function shareEqualParts(trx: Trx, firm: FirmScope, of: { exportId: string; sha256: Buffer }): Promise<string | null> {
  const equal = await trx
    .selectFrom('exports')
    .select('id')
    .where('firmId', '=', firm.firmId)
    .where('sha256', '=', of.sha256)
    .where('partsOf', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (equal === undefined) return null;
  await trx.deleteFrom('exportParts').where('firmId', '=', firm.firmId).where('exportId', '=', of.exportId).execute();
  return equal.id;
}

/** The compressed parts of an export of the firm, one at a time. */
export async function* readParts(db: Db, firm: FirmScope, exportId: string): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const part = await db
      .selectFrom('exports')
      .innerJoin('exportParts', (join) => join.on((eb) => eb('exportParts.exportId', '=', eb.fn.coalesce('exports.partsOf', 'exports.id'))))
      .where('exports.firmId', '=', firm.firmId)
      .where('exports.id', '=', exportId)
      .where('exportParts.position', '=', position)
      .select('exportParts.content')
      .executeTakeFirst();
    if (part === undefined) return;
    yield part.content;
  }
}
