import {
  webhookData,
  type WebhookEventType,
  webhookEventTypes,
  webhookPayload,
} from '@recoup/contract/webhooks/events';
import type { z } from 'zod';

type Json = Record<string, unknown>;

/** The section `webhooks` of the document: what receivers get. */
export function webhookRequests(toSchema: (schema: z.ZodType) => Json): Json {
  return Object.fromEntries(
    webhookEventTypes.map((type) => [type, { post: request(type, toSchema) }]),
  );
}

function request(type: WebhookEventType, toSchema: (schema: z.ZodType) => Json): Json {
  return {
    operationId: `on-${type.replace('.', '-')}`,
    tags: ['webhooks'],
    summary: webhookData[type].meta()?.['description'],
    security: [],
    parameters: signatureHeaders,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toSchema(webhookPayload(type)) } },
    },
    responses: {
      '2XX': { description: 'Taken; within 15 seconds' },
      410: { description: 'Switches the webhook off' },
      '4XX': { description: 'Tried again, for a day' },
      '5XX': { description: 'Tried again, for a day' },
    },
  };
}

/** https://www.standardwebhooks.com */
const signatureHeaders = [
  ['webhook-id', 'The same on each try'],
  ['webhook-timestamp', 'Of the try, in seconds since 1970'],
  ['webhook-signature', 'HMAC-SHA256 of id, timestamp and body, joined by points'],
].map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));
