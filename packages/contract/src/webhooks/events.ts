import { z } from 'zod';
import { randTotal } from '../core/fields.ts';

const day = z.string().nullable().meta({ description: 'YYYY-MM-DD; null without a bound.' });
const file = z.enum(['matters', 'calls']);

/** Data of each event: ids, numbers, counts and sums, but no names. */
export const webhookData = {
  'export.closed': z
    .object({
      export: z.string(),
      number: z.int(),
      from: day,
      to: day,
      entries: z.int(),
      sum: randTotal,
      exceptions: z.int().meta({ description: 'Blocking ones that the closing passed over.' }),
    })
    .meta({ id: 'ExportClosedEvent', description: 'A closing has locked entries.' }),
  'import.done': z
    .object({ file, import: z.string(), added: z.int(), changed: z.int(), unchanged: z.int() })
    .meta({ id: 'ImportDoneEvent', description: 'A file of matters or calls was imported.' }),
  'import.refused': z
    .object({
      file,
      refusedRows: z
        .int()
        .meta({ description: '0 where the file as a whole could not be read as one of matters.' }),
    })
    .meta({ id: 'ImportRefusedEvent', description: 'A file of matters or calls was refused.' }),
  'mail.failed': z
    .object({ mail: z.string(), export: z.string().nullable(), tries: z.int() })
    .meta({ id: 'MailFailedEvent', description: 'An email was given up.' }),
  'exceptions.blocking': z.object({ from: day, to: day, exceptions: z.int() }).meta({
    id: 'ExceptionsBlockingEvent',
    description: 'Open exceptions kept a month from being closed; at most once a day.',
  }),
  'webhook.test': z
    .object({ webhook: z.string() })
    .meta({ id: 'WebhookTestEvent', description: 'A firm admin has tried the webhook.' }),
} as const;

export type WebhookEventType = keyof typeof webhookData;
export const webhookEventTypes = Object.keys(webhookData) as WebhookEventType[]; // its own keys

/** The events that a webhook can be for. Tests reach each webhook. */
export const chosenEventTypes = [
  'export.closed',
  'import.done',
  'import.refused',
  'mail.failed',
  'exceptions.blocking',
] as const satisfies readonly WebhookEventType[];

export type WebhookEvent = {
  [Type in WebhookEventType]: { type: Type; data: z.output<(typeof webhookData)[Type]> };
}[WebhookEventType];

/** The body of a request to a receiver. */
export function webhookPayload(type: WebhookEventType) {
  return z.object({
    type: z.literal(type),
    timestamp: z.iso.datetime().meta({ description: 'Of the event, not of the request.' }),
    data: webhookData[type],
  });
}
