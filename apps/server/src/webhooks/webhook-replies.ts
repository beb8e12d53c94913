import type { Webhook, WebhookDelivery } from '@recoup/contract/webhooks/endpoints';
import { chosenEventTypes } from '@recoup/contract/webhooks/events';
import type { DeliveryRow } from './deliveries.repository.ts';
import type { WebhookRow } from './webhooks.repository.ts';

export function toWebhook(row: WebhookRow, last: DeliveryRow | undefined): Webhook {
  const { offReason } = row;
  return {
    _id: row.id,
    url: row.url,
    events: chosenEventTypes.filter((event) => row.events.includes(event)),
    isActive: row.isActive,
    offReason: offReason === 'gone' || offReason === 'failing' ? offReason : null,
    offAt: row.offAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    lastDelivery: last === undefined ? null : toDeliveryFacts(last),
  };
}

export function toDelivery(row: DeliveryRow): WebhookDelivery {
  const { id, event, payload } = row;
  return {
    _id: id,
    event,
    createdAt: row.createdAt.toISOString(),
    ...toDeliveryFacts(row),
    nextTryAt: row.nextTryAt?.toISOString() ?? null,
    payload,
  };
}

function toDeliveryFacts({ state, tries, status, error, triedAt }: DeliveryRow) {
  return { state, tries, status, error, triedAt: triedAt?.toISOString() ?? null };
}
