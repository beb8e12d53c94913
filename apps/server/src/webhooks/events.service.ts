import { newId } from '@recoup/contract/core/ids';
import { webhookLimits } from '@recoup/contract/webhooks/endpoints';
import type { WebhookEvent } from '@recoup/contract/webhooks/events';
import { AppError } from '../platform/core/app-error.ts';
import type { FirmScope } from '../platform/core/actor.ts';
import { startOfSouthAfricanDay } from '../platform/core/clock.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import {
  countWaiting,
  deleteBeyond,
  deleteDeliveriesBefore,
  hasDeliverySince,
  insertDelivery,
  queueDelivery,
  updateDelivery,
} from './deliveries.repository.ts';
import { lockReceivers } from './webhooks.repository.ts';

/** Waiting deliveries of one webhook; further ones are only listed, and can be repeated. */
const maxWaiting = 200;
const tooManyWait = `Not sent: ${maxWaiting} other deliveries wait for this webhook.`;

/**
 * In the transaction of the change: each webhook of the firm for such events gets the event, at
 * least once, after the commit. With `isDaily`, a webhook gets one such event a day.
 */
export async function recordEvent(
  trx: Trx,
  firm: FirmScope,
  { now, isDaily = false, ...event }: WebhookEvent & { now: Date; isDaily?: boolean },
): Promise<void> {
  for (const { id: webhookId } of await lockReceivers(trx, firm, event.type)) {
    const since = startOfSouthAfricanDay(now);
    const isRepeat = { webhookId, event: event.type, since };
    if (isDaily && (await hasDeliverySince(trx, firm, isRepeat))) continue;
    await addDelivery(trx, firm, { ...event, webhookId, now });
  }
}

/** Runs an import. If the file is refused, webhooks get the event, and the error is thrown on. */
export async function withRefusalEvent<T>(
  db: Db,
  firm: FirmScope,
  { file, now, work }: { file: 'matters' | 'calls'; now: Date; work: () => Promise<T> },
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isRefusal = error instanceof AppError && refusals.includes(error.code);
    if (!isRefusal) throw error;
    const data = { file, refusedRows: error.details.refused ?? 0 };
    await db
      .transaction()
      .execute(async (trx) => recordEvent(trx, firm, { type: 'import.refused', data, now }));
    throw error;
  }
}

const refusals = ['rows_refused', 'invalid_input'];

/** For one webhook. Returns the delivery's id. */
export async function addDelivery(
  trx: Trx,
  firm: FirmScope,
  { webhookId, now, type, data }: WebhookEvent & { webhookId: string; now: Date },
): Promise<string> {
  const id = newId(now.getTime());
  const payload = JSON.stringify({ type, timestamp: now.toISOString(), data });
  const isFull = (await countWaiting(trx, firm, webhookId)) >= maxWaiting;
  await insertDelivery(trx, firm, { id, webhookId, event: type, payload, now });
  if (isFull)
    await updateDelivery(trx, firm, { id, state: 'failed', nextTryAt: null, error: tooManyWait });
  else await queueDelivery(trx, firm, { id, pauseMs: 0 });
  await deleteBeyond(trx, firm, { webhookId, kept: webhookLimits.keptPerWebhook });
  return id;
}

/** Deletes in all firms. */
export async function deleteOldDeliveries(db: Db, now: Date): Promise<void> {
  await deleteDeliveriesBefore(db, new Date(now.getTime() - webhookLimits.keptDays * 86_400_000));
}
