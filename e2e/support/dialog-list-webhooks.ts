import type { Page } from 'playwright-core';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import type { Row } from './dialog-row.ts';
import { pressIn } from './dialog-steps.ts';

const as = demoFirmAdmins.lerato;
const at = '/home/attorneys/integrations';
const url = 'https://systems.example/recoup';
const button = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first();

/** As the server answers a firm that has a webhook with a delivery, and adds another. */
async function haveWebhook(page: Page): Promise<void> {
  const _id = '01890a5d-ac96-774b-bcce-b302099a8057';
  const facts = {
    state: 'failed',
    tries: 12,
    status: 500,
    error: 'The receiver answered 500.',
    triedAt: '2026-01-06T08:00:00.000Z',
  };
  const createdAt = '2026-01-05T08:00:00.000Z';
  const webhook = {
    _id,
    url,
    events: ['export.closed'],
    isActive: true,
    offReason: null,
    offAt: null,
    createdAt,
    lastDelivery: facts,
  };
  const delivery = { _id, event: 'export.closed', createdAt, ...facts, nextTryAt: null };
  await page.route('**/core/api/webhooks', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { data: [webhook], count: 1 } })
      : route.fulfill({
          status: 201,
          json: { data: { _id, secret: `whsec_${'s/'.repeat(22)}` } },
        }),
  );
  await page.route('**/core/api/webhooks/*/deliveries?*', (route) =>
    route.fulfill({ json: { data: [{ ...delivery, payload: '{}' }], count: 30 } }),
  );
}

/** Dialogs of webhooks. */
export const webhookRows: readonly Row[] = [
  {
    name: 'Add a webhook',
    files: ['webhooks/webhooks-panel.tsx'],
    as,
    at,
    opener: button('Add a webhook'),
    change: (dialog) => dialog.getByLabel('Address').fill(url),
    read: (dialog) => dialog.getByLabel('Address').inputValue(),
    states: [pressIn('Add')],
    deeds: ['Add'],
  },
  {
    name: 'Edit the webhook',
    files: ['webhooks/webhooks-panel.tsx'],
    as,
    at,
    routes: haveWebhook,
    opener: button(`Edit ${url}`),
    deeds: ['Save'],
  },
  {
    name: 'The secret of the webhook',
    files: ['webhooks/webhooks-panel.tsx'],
    as,
    at,
    routes: haveWebhook,
    prepare: async (page) => {
      await button('Add a webhook')(page).click();
      // It rests for a moment, against a second tap.
      await page.getByRole('button', { name: 'Add', exact: true, disabled: false }).waitFor();
    },
    opener: button('Add'),
    deeds: ['Done'],
    isKept: true,
    isOnce: true,
  },
  {
    name: 'Deliveries',
    files: ['webhooks/deliveries-dialog.tsx'],
    as,
    at,
    routes: haveWebhook,
    opener: button(`Deliveries to ${url}`),
    states: [async (dialog) => dialog.getByText('These are the latest 1 of 30.').waitFor()],
    deeds: ['Send a test event', 'Send again'],
  },
  {
    name: 'Delete the webhook?',
    files: ['webhooks/webhooks-panel.tsx'],
    as,
    at,
    routes: haveWebhook,
    opener: button(`Delete ${url}`),
    safe: 'Keep it',
    deeds: ['Delete'],
  },
];
