import type { CsvDelimiter } from '@recoup/contract/export-files';
import type { FirmScope } from '../platform/actor.ts';
import type { Db, Trx } from '../platform/db.ts';

export async function getCsvDelimiter(db: Db, firm: FirmScope): Promise<CsvDelimiter> {
  const row = await db.selectFrom('firms').select('csvDelimiter').where('id', '=', firm.firmId).executeTakeFirstOrThrow();
  return row.csvDelimiter as CsvDelimiter; // a check of the table
}

/** As `getCsvDelimiter`, and nobody else changes it until the transaction ends. */
export async function lockCsvDelimiter(trx: Trx, firm: FirmScope): Promise<CsvDelimiter> {
  const row = await trx.selectFrom('firms').select('csvDelimiter').where('id', '=', firm.firmId).forNoKeyUpdate().executeTakeFirstOrThrow();
  return row.csvDelimiter as CsvDelimiter; // a check of the table
}

export async function updateCsvDelimiter(trx: Trx, firm: FirmScope, csvDelimiter: CsvDelimiter): Promise<void> {
  await trx.updateTable('firms').set({ csvDelimiter }).where('id', '=', firm.firmId).execute();
}
