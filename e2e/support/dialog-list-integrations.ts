import { newId } from '@recoup/contract/core/ids';
import type { Page } from 'playwright-core';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { answer, button, goOn, onPage, pressIn, type Row, typed } from './dialog-row.ts';
import { callApi } from './wire.ts';

const { lerato } = demoFirmAdmins;

const url = 'https://systems.example/recoup';

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
  const secret = `whsec_${'s/'.repeat(22)}`;
  await answer(page, 'webhooks', { data: [webhook], count: 1 }, { _id, secret });
  const deliveries = { data: [{ ...delivery, payload: '{}' }], count: 30 };
  await answer(page, 'webhooks/*/deliveries?*', deliveries);
}

/** As the server answers a firm whose telephone system has a secret, and sent a call. */
async function haveSender(page: Page): Promise<void> {
  const at = '2026-01-05T08:00:00.000Z';
  const system = {
    system: '3cx',
    name: 'Head office',
    zone: 'UTC',
    outsidePrefix: '',
    mapping: {},
  };
  const sent = { imports: 0, secretMadeAt: at, lastEventAt: at, hasCalls: false };
  const source = { ...system, _id, ...sent, pull: null };
  await answer(page, 'call-sources', { data: [source], count: 1 });
  const ignored = [{ index: 0, reason: 'Nobody answered.' }];
  const event = { _id, receivedAt: at, sha256: '', taken: 0, repeated: 0, ignored };
  const events = { data: [event], count: 1, limited: 3, limitedAt: at };
  await answer(page, 'call-sources/*/events', events);
  await answer(page, 'call-sources/*/secret', {}, { secret: 's'.repeat(32) });
  const read = { taken: 0, repeated: 0, ignored, calls: [] };
  await page.route('**/core/api/call-sources/*/event-tests', (route) =>
    route.fulfill({ json: { data: read } }),
  );
}

const hostKey = `SHA256:${'k'.repeat(43)}`;
const _id = '01890a5d-ac96-774b-bcce-b302099a8059';
const server = {
  _id,
  name: 'Ledger',
  host: 'sftp.example',
  port: 22,
  user: 'recoup',
  secretKind: 'password',
  folder: '/in',
  hostKey,
};
const handOver = {
  _id,
  name: 'Month end',
  type: 'csv',
  layout: null,
  server: { _id, name: 'Ledger' },
  email: null,
  on: 'last_working_day',
  day: null,
  time: '16:00',
  isOn: true,
  by: { _id, name: lerato.name },
  nextAt: '2026-01-30T14:00:00.000Z',
};
const found = {
  isWorking: false,
  problem: 'host_key_unconfirmed',
  message: 'The host key of this server is not confirmed yet.',
  hostKey,
  canRead: false,
  canWrite: false,
  files: [],
  fileCount: null,
};

/** As the server answers a firm that has a server and a hand-over. */
async function haveHandOver(page: Page): Promise<void> {
  await answer(page, 'sftp-servers', { data: [server], count: 1 });
  await answer(page, 'hand-overs', { data: [handOver], count: 1 });
  await answer(page, 'sftp-servers/*/tests', {}, found);
}

/** As the server answers a firm that has a key, and makes another. */
async function haveKey(page: Page): Promise<void> {
  const key = {
    _id: '01890a5d-ac96-774b-bcce-b302099a8057',
    name: 'Nightly import',
    scopes: ['import'],
    createdBy: { _id: '01890a5d-ac96-774b-bcce-b302099a8058', name: lerato.name },
    createdAt: '2026-01-05T08:00:00.000Z',
    expiresAt: null,
    lastUsedAt: null,
    isWorking: true,
    whyNot: null,
  };
  const made = { _id: key._id, key: `rk_${'k'.repeat(43)}` };
  await answer(page, 'api-keys', { data: [key], count: 1 }, made);
}

const telephoneDialogs = onPage(lerato, '/home/attorneys/telephones', [
  {
    name: 'Requests of Head office',
    files: ['call-records/telephones/events-panel.tsx'],
    routes: haveSender,
    opener: button('Requests of Head office'),
    states: [async (dialog) => dialog.getByText(/Nobody answered/).waitFor()],
    actions: ['Download the template', 'Read again'],
  },
  {
    name: 'Test Head office',
    files: ['call-records/telephones/example-dialog.tsx'],
    routes: haveSender,
    opener: button('Test Head office'),
    ...typed('Example', '{}'),
    states: [pressIn('Read'), async (dialog) => dialog.getByText(/Nobody answered/).waitFor()],
    actions: ['Read'],
  },
  {
    name: 'Make a new secret?',
    files: ['call-records/telephones/events-panel.tsx'],
    routes: haveSender,
    opener: button('Make a new secret for Head office'),
    safe: 'Keep it',
    actions: ['Make a new secret'],
  },
  {
    name: 'The secret of the telephone system',
    files: ['call-records/telephones/events-panel.tsx'],
    routes: haveSender,
    prepare: goOn('Make a new secret for Head office', 'Make a new secret'),
    opener: button('Make a new secret'),
    actions: ['Done'],
    isKept: true,
    isOnce: true,
  },
]);

