import type { Page } from 'playwright-core';
import { feeRows } from './dialog-list-fees.ts';
import { handOverRows } from './dialog-list-hand-over.ts';
import { integrationRows } from './dialog-list-integrations.ts';
import { postingRows } from './dialog-list-posting.ts';
import { reversalRows } from './dialog-list-reversals.ts';
import { securityRows } from './dialog-list-security.ts';
import { webhookRows } from './dialog-list-webhooks.ts';
import { workListRows } from './dialog-list-work-lists.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import type { Row } from './dialog-row.ts';
import {
  endOverForm,
  endSoon,
  keepUnsent,
  narration,
  pressIn,
  typeAttorney,
  typeForEndedSession,
  typeIn,
} from './dialog-steps.ts';

const admin = demoFirmAdmins.lerato;
const attorney = demoAttorneys.thabo;
const attorneys = '/home/attorneys/attorney-list';
const manager = '/home/attorneys/file-handler';
const button =
  (name: string | RegExp, exact = true) =>
  (page: Page) =>
    page.getByRole('button', { name, exact }).first();
/** Every dialog of the product, and how one comes to it. */
export const rows: readonly Row[] = [
  {
    name: 'Search or go to',
    files: ['app/palette/palette.tsx'],
    as: admin,
    at: attorneys,
    opener: button('Search or go to'),
    states: [
      (dialog) => typeIn(dialog, 'np000', /^NP0001/),
      (dialog) => typeIn(dialog, 'no such thing', 'Nothing matches'),
    ],
    deeds: [],
    isSearch: true,
  },
  {
    name: 'Keyboard shortcuts',
    files: ['app/shortcuts/shortcuts-dialog.tsx'],
    as: admin,
    at: attorneys,
    prepare: (page) => page.getByRole('button', { name: /^Account of / }).click(),
    opener: button('Keyboard shortcuts'),
    deeds: [],
  },
  ...feeRows,
  ...postingRows,
  ...reversalRows,
  ...workListRows,
  ...securityRows,
  ...webhookRows,
  ...handOverRows,
  ...integrationRows,
  {
    name: 'Initial password',
    files: ['users/new-sign-in-dialog.tsx'],
    as: admin,
    at: '/home/attorneys/add-attorney',
    prepare: typeAttorney,
    opener: button('Save'),
    deeds: ['Done'],
    isKept: true,
    isOnce: true,
  },
  {
    name: 'Unsaved changes',
    files: ['app/session/leave-question.tsx'],
    as: admin,
    at: '/home/attorneys/add-attorney',
    prepare: typeAttorney,
    opener: (page) => page.getByRole('link', { name: 'Cancel' }),
    safe: 'Stay',
    deeds: ['Leave'],
  },
  {
    name: 'Sign in to go on',
    files: ['app/session/sign-in-again.tsx'],
    as: admin,
    at: '/home/attorneys/add-attorney',
    prepare: typeForEndedSession,
    opener: button('Save'),
    states: [pressIn('Sign in')],
    deeds: ['Leave without saving'],
    isKept: true,
    isOnce: true,
    isSudden: true,
  },
  {
    name: 'Use another account?',
    files: ['app/session/sign-in-again.tsx'],
    as: admin,
    at: '/home/attorneys/add-attorney',
    prepare: endOverForm,
    opener: button('Use another account'),
    safe: 'Keep it',
    deeds: ['Discard'],
    isOnce: true,
  },
  {
    name: 'Close and export',
    files: ['exports/closing/closing-dialog.tsx'],
    as: admin,
    at: manager,
    opener: button('Close and export'),
    change: async (dialog) => dialog.getByLabel('Last day').fill('2099-01-01'),
    read: async (dialog) => dialog.getByLabel('Last day').inputValue(),
    ignoresOutside: true,
    states: [(dialog) => dialog.getByLabel('Last day').fill('2001-01-01')],
    deeds: ['Close and export'],
  },
  {
    name: 'Accept 1 exception',
    files: ['month-end/exceptions/accept-dialog.tsx'],
    as: admin,
    at: '/home/attorneys/month-end',
    prepare: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select: / })
        .first()
        .check();
    },
    opener: button('Accept selected'),
    change: async (dialog) => dialog.getByLabel('Reason').fill('Agreed with the client'),
    read: async (dialog) => dialog.getByLabel('Reason').inputValue(),
    states: [(dialog) => dialog.getByLabel('Reason').fill(''), pressIn('Accept')],
    deeds: ['Accept'],
  },
  {
    name: 'Cap of ',
    files: ['matters/caps/cap-dialog.tsx'],
    as: admin,
    at: '/home/attorneys/matters',
    opener: button(/^Set cap of /, false),
    change: async (dialog) => dialog.getByLabel('Cap (R)').fill('5000'),
    read: async (dialog) => dialog.getByLabel('Cap (R)').inputValue(),
    states: [pressIn('Save')],
    deeds: ['Save', 'Remove cap'],
  },
  {
    name: 'Undo this import?',
    files: ['matters/import/import-history.tsx'],
    as: admin,
    at: manager,
    opener: button(/^Undo the import of /, false),
    safe: 'Keep it',
    deeds: ['Undo import'],
  },
  {
    name: 'Your session is about to end',
    files: ['app/session/session-expiry-question.tsx'],
    as: admin,
    at: attorneys,
    prepare: endSoon,
    opener: button(/^Name/, false),
    safe: 'Stay signed in',
    deeds: ['Logout'],
    isOnce: true,
    isSudden: true,
  },
  {
    name: 'Entries not sent yet',
    files: ['app/session/sign-out-question.tsx'],
    as: attorney,
    at: '/home/entries',
    prepare: async (page) => {
      await keepUnsent(page);
      await page.getByRole('button', { name: /^Account of / }).click();
    },
    opener: button('Logout'),
    safe: 'Stay',
    deeds: ['Logout'],
  },
  {
    name: 'Add entry',
    files: ['entries/form/entry-dialog.tsx'],
    as: attorney,
    at: '/home/entries',
    opener: button('Add entry'),
    ...narration,
    states: [
      pressIn('Save'),
      (dialog) => dialog.getByLabel('Disbursement type').selectOption({ label: 'Photocopies' }),
      (dialog) => dialog.getByRole('combobox', { name: 'Matter' }).fill('np000'),
      (dialog) => dialog.getByRole('combobox', { name: 'Matter' }).fill('no such thing'),
    ],
    deeds: [],
  },
  {
    name: 'Call on ',
    files: ['entries/form/recorded-entry-dialog.tsx'],
    as: attorney,
    at: '/home/entries',
    opener: button(/To be opened often/, false),
    ...narration,
    states: [(dialog) => dialog.getByText(/^Why R/).click()],
    deeds: ['Save', 'Delete'],
  },
];
