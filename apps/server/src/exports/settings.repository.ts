import {
  type CsvDelimiter,
  type CsvProfile,
  defaultCsvDelimiter,
} from '@recoup/contract/exports/files';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db, Trx } from '../platform/database/connections.ts';

/** A firm's settings for CSV; the delimiter is null until the firm chooses one. */
export type CsvChoice = { csvDelimiter: CsvDelimiter | null; mailProfile: CsvProfile };

export async function getCsvChoice(db: Db, firm: FirmScope): Promise<CsvChoice> {
  // The table checks both columns.
  return (await selectCsvChoice(db, firm).executeTakeFirstOrThrow()) as CsvChoice;
}

/** As `getCsvChoice`, locked until the transaction ends. */
export async function lockCsvChoice(trx: Trx, firm: FirmScope): Promise<CsvChoice> {
  const row = await selectCsvChoice(trx, firm).forNoKeyUpdate().executeTakeFirstOrThrow();
  return row as CsvChoice; // checks of the table
}

export async function updateCsvChoice(
  trx: Trx,
  firm: FirmScope,
  { csvDelimiter, mailProfile }: CsvChoice,
): Promise<void> {
  await trx
    .updateTable('firms')
    .set({ csvDelimiter, csvMailProfile: mailProfile })
    .where('id', '=', firm.firmId)
    .execute();
}

export function delimiterOrDefault({ csvDelimiter }: { csvDelimiter: string | null }): string {
  return csvDelimiter ?? defaultCsvDelimiter;
}

function selectCsvChoice(db: Db, firm: FirmScope) {
  return db
    .selectFrom('firms')
    .select(['csvDelimiter', 'csvMailProfile as mailProfile'])
    .where('id', '=', firm.firmId);
}
