import type { ExportMail } from '@recoup/contract/exports/endpoints';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';

/** The mails of the given exports, or the given mail, latest first. */
export async function listExportMails(
  db: Db,
  firm: FirmScope,
  which: { exports: readonly string[] } | { mail: string },
): Promise<ExportMail[]> {
  const rows = await db
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
      'mails.toAddress',
      'mails.subject',
      'mails.state',
      'mails.lastError',
    ])
    .select(['mails.createdAt', 'mails.sentAt', 'mails.userId', 'users.name as userName'])
    .orderBy('mails.createdAt', 'desc')
    .orderBy('mails.id', 'desc')
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    export: row.exportId ?? '',
    type: row.attachment as ExportMail['type'], // a check of the table
    to: row.toAddress,
    subject: row.subject,
    state: row.state as ExportMail['state'], // a check of the table
    reason: row.lastError,
    by: { _id: row.userId ?? '', name: row.userName },
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
  }));
}
