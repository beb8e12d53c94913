import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { dataReply, id, itemsPerPage, listReply, page, text } from '../core/fields.ts';
import { chosenEventTypes, webhookEventTypes } from './events.ts';

export const webhookLimits = { perFirm: 20, urlLength: 500, keptDays: 30, keptPerWebhook: 500 };

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;

/** A try is the last one; `status` is null without an answer. */
const deliveryFacts = {
  state: z.enum(deliveryStates),
  tries: z.int(),
  status: z.int().nullable().meta({ description: 'HTTP status of the last answer.' }),
  error: z.string().nullable().meta({ description: 'Why the last try failed.' }),
  triedAt: z.string().nullable(),
};

const webhookDelivery = z
  .object({
    _id: z.string().meta({ description: 'The `webhook-id` of each try.' }),
    event: z.enum(webhookEventTypes),
    createdAt: z.string(),
    ...deliveryFacts,
    nextTryAt: z.string().nullable().meta({ description: 'Null unless the state is `waiting`.' }),
    payload: z.string().meta({ description: 'The body of the request, as it is signed.' }),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

const webhookFields = {
  _id: z.string(),
  url: z.string(),
  events: z.array(z.enum(chosenEventTypes)),
  isActive: z.boolean(),
  offReason: z
    .enum(['gone', 'failing'])
    .nullable()
    .meta({ description: 'Why Recoup switched it off; null if it did not.' }),
  offAt: z.string().nullable(),
  createdAt: z.string(),
  lastDelivery: z.object(deliveryFacts).nullable(),
};
const webhook = z.object(webhookFields).meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhook>;

const secret = z.string().meta({
  description: 'Signs the requests (Standard Webhooks); shown once.',
});

export const notAnAddress = 'Must be an address such as https://example.com/recoup.';

/** Without credentials, which would be shown, and without a fragment, which is never sent. */
const receiver = /^https?:\/\/[^\s/?#@\\]+(?:[/?][^\s#\\]*)?$/i;

const form = {
  url: text({ min: 1, max: webhookLimits.urlLength, required: 'Enter an address.' }).regex(
    receiver,
    notAnAddress,
  ),
  events: z
    .array(z.enum(chosenEventTypes, `Must be ${chosenEventTypes.join(', ')}.`), 'Must be a list.')
    .min(1, 'Choose at least one event.')
    .max(chosenEventTypes.length, `Must not be more than ${chosenEventTypes.length}.`)
    .overwrite((events) => chosenEventTypes.filter((event) => events.includes(event))),
};
const newWebhook = z.strictObject(form).meta({ id: 'NewWebhook' });
export type NewWebhook = z.output<typeof newWebhook>;

const yesOrNo = z.boolean('Must be true or false.').optional();
const changedWebhook = z
  .strictObject({
    ...form,
    isActive: yesOrNo.meta({ description: 'As it is if absent.' }),
    renewSecret: yesOrNo.meta({
      description: 'Answers with a new secret. For a day, requests are signed with both.',
    }),
  })
  .meta({ id: 'ChangedWebhook' });
export type ChangedWebhook = z.output<typeof changedWebhook>;

const params = z.strictObject({ id });
const deliveryReply = dataReply(webhookDelivery).meta({ id: 'WebhookDeliveryReply' });

export const webhookEndpoints = defineEndpoints({
  listWebhooks: {
    call: 'GET /webhooks',
    may: 'webhooks:read',
    summary: 'The webhooks of the own firm, the oldest first',
    replies: { 200: listReply(webhook).meta({ id: 'WebhookList' }) },
  },
  createWebhook: {
    call: 'POST /webhooks',
    may: 'webhooks:write',
    summary: `Add a webhook to the own firm; at most ${webhookLimits.perFirm}`,
    body: newWebhook,
    replies: {
      201: dataReply(z.object({ _id: z.string(), secret })).meta({ id: 'WebhookSecret' }),
    },
    errors: ['conflict'],
  },
  updateWebhook: {
    call: 'PUT /webhooks/{id}',
    may: 'webhooks:write',
    summary: 'Change a webhook, switch it off or on, or renew its secret',
    params,
    body: changedWebhook,
    replies: {
      200: dataReply(webhook.extend({ secret: secret.optional() })).meta({ id: 'WebhookReply' }),
    },
    errors: ['conflict'],
  },
  deleteWebhook: {
    call: 'DELETE /webhooks/{id}',
    may: 'webhooks:write',
    summary: 'Delete a webhook with its deliveries',
    params,
    replies: { 200: z.object({}) },
  },
  testWebhook: {
    call: 'POST /webhooks/{id}/tests',
    may: 'webhooks:write',
    summary: 'Send a `webhook.test` event to a webhook',
    params,
    replies: { 201: deliveryReply },
    errors: ['conflict', 'held'],
  },
  listWebhookDeliveries: {
    call: 'GET /webhooks/{id}/deliveries',
    may: 'webhooks:read',
    summary: `Deliveries of a webhook in ${webhookLimits.keptDays} days, the latest first`,
    params,
    query: z.strictObject({ page: page.optional(), itemsPerPage: itemsPerPage.optional() }),
    replies: { 200: listReply(webhookDelivery).meta({ id: 'WebhookDeliveryList' }) },
  },
  repeatWebhookDelivery: {
    call: 'POST /webhook-deliveries/{id}/repeats',
    may: 'webhooks:write',
    summary: 'Send a delivery again, under its own `webhook-id`',
    params,
    replies: { 201: deliveryReply },
    errors: ['conflict', 'held'],
  },
});
