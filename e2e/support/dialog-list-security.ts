import type { Page } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import type { Row } from './dialog-row.ts';
import { editThabo, endOverForm, pressIn } from './dialog-steps.ts';

const as = demoFirmAdmins.lerato;
const at = '/home/security';
const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first();
const press = (name: string) => async (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();

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
  await page.route('**/core/api/second-factors', (route) =>
    route.fulfill({ json: { data: [factor], count: 1, ...rest } }),
  );
  const recoveryCodes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-ijkl-mn2${index}`);
  await page.route('**/core/api/recovery-codes', (route) =>
    route.fulfill({ status: 201, json: { data: { recoveryCodes } } }),
  );
}

/** The password is right, and the second factor is asked for. */
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
  await page.getByRole('dialog').getByLabel('Password').fill(as.password);
}

/** Dialogs of second factors, sign-ins and the audit log. */
export const securityRows: readonly Row[] = [
  {
    name: 'Add an authenticator app',
    files: ['second-factor/add-factor-dialogs.tsx'],
    as,
    at,
    opener: button('Add an app'),
    states: [
      pressIn('Next'),
      async (dialog) => dialog.getByRole('img', { name: 'QR code with the key' }).waitFor(),
      pressIn('Confirm'),
    ],
    deeds: ['Next'],
  },
  {
    name: 'Add a passkey',
    files: ['second-factor/add-factor-dialogs.tsx'],
    as,
    at,
    routes: haveApp,
    opener: button('Add a passkey'),
    deeds: ['Create passkey'],
  },
  {
    name: 'Recovery codes',
    files: ['second-factor/recovery-codes-dialog.tsx'],
    as,
    at,
    routes: haveApp,
    prepare: async (page) => {
      await press('New recovery codes')(page);
      // It rests for a moment, against a second tap.
      await page.getByRole('button', { name: 'Make new codes', disabled: false }).waitFor();
    },
    opener: button('Make new codes'),
    deeds: ['Done', 'Download', 'Print'],
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
    as,
    at,
    routes: haveApp,
    opener: button('New recovery codes'),
    safe: 'Cancel',
    deeds: ['Make new codes'],
  },
  {
    name: 'Remove My phone?',
    files: ['second-factor/factors-panel.tsx'],
    as,
    at,
    routes: haveApp,
    opener: button('Remove My phone'),
    safe: 'Cancel',
    deeds: ['Remove'],
  },
  {
    name: `Sign ${demoAttorneys.thabo.name} out everywhere?`,
    files: ['account/admin-actions/account-actions.tsx'],
    as,
    at: '/home/attorneys/attorney-list',
    prepare: editThabo,
    opener: button('Sign out everywhere'),
    safe: 'Cancel',
    deeds: ['Sign out'],
  },
  {
    name: `Reset the second factor of ${demoAttorneys.thabo.name}?`,
    files: ['account/admin-actions/account-actions.tsx'],
    as,
    at: '/home/attorneys/attorney-list',
    prepare: editThabo,
    opener: button('Reset second factor'),
    safe: 'Cancel',
    deeds: ['Reset'],
  },
  {
    name: 'Confirm that it is you',
    files: ['app/session/confirm-again.tsx'],
    as,
    at: '/home/attorneys/add-attorney',
    prepare: answerByChallenge,
    opener: (page) => page.getByRole('dialog').getByRole('button', { name: 'Sign in' }),
    states: [pressIn('Continue'), pressIn('Use a recovery code')],
    deeds: ['Leave without saving', 'Back to the password', 'Use a'],
    isKept: true,
    isOnce: true,
  },
  {
    name: 'Changed',
    files: ['audit/list/audit-line-dialog.tsx'],
    as,
    at: '/home/attorneys/audit?search=fees',
    opener: (page) => page.getByRole('button', { name: /^Details: / }).first(),
    deeds: [],
  },
];
