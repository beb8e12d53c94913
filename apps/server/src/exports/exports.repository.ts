import { sql } from 'kysely';
import type { FirmScope } from '../platform/actor.ts';
import type { Db, Trx } from '../platform/db.ts';

export type Period = { readonly from?: string | undefined; readonly to?: string | undefined };

/** A line of an export, in the order of the file; `amount` in cents. */
export type ExportLine = {
  readonly date: string;
  readonly matterNumber: string;
  readonly client: string | null;
  readonly matterDescription: string;
  readonly attorney: string;
  readonly disbursementType: string;
  readonly minutes: number | null;
  readonly quantity: number | null;
  readonly amountCents: number;
  readonly narration: string | null;
};

/** Everything that was recorded in the period, by day. */
export async function listExportLines(db: Db, firm: FirmScope, period: Period): Promise<ExportLine[]> {
  let query = db
    .selectFrom('entries')
    .innerJoin('users', 'users.id', 'entries.attorneyId')
    .innerJoin('matters', 'matters.id', 'entries.matterId')
    .innerJoin('disbursementTypes', 'disbursementTypes.id', 'entries.disbursementTypeId')
    .where('entries.firmId', '=', firm.firmId);
  if (period.from !== undefined) query = query.where('entries.date', '>=', period.from);
  if (period.to !== undefined) query = query.where('entries.date', '<=', period.to);
  return query
    .select([
      'entries.date',
      'matters.number as matterNumber',
      'matters.client',
      'matters.description as matterDescription',
      'users.name as attorney',
      'disbursementTypes.title as disbursementType',
      'entries.minutes',
      'entries.quantity',
      'entries.amountCents',
      'entries.narration',
    ])
    .orderBy('entries.date')
    .orderBy('entries.id')
    .execute();
}

/** Enters an export in the ledger under the firm's next number. */
export async function insertExport(
  trx: Trx,
  firm: FirmScope,
  run: Period & { id: string; userId: string; now: Date; rowCount: number; sumCents: number; sha256: Buffer; content: Buffer },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('exports ' || ${firm.firmId}, 0))`.execute(trx);
  const { rows } = await sql<{ number: number }>`
    insert into exports (id, firm_id, number, closing, user_id, created_at, from_date, to_date, row_count, sum_cents, sha256)
    select ${run.id}, ${firm.firmId}, coalesce(max(number), 0) + 1, false, ${run.userId}, ${run.now}, ${run.from ?? null}, ${run.to ?? null},
      ${run.rowCount}, ${run.sumCents}, ${run.sha256}
    from exports where firm_id = ${firm.firmId} returning number`.execute(trx);
  await trx.insertInto('exportParts').values({ exportId: run.id, position: 0, content: run.content }).execute();
  const [row] = rows;
  if (row === undefined) throw new Error('the ledger gave no number');
  return row.number;
}
