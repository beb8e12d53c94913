import { createFirmScope, type FirmScope } from '../../platform/core/actor.ts';
import { type Clock, seconds, hours, minutes } from '../../platform/core/clock.ts';
import { type Db, withScope, type Trx } from '../../platform/database/connections.ts';
import { EgressError } from '../../platform/egress/egress.ts';
import { type Answer, post } from '../../platform/egress/post.ts';
import type { JobHandlers, WorkerOptions } from '../../platform/jobs/worker.ts';
import { outcomes } from '../../platform/monitoring/outcomes.ts';
import { type WebhookTools, urlHost } from '../webhooks.service.ts';
import {
  type DueDelivery,
  findDueDelivery,
  failWaiting,
  lockDelivery,
  queueDelivery,
  switchedOff,
  updateDelivery,
} from '../deliveries.repository.ts';
import { Webhook } from 'standardwebhooks';
import { randomUUID } from 'node:crypto';
import { insertAudit } from '../../platform/security/audit-log.repository.ts';
import {
  listAdminEmails,
  lockWebhook,
  updateWebhookRow,
  type WebhookRow,
} from '../webhooks.repository.ts';

export type DeliveryOptions = WebhookTools & {
  db: Db;
  log: WorkerOptions['log'];
  clock: Clock;
  publicUrl: string;
  queueMail: QueueMail;
  /** Milliseconds of a try, from the look-up to the header of the answer. */
  timeoutMs?: number;
};

export const deliverWebhookJob = 'deliver-webhook';

export function webhookJobs(options: DeliveryOptions): JobHandlers {
  return {
    [deliverWebhookJob]: async (payload) => {
      // As `queue_webhook_delivery` wrote it.
      const { firmId, deliveryId } = payload as { firmId: string; deliveryId: string };
      await deliver(options, createFirmScope(firmId), deliveryId);
    },
  };
}

/**
 * Sends a delivery that waits, and records the outcome. No connection of the database is used
 * meanwhile. A process that dies in between leaves the job, and another one sends the same again.
 */
async function deliver(options: DeliveryOptions, firm: FirmScope, id: string): Promise<void> {
  const db = withScope(options.db, firm, 'jobs');
  const due = await findDueDelivery(db, firm, id);
  if (!due) return;
  const outcome = await attempt(options, firm, due);
  const recorded = await db
    .transaction()
    .execute(async (trx) => recordOutcome(trx, firm, { ...options, ...due, outcome }));
  if (!recorded) return;
  outcomes.webhook.count(recorded.outcome);
  if (recorded.outcome === 'delivered') return;
  const webhook = { firm: firm.firmId, webhook: due.webhookId, host: urlHost(due.url) };
  const { status, error: reason } = outcome;
  options.log.warn({ ...webhook, ...recorded, status, reason }, 'a webhook was not delivered');
}

async function attempt(
  { egress, sealer, clock, timeoutMs = seconds(15) }: DeliveryOptions,
  firm: FirmScope,
  due: DueDelivery,
): Promise<Outcome> {
  const now = clock.now();
  const sealed = [
    due.sealedSecret,
    ...(due.oldSealedSecret && due.oldSecretUntil && now < due.oldSecretUntil
      ? [due.oldSealedSecret]
      : []),
  ];
  const secrets = sealed.flatMap((each) => sealer.open([firm.firmId, due.webhookId], each) ?? []);
  if (secrets.length === 0) return { status: null, error: lostSecret };
  const headers = signedHeaders(due, secrets, now);
  const request = { egress, url: new URL(due.url), headers, body: due.payload, timeoutMs };
  try {
    return outcomeFromAnswer(await post(request));
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    return { status: null, error: error.message };
  }
}

const lostSecret = 'The secret cannot be read with the key of this installation: renew it.';

function outcomeFromAnswer({ status, retryAfter }: Answer): Outcome {
  const isGood = status >= 200 && status < 300;
  if (isGood) return { status, error: null };
  const isRedirect = status >= 300 && status < 400;
  const error = isRedirect
    ? `The receiver answered ${status}: redirects are not followed.`
    : `The receiver answered ${status}.`;
  return { status, error, retryAfter };
}

/** The headers of Standard Webhooks; receivers verify them with one of the secrets. */
function signedHeaders(
  { id, payload }: { id: string; payload: string },
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Recoup',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': secrets
      .map((secret) => new Webhook(secret).sign(id, now, payload))
      .join(' '),
  };
}

/** The outcome of a try. `error` is null for a good one. */
type Outcome = { status: number | null; error: string | null; retryAfter?: string | undefined };

/** As the outbox queues a mail. */
type QueueMail = (
  trx: Trx,
  mail: { firmId: string; userId: null; to: string; subject: string; body: string; now: Date },
) => Promise<string>;

type Tried = {
  id: string;
  webhookId: string;
  /** The address that the delivery was sent to. */
  url: string;
  outcome: Outcome;
  clock: Clock;
  publicUrl: string;
  queueMail: QueueMail;
};

/** A webhook without a success in this time is switched off when a delivery is given up. */
const longestFailure = hours(72);
/** RFC 9110: the receiver is gone for good. */
const gone = 410;

type Recorded =
  | undefined
  | {
      delivery: string;
      outcome: 'delivered' | 'retry' | 'failed';
      tries: number;
      nextTryAt?: Date;
    };

/**
 * The delivery is done, waits for the next try, or is given up. Returns undefined where the outcome
 * does not count any more.
 */
