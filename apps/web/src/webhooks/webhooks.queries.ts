import {
  type ChangedWebhook,
  type NewWebhook,
  webhookEndpoints,
} from '@recoup/contract/webhooks/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../platform/api/api-client.ts';
import { queryKeys } from '../platform/api/query-keys.ts';

/** The webhooks of the firm, without their secrets. */
export const webhooksQuery = queryOptions({
  meta: { unableToGet: 'webhooks' },
  queryKey: queryKeys.webhooks,
  queryFn: ({ signal }) => send(webhookEndpoints.listWebhooks, {}, { signal }),
  staleTime: 0,
});

const pageLength = 20;

/** The latest deliveries of a webhook. While one of them waits, the list is read again. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    meta: { unableToGet: 'deliveries' },
    queryKey: [...queryKeys.webhooks, id, 'deliveries'],
    queryFn: ({ signal }) => {
      const query = { page: 1, itemsPerPage: pageLength };
      return send(webhookEndpoints.listWebhookDeliveries, { params: { id }, query }, { signal });
    },
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.data.some((delivery) => delivery.state === 'waiting') === true ? 2_000 : false,
  });

/** Returns the secret. */
export async function createWebhook(body: NewWebhook): Promise<string> {
  return (await send(webhookEndpoints.createWebhook, { body })).data.secret;
}

/** Returns the new secret, if one was asked for. */
export async function updateWebhook(id: string, body: ChangedWebhook): Promise<string | undefined> {
  return (await send(webhookEndpoints.updateWebhook, { params: { id }, body })).data.secret;
}

export async function deleteWebhook(id: string): Promise<void> {
  await send(webhookEndpoints.deleteWebhook, { params: { id } });
}

export async function testWebhook(id: string): Promise<void> {
  await send(webhookEndpoints.testWebhook, { params: { id } });
}

export async function repeatDelivery(id: string): Promise<void> {
  await send(webhookEndpoints.repeatWebhookDelivery, { params: { id } });
}
