import { sql } from 'kysely';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import type { EntryRow } from './entries.repository.ts';

type NewRow = EntryRow & {
  createdBy: string;
  createdAt: Date;
  accountLine: number;
  accountPages: string | null;
};

/** In one statement, so that the sums of days are added in one order. */
export async function insertAccountEntries(
  trx: Trx,
  firm: FirmScope,
  rows: readonly NewRow[],
): Promise<void> {
  const values = rows.map((row) => ({ ...row, firmId: firm.firmId }));
  await trx.insertInto('entries').values(values).execute();
}

/** Lines alone, without their reversals and replacements. */
export async function listAccountLineIds(
  db: Db,
  firm: FirmScope,
  accountId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('entries')
    .where('firmId', '=', firm.firmId)
    .where('supplierAccountId', '=', accountId)
    .where('accountLine', 'is not', null)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteEntryRows(trx: Trx, firm: FirmScope, ids: readonly string[]) {
  await trx
    .deleteFrom('entries')
    .where('firmId', '=', firm.firmId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute();
}
