import type { WebhookDelivery } from '@recoup/contract/webhooks/endpoints';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { type AppError, notFound, conflict } from '../platform/core/app-error.ts';
import type { Db } from '../platform/database/connections.ts';
import type { PageQuery } from '../platform/database/pagination-and-search.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import {
  findWebhookOfDelivery,
  listDeliveryRows,
  lockDelivery,
  queueDelivery,
  updateDelivery,
} from './deliveries.repository.ts';
import { addDelivery } from './events.service.ts';
import { urlHost, toDelivery } from './webhooks.service.ts';
import { findWebhookRow, lockWebhook } from './webhooks.repository.ts';

/** Throws `not_found`. */
export async function listDeliveries(
  db: Db,
  firm: FirmScope,
  { id, ...page }: { id: string } & PageQuery,
): Promise<{ data: WebhookDelivery[]; count: number }> {
  if (!(await findWebhookRow(db, firm, id))) throw notFound('webhook');
  const { rows, count } = await listDeliveryRows(db, firm, { webhookId: id, ...page });
  return { data: rows.map(toDelivery), count };
}

/** Throws `not_found`, and `conflict` for a webhook that is off. */
export async function testWebhook(db: Db, by: AuditContext, id: string): Promise<WebhookDelivery> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    const webhook = await lockWebhook(trx, firm, id);
    if (!webhook) throw notFound('webhook');
    if (!webhook.isActive) throw isOff();
    const event = { type: 'webhook.test', data: { webhook: id } } as const;
    const deliveryId = await addDelivery(trx, firm, { ...event, webhookId: id, now: by.now });
    await recordAudit(trx, by, {
      action: 'webhook.tested',
      subjectId: id,
      details: { host: urlHost(webhook.url) },
    });
    const added = await lockDelivery(trx, firm, deliveryId);
    if (!added) throw new Error('the delivery was just added');
    return toDelivery(added);
  });
}

/** From now on it is tried for a day. Throws `not_found`, and `conflict` as `testWebhook`. */
export async function repeatDelivery(
  db: Db,
  by: AuditContext,
  id: string,
): Promise<WebhookDelivery> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    // The webhook first, as when a try ends: the two would wait for each other.
    const webhookId = await findWebhookOfDelivery(trx, firm, id);
    const webhook = webhookId && (await lockWebhook(trx, firm, webhookId));
    const delivery = webhook && (await lockDelivery(trx, firm, id));
    if (!webhook || !delivery) throw notFound('delivery');
    if (!webhook.isActive) throw isOff();
    const change = { state: 'waiting', tries: 0, nextTryAt: by.now } as const;
    await updateDelivery(trx, firm, { id, ...change, waitingSince: by.now });
    await queueDelivery(trx, firm, { id, pauseMs: 0 });
    await recordAudit(trx, by, {
      action: 'webhook-delivery.repeated',
      subjectId: id,
      details: { host: urlHost(webhook.url), event: delivery.event },
    });
    return toDelivery({ ...delivery, ...change });
  });
}

function isOff(): AppError {
  return conflict('The webhook is switched off. Switch it on first.');
}
