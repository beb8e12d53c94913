import { randomUUID } from 'node:crypto';
import type { FirmScope } from '../../platform/core/actor.ts';
import { type Clock, hours, minutes, seconds } from '../../platform/core/clock.ts';
import type { Trx } from '../../platform/database/connections.ts';
import { insertAudit } from '../../platform/security/audit-log.repository.ts';
import {
  failWaiting,
  lockDelivery,
  queueDelivery,
  switchedOff,
  updateDelivery,
} from '../deliveries.repository.ts';
import { urlHost } from '../webhooks.service.ts';
import {
  listAdminEmails,
  lockWebhook,
  updateWebhookRow,
  type WebhookRow,
} from '../webhooks.repository.ts';

/** The outcome of a try. `error` is null for a good one. */
export type Outcome = {
  status: number | null;
  error: string | null;
  retryAfter?: string | undefined;
};

/** As the outbox queues a mail. */
export type QueueMail = (
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

/** The delivery is done, waits for the next try, or is given up. */
export async function recordOutcome(trx: Trx, firm: FirmScope, tried: Tried): Promise<void> {
  const { id, outcome, clock } = tried;
  const now = clock.now();
  const webhook = await lockWebhook(trx, firm, tried.webhookId);
  const delivery = webhook && (await lockDelivery(trx, firm, id));
  if (!webhook || delivery?.state !== 'waiting') return;
  const tries = delivery.tries + 1;
  const { status, error, retryAfter } = outcome;
  const facts = { id, tries, triedAt: now, status, error };
  if (error === null) {
    await updateDelivery(trx, firm, { ...facts, state: 'delivered', nextTryAt: null });
    await updateWebhookRow(trx, firm, { id: webhook.id, failingSince: null });
    return;
  }
  if (webhook.url !== tried.url) {
    // The answer of an address that was replaced meanwhile says nothing about the present one.
    await updateDelivery(trx, firm, { id, nextTryAt: now });
    await queueDelivery(trx, firm, { id, pauseMs: 0 });
    return;
  }
  const failingSince = webhook.failingSince ?? now;
  await updateWebhookRow(trx, firm, { id: webhook.id, failingSince });
  const { waitingSince } = delivery;
  const pauseMs =
    status === gone ? undefined : pauseBefore({ tries, waitingSince, now, retryAfter });
  if (pauseMs !== undefined) {
    await updateDelivery(trx, firm, { ...facts, nextTryAt: new Date(now.getTime() + pauseMs) });
    await queueDelivery(trx, firm, { id, pauseMs });
    return;
  }
  await updateDelivery(trx, firm, { ...facts, state: 'failed', nextTryAt: null });
  const failingMs = now.getTime() - failingSince.getTime();
  const reason = whyOff({ status, failingMs });
  if (reason) await switchOff(trx, firm, { ...tried, webhook, reason });
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

function switchedOffMail({ host, reason, publicUrl }: Off): {
  subject: string;
  body: string;
} {
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
const longestPause = hours(8);
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