/** Dialogs of webhooks, telephone systems, hand-overs, API keys and posting layouts. */
export const integrationsDialogs: readonly Row[] = [
  ...telephoneDialogs,
  {
    name: 'Delete Old journal ',
    files: ['posting/layouts/layouts-page.tsx', 'ui/dialog/confirm-button.tsx'],
    as: lerato,
    at: '/home/attorneys/posting-layouts',
    prepare: async (page) => {
      const layout = { name: `Old journal ${newId()}`, columns: [{ field: 'date' }] };
      await callApi(lerato, 'POST', '/posting-layouts', layout);
      await page.reload();
    },
    opener: button(/^Delete Old journal /),
    safe: 'Keep it',
    actions: ['Delete layout'],
  },
  ...onPage(lerato, '/home/attorneys/integrations', [
    {
      name: 'Add a webhook',
      files: ['webhooks/webhook-dialog.tsx'],
      opener: button('Add a webhook'),
      change: (dialog) => dialog.getByLabel('Address').fill(url),
      read: (dialog) => dialog.getByLabel('Address').inputValue(),
      states: [pressIn('Add')],
      actions: ['Add'],
    },
    {
      name: 'Edit the webhook',
      files: ['webhooks/webhook-dialog.tsx'],
      routes: haveWebhook,
      opener: button(`Edit ${url}`),
      actions: ['Save'],
    },
    {
      name: 'The secret of the webhook',
      files: ['webhooks/webhooks-panel.tsx'],
      routes: haveWebhook,
      prepare: goOn('Add a webhook', 'Add'),
      opener: button('Add'),
      actions: ['Done'],
      isKept: true,
      isOnce: true,
    },
    {
      name: 'Deliveries',
      files: ['webhooks/webhooks-panel.tsx'],
      routes: haveWebhook,
      opener: button(`Deliveries to ${url}`),
      states: [async (dialog) => dialog.getByText('These are the latest 1 of 30.').waitFor()],
      actions: ['Send a test event', 'Send again'],
    },
    {
      name: 'Delete the webhook?',
      files: ['webhooks/webhooks-panel.tsx'],
      routes: haveWebhook,
      opener: button(`Delete ${url}`),
      safe: 'Keep it',
      actions: ['Delete'],
    },
    {
      name: 'Add an SFTP server',
      files: ['hand-over/server-dialog.tsx'],
      opener: button('Add an SFTP server'),
      ...typed('Name', 'Ledger'),
      states: [
        pressIn('Save'),
        async (dialog) => dialog.getByLabel('Sign in with').selectOption('key'),
        async (dialog) => dialog.getByLabel('Private key').waitFor(),
      ],
      actions: ['Save'],
    },
    {
      name: 'Test of Ledger',
      files: ['hand-over/servers.tsx'],
      routes: haveHandOver,
      opener: button('Test Ledger'),
      states: [async (dialog) => dialog.getByText('The server shows this host key').waitFor()],
      actions: ['Confirm this key'],
    },
    {
      name: 'Delete Ledger?',
      files: ['hand-over/servers.tsx'],
      routes: haveHandOver,
      opener: button('Delete Ledger'),
      safe: 'Keep it',
      actions: ['Delete'],
    },
    {
      name: 'Add a hand-over',
      files: ['hand-over/schedule-dialog.tsx'],
      opener: button('Add a hand-over'),
      ...typed('Name', 'Month end'),
      states: [
        pressIn('Save'),
        async (dialog) => dialog.getByLabel('When').selectOption('day_of_month'),
        async (dialog) => dialog.getByLabel('Day of the month').waitFor(),
      ],
      actions: ['Save'],
    },
    {
      name: 'Run Month end now?',
      files: ['hand-over/hand-over-panel.tsx'],
      routes: haveHandOver,
      opener: button('Run Month end now'),
      safe: 'Cancel',
      actions: ['Run now'],
    },
    {
      name: 'Delete Month end?',
      files: ['hand-over/hand-over-panel.tsx'],
      routes: haveHandOver,
      opener: button('Delete Month end'),
      safe: 'Keep it',
      actions: ['Delete'],
    },
    {
      name: 'Make an API key',
      files: ['api-keys/api-keys-panel.tsx'],
      opener: button('Make a key'),
      ...typed('Name', 'Nightly import'),
      states: [
        pressIn('Make key'),
        async (dialog) => dialog.getByLabel('Ends').selectOption('day'),
        async (dialog) => dialog.getByLabel('Last day').waitFor(),
      ],
      actions: ['Make key'],
    },
    {
      name: 'Your API key',
      files: ['ui/dialog/shown-once-dialog.tsx', 'api-keys/api-keys-panel.tsx'],
      routes: haveKey,
      prepare: goOn('Make a key', 'Make key'),
      opener: button('Make key'),
      actions: ['Done'],
      isKept: true,
      isOnce: true,
    },
    {
      name: 'Delete Nightly import?',
      files: ['api-keys/api-keys-panel.tsx'],
      routes: haveKey,
      opener: button('Delete Nightly import'),
      safe: 'Cancel',
      actions: ['Delete'],
    },
  ]),
];
