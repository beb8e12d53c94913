import { newId } from '@recoup/contract/core/ids';
import type { Locator, Page } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { integrationRows } from './dialog-list-integrations.ts';
import { button, inRowMenu, onPage, pressIn, type Row, typed } from './dialog-row.ts';
import {
  editThabo,
  endOverForm,
  endSoon,
  keepUnsent,
  typeAttorney,
  typeForEndedSession,
  typeIn,
} from './dialog-steps.ts';
import { csv } from './import-page.ts';
import { systemAdmin } from './recoup.ts';
import { callApi } from './wire.ts';

const { lerato } = demoFirmAdmins;
const { pieter, thabo } = demoAttorneys;

const openLocked = button(/Locked for good/);

async function typeReason(dialog: Locator): Promise<void> {
  await dialog.getByText('Reverse this entry').click();
  await dialog.getByLabel('Reason').fill('Another client');
}

async function selectFirst(page: Page): Promise<void> {
  const boxes = page.getByRole('checkbox', { name: /^Select: / });
  await boxes.first().check();
}

/** Every dialog of the product, and how one comes to it. */
export const rows: readonly Row[] = [
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
      name: 'Call fees',
      files: ['call-fees/call-fee-modal.tsx'],
      prepare: editThabo,
      opener: button('Edit Call'),
      ...typed('Cost, row 1', '77'),
      states: [
        (dialog) => dialog.getByText('How are calls priced?').click(),
        (dialog) => dialog.getByLabel('Valid from').fill(''),
        (dialog) => dialog.getByLabel('Valid from').fill('2099-01-01'),
        (dialog) => dialog.getByLabel('Cost, row 1').fill(''),
        pressIn('Save'),
      ],
      actions: ['Save', 'Remove row'],
    },
    {
      name: 'Save fees that fall with length?',
      files: ['call-fees/call-fee-modal.tsx'],
      prepare: async (page) => {
        await editThabo(page);
        await page.getByRole('button', { name: 'Edit Call' }).click();
        await page.getByLabel('Cost, row 1').fill('7777');
      },
      opener: (page) => page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }),
      safe: 'Change fees',
      actions: ['Save these fees'],
      isOnce: true,
    },
    {
      name: 'Apply Call fees to others',
      files: ['users/shared-fees/bulk-call-fees-dialog.tsx'],
      prepare: editThabo,
      opener: button('Apply to others: fees of Call'),
      change: (dialog) => dialog.getByRole('checkbox', { name: pieter.name }).check(),
      read: async (dialog) =>
        String(await dialog.getByRole('checkbox', { name: pieter.name }).isChecked()),
      states: [pressIn('Preview')],
      actions: ['Apply'],
    },
    {
      name: 'Copy fees from…',
      files: ['users/shared-fees/copy-fees-dialog.tsx'],
      prepare: editThabo,
      opener: button('Copy fees from…'),
      change: async (dialog) =>
        void (await dialog.getByLabel('Attorney').selectOption({ label: pieter.name })),
      read: (dialog) => dialog.getByLabel('Attorney').inputValue(),
      actions: ['Copy'],
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
  ...onPage(lerato, '/home/attorneys/fees', [
    {
      name: `Call: ${thabo.name}`,
      files: ['fee-matrix/fee-cell-dialog.tsx'],
      opener: button(/^Thabo Mokoena, Call: /),
      ...typed('Cost, row 1', '77'),
      states: [
        (dialog) => dialog.getByText('Saved on').first().waitFor(),
        (dialog) => dialog.getByLabel('Valid from').fill(''),
        pressIn('Save'),
      ],
      actions: ['Save', 'Remove row'],
    },
    {
      name: 'Upload fees',
      files: ['fee-matrix/upload/upload-fees-dialog.tsx'],
      opener: button('Upload CSV'),
      states: [
        async (dialog) => {
          const text = 'attorney,type\r\nnobody@nkosi.co.za,Call\r\n';
          await dialog.getByLabel('Fees file').setInputFiles(csv('fees.csv', text));
          await dialog.getByRole('alert').waitFor();
        },
      ],
      actions: ['Apply'],
    },
    {
      name: 'Raise fees',
      files: ['fee-changes/fee-change-dialog.tsx'],
      opener: button('Raise fees'),
      change: async (dialog) => {
        await dialog.getByLabel('Percent').fill('6');
        await dialog.getByRole('table').waitFor();
      },
      read: (dialog) => dialog.getByLabel('Percent').inputValue(),
      states: [
        (dialog) => dialog.getByLabel('Chosen attorneys and types').check(),
        pressIn('None of the attorneys'),
        pressIn('All attorneys'),
        (dialog) => dialog.getByLabel('Valid from').fill('2020-01-01'),
        (dialog) => dialog.getByLabel(/^Re-price /).check(),
        pressIn('Raise fees'),
        (dialog) => dialog.getByLabel('Percent').fill('-100'),
      ],
      actions: ['Raise fees'],
    },
    {
      name: 'Undo this fee change?',
      files: ['fee-changes/ledger/fee-change-list.tsx'],
      opener: button(/^Undo /),
      safe: 'Keep it',
      actions: ['Undo'],
    },
  ]),
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
  {
    name: 'Add this rate?',
    files: ['vat/vat-rates-page.tsx'],
    as: systemAdmin,
    at: '/home/vat-rates',
    prepare: async (page) => {
      await page.getByLabel('Rate (%)').fill('15,5');
      await page.getByLabel('Valid from').fill('2099-04-01');
    },
    opener: button('Add rate'),
    safe: 'Cancel',
    actions: ['Add for all firms'],
  },
  ...onPage(thabo, '/home/entries', [
    {
      name: 'Call on ',
      files: ['entries/reversals/locked-entry.tsx'],
      opener: openLocked,
      change: typeReason,
      read: async (dialog) => dialog.getByLabel('Reason').inputValue(),
      actions: ['Reverse'],
    },
    {
      name: 'Reverse this entry?',
      files: ['entries/reversals/locked-entry.tsx', 'ui/dialog/confirm-button.tsx'],
      prepare: async (page) => {
        await openLocked(page).click();
        await typeReason(page.getByRole('dialog', { name: 'Call on ' }));
      },
      opener: button('Reverse'),
      safe: 'Keep it',
      actions: ['Reverse'],
    },
    {
      name: 'Call on ',
      files: ['entries/reversals/open-reversal.tsx'],
      opener: button(/Taken back · reversal/),
      actions: ['Delete'],
    },
    {
      name: 'Call on a matter',
      files: ['entries/capture/call-matter-dialog.tsx'],
      opener: button('Call on a matter'),
      actions: ['Start call'],
    },
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
    {
      name: 'Add entry',
      files: ['entries/form/entry-dialog.tsx'],
      opener: button('Add entry'),
      ...typed('Narration', 'Typed and not saved'),
      states: [
        pressIn('Save'),
        (dialog) => dialog.getByLabel('Disbursement type').selectOption({ label: 'Photocopies' }),
        (dialog) => dialog.getByRole('combobox', { name: 'Matter' }).fill('np000'),
        (dialog) => dialog.getByRole('combobox', { name: 'Matter' }).fill('no such thing'),
      ],
    },
    {
      name: 'Call on ',
      files: ['entries/form/recorded-entry-dialog.tsx'],
      opener: button(/To be opened often/),
      ...typed('Narration', 'Typed and not saved'),
      states: [(dialog) => dialog.getByText(/^Why R/).click()],
      actions: ['Save', 'Delete'],
    },
  ]),
  ...onPage(lerato, '/home/attorneys/entries', [
    {
      name: 'Correct 1 entry',
      files: ['entries/bulk-corrections/correct-entries-dialog.tsx'],
      prepare: selectFirst,
      opener: button('Correct together'),
      ...typed('Reason', 'Wrong file'),
      states: [
        async (dialog) => {
          await dialog.getByLabel('Disbursement type').selectOption({ index: 1 });
          await dialog
            .getByText(/ entry changes?\.|cannot be corrected/)
            .first()
            .waitFor();
        },
      ],
      actions: ['Correct'],
    },
    {
      name: 'Saved views',
      files: ['list-views/views-dialog.tsx'],
      opener: button('Views'),
      actions: ['Save view'],
    },
    {
      name: 'Columns',
      files: ['list-views/list-tools.tsx'],
      opener: button('Columns'),
      change: async (dialog) => dialog.getByLabel('Attorney').uncheck(),
      read: async (dialog) => String(await dialog.getByLabel('Attorney').isChecked()),
      actions: ['Save'],
    },
  ]),
  ...onPage(lerato, '/home/attorneys/matters', [
    {
      name: 'Telephone numbers of ',
      files: ['matters/phones/phones-dialog.tsx'],
      ...inRowMenu(/^Phones of /),
      change: async (dialog) => dialog.getByRole('textbox').fill('102'),
      read: async (dialog) => dialog.getByRole('textbox').inputValue(),
      states: [pressIn('Save')],
      actions: ['Save'],
    },
    {
      name: 'Cap of ',
      files: ['matters/caps/cap-dialog.tsx'],
      ...inRowMenu(/^Set cap of /),
      ...typed('Cap (R)', '5000'),
      states: [pressIn('Save')],
      actions: ['Save', 'Remove cap'],
    },
  ]),
  {
    name: 'Merge calls that were recorded by hand?',
    files: ['call-records/firm-calls/merge-calls.tsx'],
    as: lerato,
    at: '/home/attorneys/calls',
    opener: button('Merge doubles'),
    actions: ['Merge 1 call'],
  },
  {
    name: 'Call of ',
    files: ['call-records/open-calls/record-call-dialog.tsx'],
    as: thabo,
    at: '/home/entries/calls',
    opener: button(/^Choose matter: /),
    ...typed('Narration', 'Typed and not saved'),
    states: [
      pressIn('Record'),
      async (dialog) => dialog.getByRole('combobox', { name: 'Matter' }).fill('np000'),
    ],
    actions: ['Record'],
  },
  ...onPage(lerato, '/home/attorneys/add-attorney', [
    {
      name: 'Initial password',
      files: ['users/new-sign-in-dialog.tsx'],
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
  ...onPage(lerato, '/home/attorneys/file-handler', [
    {
      name: 'Close and export',
      files: ['exports/closing/closing-dialog.tsx'],
      opener: button('Close and export'),
      ...typed('Last day', '2099-01-01'),
      ignoresOutside: true,
      states: [(dialog) => dialog.getByLabel('Last day').fill('2001-01-01')],
      actions: ['Close and export'],
    },
    {
      name: 'Undo this import?',
      files: ['platform/imports/import-history.tsx'],
      opener: button(/^Undo the import of /),
      safe: 'Keep it',
      actions: ['Undo import'],
    },
  ]),
  {
    name: 'Accept 1 exception',
    files: ['month-end/exceptions/accept-dialog.tsx'],
    as: lerato,
    at: '/home/attorneys/month-end',
    prepare: selectFirst,
    opener: button('Accept selected'),
    ...typed('Reason', 'Agreed with the client'),
    states: [(dialog) => dialog.getByLabel('Reason').fill(''), pressIn('Accept')],
    actions: ['Accept'],
  },
  ...integrationRows,
];
