import {
  type CsvDelimiter,
  type CsvProfile,
  defaultCsvDelimiter,
} from '@recoup/contract/exports/files';
import type { ExportSettings } from '@recoup/contract/exports/endpoints';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import type { Db } from '../platform/database/connections.ts';
import { getCsvChoice, lockCsvChoice, updateCsvChoice } from './settings.repository.ts';

export async function getExportSettings(
  db: Db,
  firm: FirmScope,
  bouncesTo: string,
): Promise<ExportSettings> {
  const { csvDelimiter, mailProfile } = await getCsvChoice(db, firm);
  return {
    csvDelimiter: csvDelimiter ?? defaultCsvDelimiter,
    isChosen: csvDelimiter !== null,
    mailProfile,
    bouncesTo,
  };
}

/** Saves the firm's settings for CSV. Unchanged settings are not audited. */
export async function saveExportSettings(
  db: Db,
  by: AuditContext,
  choice: { csvDelimiter: CsvDelimiter; mailProfile?: CsvProfile | undefined },
): Promise<void> {
  const firm = requireFirmScope(by.actor);
  await db.transaction().execute(async (trx) => {
    const before = await lockCsvChoice(trx, firm);
    const after = { ...choice, mailProfile: choice.mailProfile ?? before.mailProfile };
    const changed = (['csvDelimiter', 'mailProfile'] as const).filter(
      (name) => before[name] !== after[name],
    );
    if (changed.length === 0) return;
    await updateCsvChoice(trx, firm, after);
    const details = Object.fromEntries(changed.map((name) => [name, [before[name], after[name]]]));
    await recordAudit(trx, by, { action: 'firm.updated', subjectId: firm.firmId, details });
  });
}
