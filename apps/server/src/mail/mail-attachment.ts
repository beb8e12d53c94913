import { type CsvProfile, exportLimits, type FileKind } from '@recoup/contract/exports/files';
import { getExportSummary } from '../exports/exports.service.ts';
import { type ExportFile, exportFile } from '../exports/files/export-file.service.ts';
import { AppError } from '../platform/core/app-error.ts';
import {
  createFirmScope,
  type FirmScope,
  type AuditContext,
  requireFirmScope,
} from '../platform/core/actor.ts';
import { type Db, withScope, type Trx } from '../platform/database/connections.ts';
import { readPostingFile } from '../posting/posting-files.service.ts';
import type { CsvOptions, QueuedMail } from './delivery/outbox.repository.ts';
import type { MailAttachment } from './delivery/mailer.ts';
import { MailRejectedError } from './delivery/smtp-errors.ts';
import { mailQuota } from '@recoup/contract/mail/endpoints';
import { hours } from '../platform/core/clock.ts';
import { listMailTimes, lockQuota } from './mail.repository.ts';

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

async function exportedFile(db: Db, firm: FirmScope, mail: Attached & { attachment: string }) {
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

export type MailedExport = Awaited<ReturnType<typeof getExportSummary>>;

export async function requireQuota(trx: Trx, by: AuditContext): Promise<void> {
  const firm = requireFirmScope(by.actor);
  await lockQuota(trx, firm);
  const times = await listMailTimes(trx, firm, ago(by.now, hours(24)));
  const inHour = times.filter((time) => time > ago(by.now, hours(1)));
  const spent = [
    { sent: inHour, max: mailQuota.hour, windowMs: hours(1), period: 'an hour' },
    { sent: times, max: mailQuota.day, windowMs: hours(24), period: 'a day' },
  ].find(({ sent, max }) => sent.length >= max);
  if (!spent) return;
  const free = (spent.sent.at(-spent.max)?.getTime() ?? by.now.getTime()) + spent.windowMs;
  throw new AppError('too_many_requests', {
    message:
      `Your firm has reached its limit of ${spent.max} emails ${spent.period}. ` +
      'Please wait a little and try again.',
    retryAfterSeconds: (free - by.now.getTime()) / 1000,
  });
}

export function assertMailable(facts: MailedExport, type: FileKind): void {
  const message = mailRefusal(facts, type);
  if (message !== null) throw new AppError('too_large', { message });
}

/** Mail servers reject larger files, often days later and unnoticed. */
export function mailRefusal(facts: MailedExport, type: FileKind): string | null {
  const kind = type.toUpperCase();
  const megabytes = exportLimits.mailBytes / 1_000_000;
  const isTooLong = facts.rowCount > exportLimits.mailRows[type];
  if (!isTooLong && (type !== 'csv' || facts.byteCount <= exportLimits.mailBytes)) return null;
  const size = isTooLong
    ? `${facts.rowCount} rows as ${kind}`
    : `${Math.ceil(facts.byteCount / 1_000_000)} MB of ${kind}`;
  const max = isTooLong ? `${exportLimits.mailRows[type]} rows` : `${megabytes} MB`;
  return (
    `This export is too large to email: ${size}, and the most is ${max}. ` +
    'Please download it, or export a shorter period.'
  );
}

function ago(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}
