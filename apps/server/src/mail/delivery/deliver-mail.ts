import { createHash } from 'node:crypto';
import { createFirmScope } from '../../platform/core/actor.ts';
import { logThrottled } from '../../platform/core/rejection-log.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { isConnectionLost } from '../../platform/database/error-codes.ts';
import { type JobHandlers, LoggedError, type WorkerOptions } from '../../platform/jobs/worker.ts';
import { outcomes } from '../../platform/monitoring/outcomes.ts';
import {
  isMailQueued,
  markMailFailed,
  markMailSent,
  markMailAttempted,
  markMailWaiting,
  addLaterMailJob,
  type QueuedMail,
  sendMailJob,
  lockQueuedMail,
} from './outbox.repository.ts';
import { recordEvent } from '../../webhooks/events.service.ts';
import { mailReason } from './mail-reasons.service.ts';
import type { Mailer, MailAttachment } from './mailer.ts';
import { MailRejectedError, MailSignInError } from './smtp-errors.ts';

export type LoadAttachment = (db: Db, mail: QueuedMail) => Promise<MailAttachment | undefined>;

/** With the job queue's back-off they span more than half a day. */
const maxAttempts = 12;

export function mailJobs(options: Delivery): JobHandlers {
  const waiting = {};
  return {
    [sendMailJob]: async (payload) => {
      const { mailId } = payload as { mailId: string }; // as `queueMail` wrote it
      const delivered = await deliverMail(options, mailId);
      if (!delivered) return;
      const { outcome, failure, ...mail } = delivered;
      outcomes.mail.count(outcome);
      if (!failure) return;
      const reason = mailReason(failure.message);
      const { code } = failure as Error & { code?: string }; // nodemailer's, Node's and pg's errors
      const write = (unwritten: number) =>
        options.log.warn({ ...mail, outcome, reason, code, unwritten }, 'a mail was not sent');
      // All mails wait for the sign-in at once, each with a later job.
      if (failure instanceof MailSignInError) return logThrottled(waiting, reason, write);
      write(0);
      if (outcome === 'retry') throw new LoggedError(reason);
    },
  };
}

type Delivery = Pick<WorkerOptions, 'log'> & {
  db: Db;
  mailer: Mailer;
  loadAttachment: LoadAttachment;
};

type Delivered = {
  mail: string;
  firm: string | null;
  /** Failed ones. */
  tries: number;
  outcome: 'sent' | 'retry' | 'failed' | 'expired';
  failure?: Error;
};

/**
 * Sends a mail that is still queued, and records the outcome. The row lock keeps other processes
 * from sending it too. Only a crash between the server's "250" and the commit makes a repeat, with
 * the same Message-ID. Returns undefined for a mail that is not queued any more.
 */
async function deliverMail(options: Delivery, mailId: string): Promise<Delivered | undefined> {
  return options.db.transaction().execute(async (trx) => {
    const mail = await lockQueuedMail(trx, mailId);
    if (!mail) {
      if (await isMailQueued(trx, mailId)) throw new Error('another process is sending this mail');
      return undefined;
    }
    const facts = { mail: mailId, firm: mail.firmId, tries: mail.attempts };
    const stale = staleReason(mail, new Date());
    if (stale !== undefined) {
      await markMailFailed(trx, { id: mailId, reason: stale });
      return { ...facts, outcome: 'expired' };
    }
    const { failure, sha256 } = await attemptDelivery(options, mail);
    if (!failure) {
      await markMailSent(trx, { id: mailId, sha256, now: new Date() });
      return { ...facts, outcome: 'sent' };
    }
    if (failure instanceof MailSignInError) {
      await waitForSignIn(trx, mailId, failure);
      return { ...facts, outcome: 'retry', failure };
    }
    const tries = mail.attempts + 1;
    const isLast = failure instanceof MailRejectedError || tries >= maxAttempts;
    if (isLast) await giveUp(trx, mail, toReason(failure));
    else await markMailAttempted(trx, { id: mailId, reason: toReason(failure) });
    return { ...facts, tries, outcome: isLast ? 'failed' : 'retry', failure };
  });
}

/** The attempt does not count: the mail goes as soon as Recoup can sign in again. */
async function waitForSignIn(trx: Trx, id: string, failure: MailSignInError): Promise<void> {
  await markMailWaiting(trx, { id, reason: toReason(failure) });
  await addLaterMailJob(trx, id);
}

async function giveUp(trx: Trx, mail: QueuedMail, reason: string): Promise<void> {
  await markMailFailed(trx, { id: mail.id, reason });
  if (mail.firmId === null) return;
  await recordEvent(trx, createFirmScope(mail.firmId), {
    type: 'mail.failed',
    data: { mail: mail.id, export: mail.exportId, tries: mail.attempts + 1 },
    now: new Date(),
  });
}

/** Why a reminder is not worth sending any more. */
function staleReason({ sendUntil, remindersOn }: QueuedMail, now: Date): string | undefined {
  if (sendUntil === null) return undefined;
  if (now >= sendUntil) return 'The day of this reminder is over.';
  return remindersOn === false ? 'The firm has switched reminders off.' : undefined;
}

/** Throws if our database connection broke before the attempt, which then does not count. */
async function attemptDelivery(
  { db, mailer, loadAttachment }: Delivery,
  mail: QueuedMail,
): Promise<{ failure?: Error; sha256: Buffer | null }> {
  let isSending = false;
  try {
    const attachment = await loadAttachment(db, mail);
    isSending = true;
    await mailer.send({ ...mail, attachment, isNotice: mail.exportId === null });
    return { sha256: attachment ? createHash('sha256').update(attachment.content).digest() : null };
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    if (!isSending && isConnectionLost(failure)) throw failure;
    return { failure, sha256: null };
  }
}

/** One line for the screen. */
function toReason(error: Error): string {
  return error.message.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
}
