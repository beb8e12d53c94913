import type { CsvDelimiter } from '@recoup/contract/export-files';
import { type By, ownFirm } from '../platform/actor.ts';
import { auditChange } from '../platform/audit.repository.ts';
import type { Db } from '../platform/db.ts';
import { lockCsvDelimiter, updateCsvDelimiter } from './export-settings.repository.ts';

/** Chooses what stands between the cells of the CSV for people, for the whole firm. Saving what is set already leaves no trace. */
export async function saveExportSettings(
  db: Db,
  by: By,
  { csvDelimiter }: { csvDelimiter: CsvDelimiter },
): Promise<{ csvDelimiter: CsvDelimiter }> {
  const firm = ownFirm(by.actor);
  await db.transaction().execute(async (trx) => {
    const before = await lockCsvDelimiter(trx, firm);
    if (before === csvDelimiter) return;
    await updateCsvDelimiter(trx, firm, csvDelimiter);
    const details = { csvDelimiter: [before, csvDelimiter] };
    await auditChange(trx, by, { action: 'firm.updated', subjectId: firm.firmId, details });
  });
  return { csvDelimiter };
}
