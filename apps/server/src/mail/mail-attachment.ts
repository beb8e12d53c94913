import { type CsvProfile, exportLimits, type FileKind } from '@recoup/contract/exports/files';
import { getExportSummary } from '../exports/exports.service.ts';
import { type ExportFile, exportFile } from '../exports/files/export-file.service.ts';
import { AppError } from '../platform/core/app-error.ts';
import { createFirmScope, type FirmScope } from '../platform/core/actor.ts';
import { type Db, withScope } from '../platform/database/connections.ts';
import { readPostingFile } from '../posting/posting-files.service.ts';
import type { CsvOptions, QueuedMail } from './delivery/outbox.repository.ts';
import { type MailAttachment, MailRejectedError } from './delivery/mailer.ts';
import type { MailedExport } from './mail-limits.ts';

/** The mail's export as the ledger holds it; undefined for a mail without one. */
export async function loadAttachment(
  db: Db,
  mail: QueuedMail,
): Promise<MailAttachment | undefined> {
  const { firmId, exportId, attachment } = mail;
  if (firmId === null || exportId === null || attachment === null) return undefined;
  // No session here: the request's scope was checked, and a foreign key ties export to firm.
  const firm = createFirmScope(firmId);
  const ownDb = withScope(db, firm);
  const file =
    mail.layout === null
      ? await exportedFile(ownDb, firm, { ...mail, exportId, attachment })
      : await postedFile(ownDb, firm, { ...mail, exportId, layout: mail.layout });
  return collect(file, attachment);
}

type Attached = QueuedMail & { exportId: string };

async function exportedFile(
  db: Db,
  firm: FirmScope,
  mail: Attached & { attachment: string },
): Promise<ExportFile> {
  const facts = await getExportSummary(db, firm, mail.exportId);
  const { csvProfile, csvDelimiter } = mail.csvProfile === null ? currentCsv(facts) : mail;
  return exportFile(db, firm, {
    facts: { ...facts, csvDelimiter },
    kind: mail.attachment as FileKind, // a check of the table
    profile: csvProfile as CsvProfile, // as above
  });
}

/** The layout or its settings may have changed since the mail was accepted. */
async function postedFile(
  db: Db,
  firm: FirmScope,
  { exportId, layout, createdAt }: Attached & { layout: string },
): Promise<ExportFile> {
  try {
    return await readPostingFile(db, firm, { exportId, layoutId: layout, now: createdAt });
  } catch (error) {
    if (error instanceof AppError) throw new MailRejectedError(error.message);
    throw error;
  }
}

async function collect(
  { fileName, type, content }: ExportFile,
  attachment: string,
): Promise<MailAttachment> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    chunks.push(Buffer.from(chunk as Buffer)); // a stream of bytes
    bytes += (chunk as Buffer).length; // as above
    if (bytes > exportLimits.mailBytes)
      throw new MailRejectedError(
        `The ${attachment} file is larger than mail servers take (10 MB).`,
      );
  }
  return { fileName, type, content: Buffer.concat(chunks) };
}

/** The firm's present options for a mailed CSV. */
export function currentCsv(facts: MailedExport): CsvOptions {
  return { csvProfile: facts.csvMailProfile, csvDelimiter: facts.csvDelimiter, layout: null };
}
