import type { Page } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { button, onPage, pressIn, type Row, typed } from './dialog-row.ts';
import { editThabo, endOverForm } from './dialog-steps.ts';

const { lerato } = demoFirmAdmins;
const { thabo } = demoAttorneys;

/** Answers in place of the server: a list, and to a POST the `data` of what was made. */
async function answer(page: Page, path: string, list: object, data?: object): Promise<void> {
  await page.route(`**/core/api/${path}`, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: list })
      : route.fulfill({ status: 201, json: { data } }),
  );
}

/** Presses the first, and waits for the second, which rests for a moment against a second tap. */
const goOn = (first: string, second: string) => async (page: Page) => {
  await button(first)(page).click();
  const next = page.getByRole('button', { name: second, exact: true, disabled: false });
  await next.waitFor();
};

/** As the server answers a user who has an app. */
async function haveApp(page: Page): Promise<void> {
  const factor = {
    _id: '01890a5d-ac96-774b-bcce-b302099a8057',
    kind: 'totp',
    name: 'My phone',
    createdAt: '2026-01-05T08:00:00.000Z',
    lastUsedAt: null,
  };
  const rest = { recoveryCodesLeft: 9, isRequired: false, arePasskeysPossible: true };
  await answer(page, 'second-factors', { data: [factor], count: 1, ...rest });
  const recoveryCodes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-ijkl-mn2${index}`);
  await answer(page, 'recovery-codes', {}, { recoveryCodes });
}

/** The password is right, and the second factor is required. */
async function answerByChallenge(page: Page): Promise<void> {
  await endOverForm(page);
  await page.route('**/core/api/logon', (route) =>
    route.fulfill({
      status: 401,
      json: {
        message: 'Please confirm that it is you with your second factor.',
        code: 'second_factor_required',
        challenge: 'c'.repeat(43),
        methods: ['totp', 'recovery'],
      },
    }),
  );
  await page.getByRole('dialog').getByLabel('Password').fill(lerato.password);
}

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

/** Dialogs of security, integrations and the audit log. */
export const integrationRows: readonly Row[] = [
  ...onPage(lerato, '/home/security', [
    {
      name: 'Add an authenticator app',
      files: ['second-factor/add-factor-dialogs.tsx'],
      opener: button('Add an app'),
      states: [
        pressIn('Next'),
        async (dialog) => dialog.getByRole('img', { name: 'QR code with the key' }).waitFor(),
        pressIn('Confirm'),
      ],
      actions: ['Next'],
    },
    {
      name: 'Add a passkey',
      files: ['second-factor/add-factor-dialogs.tsx'],
      routes: haveApp,
      opener: button('Add a passkey'),
      actions: ['Create passkey'],
    },
    {
      name: 'Recovery codes',
      files: ['second-factor/recovery-codes-dialog.tsx'],
      routes: haveApp,
      prepare: goOn('New recovery codes', 'Make new codes'),
      opener: button('Make new codes'),
      actions: ['Done', 'Download', 'Print'],
      isKept: true,
      isOnce: true,
      ignoresOutside: true,
    },
    {
      name: 'Make ten new codes?',
      files: [
        'second-factor/factors-panel.tsx',
        'platform/reauthentication/confirmed-action-dialog.tsx',
      ],
      routes: haveApp,
      opener: button('New recovery codes'),
      safe: 'Cancel',
      actions: ['Make new codes'],
    },
    {
      name: 'Remove My phone?',
      files: ['second-factor/factors-panel.tsx'],
      routes: haveApp,
      opener: button('Remove My phone'),
      safe: 'Cancel',
      actions: ['Remove'],
    },
  ]),
  ...onPage(lerato, '/home/attorneys/attorney-list', [
    {
      name: `Sign ${thabo.name} out everywhere?`,
      files: ['account/admin-actions/account-actions.tsx'],
      prepare: editThabo,
      opener: button('Sign out everywhere'),
      safe: 'Cancel',
      actions: ['Sign out'],
    },
    {
      name: `Reset the second factor of ${thabo.name}?`,
      files: ['account/admin-actions/account-actions.tsx'],
      prepare: editThabo,
      opener: button('Reset second factor'),
      safe: 'Cancel',
      actions: ['Reset'],
    },
  ]),
  {
    name: 'Confirm that it is you',
    files: ['app/session/confirm-again.tsx'],
    as: lerato,
    at: '/home/attorneys/add-attorney',
    prepare: answerByChallenge,
    opener: (page) => page.getByRole('dialog').getByRole('button', { name: 'Sign in' }),
    states: [pressIn('Continue'), pressIn('Use a recovery code')],
    actions: ['Leave without saving', 'Back to the password', 'Use a'],
    isKept: true,
    isOnce: true,
  },
  {
    name: 'Changed',
    files: ['audit/list/audit-line-dialog.tsx'],
    as: lerato,
    at: '/home/attorneys/audit?search=fees',
    opener: button(/^Details: /),
  },
  ...onPage(lerato, '/home/attorneys/integrations', [
    {
      name: 'Add a webhook',
      files: ['webhooks/webhooks-panel.tsx'],
      opener: button('Add a webhook'),
      change: (dialog) => dialog.getByLabel('Address').fill(url),
      read: (dialog) => dialog.getByLabel('Address').inputValue(),
      states: [pressIn('Add')],
      actions: ['Add'],
    },
    {
      name: 'Edit the webhook',
      files: ['webhooks/webhooks-panel.tsx'],
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
      files: ['webhooks/deliveries-dialog.tsx'],
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
      files: ['hand-over/schedules.tsx'],
      routes: haveHandOver,
      opener: button('Run Month end now'),
      safe: 'Keep it',
      actions: ['Run now'],
    },
    {
      name: 'Delete Month end?',
      files: ['hand-over/schedules.tsx'],
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
  {
    name: 'Record ',
    files: ['call-records/firm-calls/firm-calls-page.tsx'],
    as: lerato,
    at: '/home/attorneys/calls',
    opener: button(/^Record all with an account code/),
    safe: 'Cancel',
    actions: ['Record'],
  },
];
