import { sql } from 'kysely';
import type { Trx } from '../../platform/database/connections.ts';

export type OutgoingMail = {
  firmId: string | null;
  /** Who caused it; null for what the product itself sends. */
  userId: string | null;
  to: string;
  replyTo?: string;
  subject: string;
  body: string;
  export?: { id: string; attachment: 'csv' | 'pdf' | 'xlsx' };
  /** The client's id of the mail, if it gave one: unique in the firm. */
  draftId?: string | undefined;
  now: Date;
};

/** The name of the job that delivers a queued mail; its payload is `{ mailId }`. */
export const sendMailJob = 'send-mail';

export async function insertMail(trx: Trx, mail: OutgoingMail & { id: string }): Promise<void> {
  await trx
    .insertInto('mails')
    .values({
      id: mail.id,
      firmId: mail.firmId,
      userId: mail.userId,
      exportId: mail.export?.id ?? null,
      attachment: mail.export?.attachment ?? null,
      toAddress: mail.to,
      replyTo: mail.replyTo ?? null,
      subject: mail.subject,
      body: mail.body,
      draftId: mail.draftId ?? null,
      createdAt: mail.now,
    })
    .execute();
}

/** Adds the job that delivers a mail. A process that dies spends one of its attempts, so `deliver-mail.ts` counts the tries itself. */
export async function addMailJob(trx: Trx, mailId: string): Promise<void> {
  await sql`select queue_mail(${mailId})`.execute(trx);
}

export type QueuedMail = {
  id: string;
  firmId: string | null;
  exportId: string | null;
  attachment: string | null;
  to: string;
  replyTo: string | null;
  subject: string;
  body: string;
  /** The sender's display name; null for what is no firm's. */
  firmName: string | null;
  /** Tries that failed before. */
  attempts: number;
  createdAt: Date;
};

/** The mail, locked until the transaction ends; undefined when it is no longer queued, or somebody else holds it. */
export async function lockQueuedMail(trx: Trx, id: string): Promise<QueuedMail | undefined> {
  // A slow mail server keeps the transaction waiting without a statement.
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
      'mails.toAddress as to',
      'mails.replyTo',
      'mails.subject',
      'mails.body',
      'mails.attempts',
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

export async function markMailSent(trx: Trx, mail: { id: string; now: Date }): Promise<undefined> {
  await trx
    .updateTable('mails')
    .set({ state: 'sent', sentAt: mail.now, lastError: null })
    .where('id', '=', mail.id)
    .execute();
}

/** Still queued; the reason tells why it has not arrived yet. */
export async function markMailAttempted(
  trx: Trx,
  mail: { id: string; reason: string },
): Promise<void> {
  await trx
    .updateTable('mails')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), lastError: mail.reason }))
    .where('id', '=', mail.id)
    .execute();
}

/** Given up for good. */
export async function markMailFailed(
  trx: Trx,
  mail: { id: string; reason: string },
): Promise<undefined> {
  await markMailAttempted(trx, mail);
  await trx.updateTable('mails').set({ state: 'failed' }).where('id', '=', mail.id).execute();
}
