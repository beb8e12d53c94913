import type { Locator, Page } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { answer, button, goOn, onPage, pressIn, type Row } from './dialog-row.ts';
import { editThabo } from './dialog-steps.ts';

const { lerato } = demoFirmAdmins;
const { thabo } = demoAttorneys;

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

/** A session of some minutes is confirmed by the password first. */
async function showKey(dialog: Locator): Promise<void> {
  const [key, password] = [dialog.getByRole('img'), dialog.getByLabel('Password', { exact: true })];
  await pressIn('Next')(dialog);
  await key.or(password).first().waitFor();
  if (await key.isVisible()) return;
  await password.fill(lerato.password);
  await pressIn('Next')(dialog);
  await key.waitFor();
}

/** As the server answers a user of a firm with single sign-on. */
const haveAccounts =
  (...data: object[]) =>
  async (page: Page): Promise<void> => {
    const rest = { provider: 'Microsoft', opensByPassword: true };
    await answer(page, 'identities', { data, count: data.length, ...rest });
  };
const linkedAccount = {
  _id: '01890a5d-ac96-774b-bcce-b302099a8058',
  issuer: 'https://login.microsoftonline.com/tenant/v2.0',
  provider: 'Microsoft',
  createdAt: '2026-01-05T08:00:00.000Z',
  lastUsedAt: null,
};

/** As the server answers an admin whose firm has single sign-on. */
async function haveSignOn(page: Page): Promise<void> {
  const signOn = {
    issuer: 'https://accounts.google.com',
    clientId: 'recoup',
    hasSecret: true,
    callbackPath: '/core/api/sign-on/callback',
    domains: ['nkosi.co.za'],
    linksByEmail: false,
    isRequired: false,
    passwordAdmin: null,
    factorBy: 'recoup',
    notLinked: { count: 0, people: [] },
  };
  await page.route('**/core/api/firm-settings', async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: object }; // the one shape of settings
    await route.fulfill({ response, json: { data: { ...data, signOn } } });
  });
}

/** Dialogs of security, accounts and the audit log. */
export const accountDialogs: readonly Row[] = [
  ...onPage(lerato, '/home/security', [
    {
      name: 'Add an authenticator app',
      files: ['second-factor/add-factor-dialogs.tsx'],
      opener: button('Add an app'),
      states: [showKey, pressIn('Confirm')],
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
      files: ['second-factor/factors-panel.tsx'],
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
    {
      name: 'Link your account',
      files: ['sign-on/identities-panel.tsx'],
      routes: haveAccounts(),
      opener: button('Link account'),
      actions: ['Continue'],
    },
    {
      name: 'Remove the linked account?',
      files: ['sign-on/identities-panel.tsx'],
      routes: haveAccounts(linkedAccount),
      opener: button('Remove the account at Microsoft'),
      safe: 'Cancel',
      actions: ['Remove'],
    },
  ]),
  ...onPage(lerato, '/home/attorneys/sign-in', [
    {
      name: 'End single sign-on?',
      files: ['sign-on/sign-on-settings.tsx'],
      routes: haveSignOn,
      opener: button('End single sign-on'),
      safe: 'Cancel',
      actions: ['End'],
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
    {
      name: `Remove the linked account of ${thabo.name}?`,
      files: ['account/admin-actions/account-actions.tsx'],
      routes: haveAccounts(),
      prepare: editThabo,
      opener: button('Remove linked account'),
      safe: 'Cancel',
      actions: ['Remove'],
    },
    {
      name: `Invite ${thabo.name} to single sign-on?`,
      files: ['account/admin-actions/account-actions.tsx'],
      routes: haveAccounts(),
      prepare: editThabo,
      opener: button('Invite to single sign-on'),
      actions: ['Send'],
    },
  ]),
  {
    name: 'Changed',
    files: ['audit/list/audit-page.tsx'],
    as: lerato,
    at: '/home/attorneys/audit?search=fees',
    opener: button(/^Details: /),
  },
];
