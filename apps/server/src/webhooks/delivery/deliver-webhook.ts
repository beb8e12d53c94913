import { createFirmScope, type FirmScope } from '../../platform/core/actor.ts';
import { type Clock, seconds } from '../../platform/core/clock.ts';
import { type Db, withScope } from '../../platform/database/connections.ts';
import { EgressError } from '../../platform/egress/egress.ts';
import { type Answer, post } from '../../platform/egress/post.ts';
import type { JobHandlers } from '../../platform/jobs/worker.ts';
import type { WebhookTools } from '../webhooks.service.ts';
import { type DueDelivery, findDueDelivery } from '../deliveries.repository.ts';
import { type Outcome, recordOutcome, type QueueMail } from './record-outcome.ts';
import { Webhook } from 'standardwebhooks';

export type DeliveryOptions = WebhookTools & {
  db: Db;
  clock: Clock;
  publicUrl: string;
  queueMail: QueueMail;
  /** Milliseconds of a try, from the look-up to the header of the answer. */
  timeoutMs?: number;
};

export function webhookJobs(options: DeliveryOptions): JobHandlers {
  return {
    'deliver-webhook': async (payload) => {
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
  await db
    .transaction()
    .execute(async (trx) => recordOutcome(trx, firm, { ...options, ...due, outcome }));
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
