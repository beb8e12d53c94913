import type { Page } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { button, onPage, pressIn, type Row } from './dialog-row.ts';
import {
  endOverForm,
  endSoon,
  keepUnsent,
  typeAttorney,
  typeForEndedSession,
  typeIn,
} from './dialog-steps.ts';

const { lerato } = demoFirmAdmins;
const { thabo } = demoAttorneys;

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

/** Dialogs of palette, sessions and leaving a page. */
export const appDialogs: readonly Row[] = [
  ...onPage(lerato, '/home/attorneys/attorney-list', [
    {
      name: 'Search or go to',
      files: ['app/palette/palette.tsx'],
      opener: button('Search or go to'),
      states: [
        (dialog) => typeIn(dialog, 'np000', /^NP0001/),
        (dialog) => typeIn(dialog, 'no such thing', 'Nothing matches'),
      ],
      isSearch: true,
    },
    {
      name: 'Keyboard shortcuts',
      files: ['app/shortcuts/shortcuts-dialog.tsx'],
      prepare: (page) => page.getByRole('button', { name: /^Account of / }).click(),
      opener: button('Keyboard shortcuts'),
    },
    {
      name: 'Your session is about to end',
      files: ['app/session/session-expiry-question.tsx'],
      prepare: endSoon,
      opener: button(/^Name/),
      safe: 'Stay signed in',
      actions: ['Logout'],
      isOnce: true,
      isSudden: true,
    },
  ]),
  ...onPage(thabo, '/home/entries', [
    {
      name: 'Entries not sent yet',
      files: ['app/session/sign-out-question.tsx'],
      prepare: async (page) => {
        await keepUnsent(page);
        await page.getByRole('button', { name: /^Account of / }).click();
      },
      opener: button('Logout'),
      safe: 'Stay',
      actions: ['Logout'],
    },
  ]),
  ...onPage(lerato, '/home/attorneys/add-attorney', [
    {
      name: 'Initial password',
      files: ['users/first-sign-in.tsx'],
      prepare: typeAttorney,
      opener: button('Save'),
      actions: ['Done'],
      isKept: true,
      isOnce: true,
    },
    {
      name: 'Unsaved changes',
      files: ['app/session/leave-question.tsx'],
      prepare: typeAttorney,
      opener: (page) => page.getByRole('link', { name: 'Cancel' }),
      safe: 'Stay',
      actions: ['Leave'],
    },
    {
      name: 'Sign in to go on',
      files: ['app/session/sign-in-again.tsx'],
      prepare: typeForEndedSession,
      opener: button('Save'),
      states: [pressIn('Sign in')],
      actions: ['Leave without saving'],
      isKept: true,
      isOnce: true,
      isSudden: true,
    },
    {
      name: 'Use another account?',
      files: ['app/session/sign-in-again.tsx'],
      prepare: endOverForm,
      opener: button('Use another account'),
      safe: 'Keep it',
      actions: ['Discard'],
      isOnce: true,
    },
  ]),
  {
    name: 'Confirm that it is you',
    files: ['app/session/sign-in-again.tsx'],
    as: lerato,
    at: '/home/attorneys/add-attorney',
    prepare: answerByChallenge,
    opener: (page) => page.getByRole('dialog').getByRole('button', { name: 'Sign in' }),
    states: [pressIn('Continue'), pressIn('Use a recovery code')],
    actions: ['Leave without saving', 'Back to the password', 'Use a'],
    isKept: true,
    isOnce: true,
  },
];