async function recordOutcome(trx: Trx, firm: FirmScope, tried: Tried): Promise<Recorded> {
  const { id, outcome, clock } = tried;
  const now = clock.now();
  const webhook = await lockWebhook(trx, firm, tried.webhookId);
  const delivery = webhook && (await lockDelivery(trx, firm, id));
  if (!webhook || delivery?.state !== 'waiting') return undefined;
  const tries = delivery.tries + 1;
  const { status, error, retryAfter } = outcome;
  const facts = { id, tries, triedAt: now, status, error };
  const recorded = { delivery: id, tries };
  if (error === null) {
    await updateDelivery(trx, firm, { ...facts, state: 'delivered', nextTryAt: null });
    await updateWebhookRow(trx, firm, { id: webhook.id, failingSince: null });
    return { ...recorded, outcome: 'delivered' };
  }
  if (webhook.url !== tried.url) {
    // The answer of an address that was replaced meanwhile says nothing about the present one.
    await updateDelivery(trx, firm, { id, nextTryAt: now });
    await queueDelivery(trx, firm, { id, pauseMs: 0 });
    return undefined;
  }
  const failingSince = webhook.failingSince ?? now;
  await updateWebhookRow(trx, firm, { id: webhook.id, failingSince });
  const { waitingSince } = delivery;
  const pauseMs =
    status === gone ? undefined : pauseBefore({ tries, waitingSince, now, retryAfter });
  if (pauseMs !== undefined) {
    const nextTryAt = new Date(now.getTime() + pauseMs);
    await updateDelivery(trx, firm, { ...facts, nextTryAt });
    await queueDelivery(trx, firm, { id, pauseMs });
    return { ...recorded, outcome: 'retry', nextTryAt };
  }
  await updateDelivery(trx, firm, { ...facts, state: 'failed', nextTryAt: null });
  const failingMs = now.getTime() - failingSince.getTime();
  const reason = whyOff({ status, failingMs });
  if (reason) await switchOff(trx, firm, { ...tried, webhook, reason });
  return { ...recorded, outcome: 'failed' };
}

type WhyOff = 'gone' | 'failing';

/** Why a webhook whose delivery is given up is switched off, if it is. */
function whyOff(of: { status: number | null; failingMs: number }): WhyOff | undefined {
  if (of.status === gone) return 'gone';
  return of.failingMs > longestFailure ? 'failing' : undefined;
}

type SwitchedOff = Tried & { webhook: WebhookRow; reason: WhyOff };

async function switchOff(
  trx: Trx,
  firm: FirmScope,
  { webhook, reason, clock, publicUrl, queueMail }: SwitchedOff,
): Promise<void> {
  const { id, url, offMailedAt } = webhook;
  const host = urlHost(url);
  const now = clock.now();
  const isMailed = offMailedAt !== null && now.getTime() - offMailedAt.getTime() < hours(24);
  const off = { isActive: false, offReason: reason, offAt: now };
  await updateWebhookRow(trx, firm, { id, ...off, ...(!isMailed && { offMailedAt: now }) });
  await failWaiting(trx, firm, { webhookId: id, error: switchedOff });
  await insertAudit(trx, {
    firmId: firm.firmId,
    actorId: null,
    actorKind: 'job',
    address: 'server',
    requestId: randomUUID(),
    action: 'webhook.switched-off',
    subjectId: id,
    details: { host, reason },
    now,
  });
  if (isMailed) return;
  const mail = switchedOffMail({ host, reason, publicUrl });
  for (const to of await listAdminEmails(trx, firm))
    await queueMail(trx, { ...mail, firmId: firm.firmId, userId: null, to, now });
}

type Off = { host: string; reason: 'gone' | 'failing'; publicUrl: string };

function switchedOffMail({ host, reason, publicUrl }: Off): { subject: string; body: string } {
  const page = `${publicUrl}/home/attorneys/integrations`;
  const why = {
    gone: `${host} answered 410: the address is gone.`,
    failing: `${host} has taken nothing for more than three days.`,
  }[reason];
  const paragraphs = [
    `Recoup has switched off the webhook to ${host}.`,
    `${why} Events that waited for it were not sent.`,
    `To see them, repeat them, or switch the webhook on again:\n${page}`,
    'Recoup',
  ];
  return { subject: `The webhook to ${host} is switched off`, body: paragraphs.join('\n\n') };
}

/** Before each further try, from the second on: together a day. */
const pauses = [
  seconds(5),
  seconds(30),
  minutes(2),
  minutes(5),
  minutes(15),
  minutes(30),
  hours(1),
  hours(2),
  hours(4),
  hours(8),
  hours(8),
];
export const longestPause = hours(8);
const longestWait = hours(24);

/**
 * Milliseconds until the next try; undefined if there is none. A `Retry-After` of seconds or a date
 * makes a pause longer, up to the longest.
 */
export function pauseBefore(failed: {
  /** So far, at least one. */
  tries: number;
  waitingSince: Date;
  now: Date;
  retryAfter?: string | undefined;
}): number | undefined {
  const { tries, waitingSince, now, retryAfter } = failed;
  const pause = pauses[tries - 1];
  if (pause === undefined) return undefined;
  const wished = Math.min(retryAfterMs(retryAfter, now), longestPause);
  const next = Math.max(pause, wished);
  return now.getTime() + next > waitingSince.getTime() + longestWait ? undefined : next;
}

function retryAfterMs(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  if (/^\d+$/.test(retryAfter)) return seconds(Number(retryAfter));
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? 0 : date - now.getTime();
}
