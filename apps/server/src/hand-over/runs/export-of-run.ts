import type { Readable } from 'node:stream';
import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import type { FileKind } from '@recoup/contract/exports/files';
import { type ExportFile, exportFile } from '../../exports/files/export-file.service.ts';
import { getExportSummary } from '../../exports/exports.service.ts';
import { sendMailWithin } from '../../mail/mail.service.ts';
import { type AuditContext, type FirmScope, requireFirmScope } from '../../platform/core/actor.ts';
import { hours } from '../../platform/core/clock.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { createPostingFile, readPostingFile } from '../../posting/posting-files.service.ts';
import type { ShownHandOver } from '../schedules/hand-overs.repository.ts';

/** A file is tried for a day. */
export const sendingMs = hours(24);

type Prepared = {
  mailId: string | null;
  fileName: string | null;
  nextTryAt: Date | null;
  giveUpAt: Date | null;
};

/**
 * In the transaction of the closing: queues the mail, or names the file that is sent after it.
 * Throws what keeps the file from being written, which takes the closing back.
 */
export async function prepareFile(
  trx: Trx,
  by: AuditContext,
  { handOver, made }: { handOver: ShownHandOver; made: ExportRecord },
): Promise<Prepared> {
  const { layout, type, email } = handOver;
  if (email !== null) {
    const mail = await sendMailWithin(trx, by, {
      exportId: made._id,
      type,
      ...(layout !== null && { layout }),
      to: email,
      subject: `Recoup export ${made.number}`,
      body: '',
    });
    return { mailId: mail._id, fileName: null, nextTryAt: null, giveUpAt: null };
  }
  const file = await newFile(trx, by, { exportId: made._id, type, layout });
  file.content.destroy();
  const giveUpAt = new Date(by.now.getTime() + sendingMs);
  return { mailId: null, fileName: file.fileName, nextTryAt: by.now, giveUpAt };
}

type RequestedFile = { exportId: string; type: string; layout: string | null };

/** The content of a file again, as it is now: a layout may have changed since. */
export async function openAgain(
  db: Db,
  firm: FirmScope,
  { startedAt, ...requested }: RequestedFile & { startedAt: Date },
): Promise<Readable> {
  const { exportId, layout } = requested;
  const file =
    layout === null
      ? await plainFile(db, firm, requested)
      : await readPostingFile(db, firm, { exportId, layoutId: layout, now: startedAt });
  return file.content;
}

/** Server and folder, for the ledger. */
export function destinationText({ host, folder }: { host: string; folder: string }): string {
  return folder === '' ? host : `${host}, ${folder}`;
}

/** Keeps the control total of a posting file. */
async function newFile(trx: Trx, by: AuditContext, request: RequestedFile): Promise<ExportFile> {
  const { exportId, layout } = request;
  if (layout === null) return plainFile(trx, requireFirmScope(by.actor), request);
  return createPostingFile(trx, by, { exportId, layoutId: layout });
}

/** Systems read the CSV for systems. */
async function plainFile(
  db: Db,
  firm: FirmScope,
  { exportId, type }: Omit<RequestedFile, 'layout'>,
): Promise<ExportFile> {
  const facts = await getExportSummary(db, firm, exportId);
  const kind = type as FileKind; // a check of the table
  return exportFile(db, firm, { facts, kind, profile: 'systems' });
}
