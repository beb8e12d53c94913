import { sql } from 'kysely';
import type { Trx } from '../../platform/database/connections.ts';

/** Options of an attached CSV; null for other files, and in mails from before this was recorded. */
export type CsvOptions = {
  csvProfile: string | null;
  csvDelimiter: string | null;
  /** For a posting file, which has a layout instead of a profile. */
  layout: string | null;
};

export type OutgoingMail = {
  firmId: string | null;
  /** The sender; null for Recoup's own mails. */
  userId: string | null;
  to: string;
  replyTo?: string;
  subject: string;
  body: string;
  /** The server wrote the body. */
  bodyGenerated?: boolean;
  export?: { id: string; attachment: 'csv' | 'pdf' | 'xlsx' } & CsvOptions;
  /** The client's id of the mail, unique in the firm. */
  draftId?: string | undefined;
  /** For a reminder: it is not sent later, nor once the firm has switched reminders off. */
  sendUntil?: Date;
  now: Date;
};

/** The job's payload is `{ mailId }`. */
export const sendMailJob = 'send-mail';

export async function insertMail(trx: Trx, mail: OutgoingMail & { id: string }): Promise<void> {
  const { export: attached } = mail;
  await trx
    .insertInto('mails')
    .values({
      id: mail.id,
      firmId: mail.firmId,
      userId: mail.userId,
      ...(attached && {
        exportId: attached.id,
        attachment: attached.attachment,
        csvProfile: attached.csvProfile,
        csvDelimiter: attached.csvDelimiter,
        layout: attached.layout,
      }),
      toAddress: mail.to,
      replyTo: mail.replyTo ?? null,
      subject: mail.subject,
      body: mail.body,
      bodyGenerated: mail.bodyGenerated ?? false,
      draftId: mail.draftId ?? null,
      sendUntil: mail.sendUntil ?? null,
      createdAt: mail.now,
    })
    .execute();
}

/** A crash uses up one of the job's attempts, so `deliver-mail.ts` counts its own. */
export async function addMailJob(trx: Trx, mailId: string): Promise<void> {
  await sql`select queue_mail(${mailId})`.execute(trx);
}

/** While Recoup cannot sign in at the mail server. */
export async function addLaterMailJob(trx: Trx, mailId: string): Promise<void> {
  await sql`select queue_mail_again(${mailId}, interval '5 minutes')`.execute(trx);
}

/** Firm and settings are null for a mail without a firm; `attempts` counts failed ones. */
export type QueuedMail = NonNullable<Awaited<ReturnType<typeof lockQueuedMail>>>;

/** Undefined if the mail is no longer queued, or another process has locked it. */
export async function lockQueuedMail(trx: Trx, id: string) {
  // The transaction is idle while a slow mail server answers.
  await sql`set local idle_in_transaction_session_timeout = '15min'`.execute(trx);
  return trx
    .selectFrom('mails')
    .leftJoin('firms', 'firms.id', 'mails.firmId')
    .select([
      'mails.id',
      'mails.firmId',
      'firms.name as firmName',
      'mails.exportId',
      'mails.attachment',
      'mails.csvProfile',
      'mails.csvDelimiter',
      'mails.layout',
      'mails.toAddress as to',
      'mails.replyTo',
      'mails.subject',
      'mails.body',
      'mails.attempts',
      'mails.sendUntil',
      'firms.remindersOn',
      'mails.createdAt',
    ])
    .where('mails.id', '=', id)
    .where('mails.state', '=', 'queued')
    .forUpdate('mails')
    .skipLocked()
    .executeTakeFirst();
}

export async function isMailQueued(trx: Trx, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('mails')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .executeTakeFirst();
  return row !== undefined;
}

export async function markMailSent(
  trx: Trx,
  { id, sha256, now }: { id: string; sha256: Buffer | null; now: Date },
): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ state: 'sent', sentAt: now, lastError: null, attachmentSha256: sha256 })
    .where('id', '=', id)
    .execute();
}

/** The mail stays queued. */
export async function markMailAttempted(trx: Trx, mail: { id: string; reason: string }) {
  await trx
    .updateTable('mails')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), lastError: mail.reason }))
    .where('id', '=', mail.id)
    .execute();
}

/** The mail stays queued, and has no attempt less. */
export async function markMailWaiting(trx: Trx, mail: { id: string; reason: string }) {
  await trx
    .updateTable('mails')
    .set({ lastError: mail.reason })
    .where('id', '=', mail.id)
    .execute();
}

export async function markMailFailed(
  trx: Trx,
  mail: { id: string; reason: string },
): Promise<void> {
  await markMailAttempted(trx, mail);
  await trx.updateTable('mails').set({ state: 'failed' }).where('id', '=', mail.id).execute();
}
