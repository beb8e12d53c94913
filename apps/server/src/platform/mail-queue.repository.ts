import { newId } from '@recoup/contract/ids';
import { sql } from 'kysely';
import type { Trx } from './db.ts';

export type OutgoingMail = {
  readonly firmId: string | null;
  /** Who caused it; null for what the product itself sends. */
  readonly userId: string | null;
  readonly to: string;
  readonly replyTo?: string;
  readonly subject: string;
  readonly body: string;
  readonly export?: { readonly id: string; readonly attachment: 'csv' | 'pdf' | 'xlsx' };
  readonly now: Date;
};

/** The name of the job that delivers a queued mail; its payload is `{ mailId }`. */
export const sendMailJob = 'send-mail';

/** Accepts a mail within the transaction of what it tells of: it will be sent once, and not at all if that is rolled back. Returns its id. */
export async function queueMail(trx: Trx, mail: OutgoingMail): Promise<string> {
  const id = newId();
  await trx
    .insertInto('mails')
    .values({
      id,
      firmId: mail.firmId,
      userId: mail.userId,
      exportId: mail.export?.id ?? null,
      attachment: mail.export?.attachment ?? null,
      toAddress: mail.to,
      replyTo: mail.replyTo ?? null,
      subject: mail.subject,
      body: mail.body,
      // Stable over every try, so that a receiver can tell a repeat.
      messageId: `<${id}@recoup>`,
      createdAt: mail.now,
    })
    .execute();
  await sql`select graphile_worker.add_job(${sendMailJob}, json_build_object('mailId', ${id}::text), max_attempts := 12)`.execute(trx);
  return id;
}
