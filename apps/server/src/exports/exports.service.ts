import { role } from '@recoup/contract/core/access';
import type { CsvDelimiter, CsvProfile } from '@recoup/contract/exports/files';
import type { ExportMail, ExportRecord } from '@recoup/contract/exports/endpoints';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';
import { AppError, notFound } from '../platform/core/app-error.ts';
import { findExport, exportState, listExportMails, listExports } from './export-list.repository.ts';
import {
  type ExportSummary,
  findExportSummary,
  findLatestExportSummary,
  markExportTaken,
  delimiterOrDefault,
} from './exports.repository.ts';

export type { ExportSummary };
export { isClosedUpTo } from './export-list.repository.ts';
export { markExportTaken } from './exports.repository.ts';

/** Throws `not_found`. */
export async function getExport(db: Db, firm: FirmScope, id: string): Promise<ExportRecord> {
  const found = await findExport(db, firm, id);
  if (!found) throw notFound('export');
  return found;
}

/** Throws `not_found`. */
export async function getExportSummary(
  db: Db,
  firm: FirmScope,
  id: string,
): Promise<ExportSummary> {
  const facts = await findExportSummary(db, firm, id);
  if (!facts) throw notFound('export');
  return facts;
}

/** The last closing, reopened or not. */
export async function findLastClosing(db: Db, firm: FirmScope): Promise<ExportRecord | undefined> {
  const { data } = await listExports(db, firm, { closing: true, page: 1, itemsPerPage: 1 });
  return data[0];
}

/**
 * From now on the file of the export has been taken: `file` is its kind or its name. An auditor's
 * reading is only recorded.
 */
export async function markExportFetched(
  db: Db,
  by: AuditContext,
  { id, file, rows }: { id: string; file: string; rows: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (by.actor.role !== role.auditor)
      await markExportTaken(trx, requireFirmScope(by.actor), { id, now: by.now });
    await recordAudit(trx, by, { action: 'export.sent', subjectId: id, details: { file }, rows });
  });
}

/** The user's last export. Throws `no_export_yet`. */
export async function getLatestExport(
  db: Db,
  firm: FirmScope,
  userId: string,
): Promise<ExportSummary> {
  const facts = await findLatestExportSummary(db, firm, userId);
  if (!facts) throw new AppError('no_export_yet');
  return facts;
}

/** The state of an export, and the CSV that the firm mails of it now. */
export function mailedAs(facts: ExportSummary) {
  return {
    state: exportState(facts),
    csv: {
      profile: facts.csvMailProfile as CsvProfile, // a check of the table
      delimiter: delimiterOrDefault(facts) as CsvDelimiter, // as above
    },
  };
}

/** A mail with an export. Throws `not_found`. */
export async function getExportMail(db: Db, firm: FirmScope, id: string): Promise<ExportMail> {
  const [mail] = await listExportMails(db, firm, { mail: id });
  if (!mail) throw notFound('email');
  return mail;
}
