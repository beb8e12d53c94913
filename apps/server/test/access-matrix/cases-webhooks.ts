import { type AccessCase, admins, everyone, none, ownOnly } from './expectations.ts';

const webhook = { url: 'https://receiver.invalid/hook', events: ['import.done'] };
const ofWebhook = { at: 'path', of: 'webhook', ...admins(ownOnly) } as const;

export const webhookCases: readonly AccessCase[] = [
  { call: 'listWebhooks', ...none, ...admins(everyone) },
  {
    call: 'createWebhook',
    ...none,
    ...admins(everyone),
    ask: () => ({ body: webhook }),
  },
  { call: 'updateWebhook', ...ofWebhook, ask: ({ id }) => ({ params: { id }, body: webhook }) },
  { call: 'deleteWebhook', ...ofWebhook },
  { call: 'testWebhook', ...ofWebhook },
  { call: 'listWebhookDeliveries', ...ofWebhook },
  { call: 'repeatWebhookDelivery', at: 'path', of: 'webhookDelivery', ...admins(ownOnly) },
];
