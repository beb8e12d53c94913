import type { ExportMail } from '@recoup/contract/exports/endpoints';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';

type Which = { exports: readonly string[] } | { mail: string };

/** The mails of the given exports, or the given mail, latest first. */
export async function listExportMails(
  db: Db,
  firm: FirmScope,
  which: Which,
): Promise<ExportMail[]> {
  return (await selectMails(db, firm, which).execute()).map((row) => ({
    _id: row.id,
    export: row.exportId ?? '',
    type: row.attachment as ExportMail['type'], // a check of the table
    profile: row.csvProfile as ExportMail['profile'], // a check of the table
    ...(row.layout !== null && { layout: row.layout }),
    sha256: row.attachmentSha256?.toString('hex') ?? null,
    to: row.toAddress,
    subject: row.subject,
    state: row.state as ExportMail['state'], // a check of the table
    reason: row.lastError,
    by: { _id: row.userId ?? '', name: row.userName },
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
  }));
}

function selectMails(db: Db, firm: FirmScope, which: Which) {
  return db
    .selectFrom('mails')
    .innerJoin('users', 'users.id', 'mails.userId')
    .where('mails.firmId', '=', firm.firmId)
    .where((eb) =>
      'mail' in which ? eb('mails.id', '=', which.mail) : eb('mails.exportId', 'in', which.exports),
    )
    .select([
      'mails.id',
      'mails.exportId',
      'mails.attachment',
      'mails.csvProfile',
      'mails.layout',
      'mails.attachmentSha256',
      'mails.toAddress',
      'mails.subject',
      'mails.state',
      'mails.lastError',
    ])
    .select(['mails.createdAt', 'mails.sentAt', 'mails.userId', 'users.name as userName'])
    .orderBy('mails.createdAt', 'desc')
    .orderBy('mails.id', 'desc');
}
