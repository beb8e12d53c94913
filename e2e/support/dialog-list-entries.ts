import type { Locator, Page } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { answer, button, onPage, pressIn, type Row, typed } from './dialog-row.ts';
import { selectFirst } from './dialog-steps.ts';

const { lerato } = demoFirmAdmins;
const { thabo } = demoAttorneys;

const openLocked = button(/Locked for good/);

async function typeReason(dialog: Locator): Promise<void> {
  await dialog.getByText('Reverse this entry').click();
  await dialog.getByLabel('Reason').fill('Another client');
}

/** Opens an entry, and its vouchers. */
const showVouchers = (opener: (page: Page) => Locator) => async (page: Page) => {
  await opener(page).click();
  await page.getByRole('dialog', { name: 'Call on ' }).getByText('1 voucher').click();
};

const account = {
  _id: '01890a5d-ac96-774b-bcce-b302099a8061',
  supplier: { _id: '01890a5d-ac96-774b-bcce-b302099a8062', name: 'Sheriff Pretoria' },
  number: 'INV 4711',
  date: '2026-03-10',
  total: 100,
  isPaid: false,
  paidOn: null,
  credits: null,
  vouchers: 0,
  isLocked: false,
  creditedAccount: null,
  creditNotes: [],
  lines: [],
};

/** As the server answers a firm with an account. */
async function haveAccount(page: Page): Promise<void> {
  await answer(page, 'supplier-accounts/*', { data: account });
}

/** Dialogs of entries, accounts, their lists and calls. */
export const entriesDialogs: readonly Row[] = [
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
      name: 'Remove this voucher?',
      files: ['vouchers/voucher-list.tsx', 'ui/dialog/confirm-button.tsx'],
      prepare: showVouchers(button(/To be opened often/)),
      opener: button('Remove: Taxi.jpg'),
      safe: 'Keep it',
      actions: ['Remove'],
    },
    {
      name: 'Withdraw this voucher',
      files: ['vouchers/voucher-list.tsx'],
      prepare: showVouchers(openLocked),
      opener: button('Withdraw: Sheriff.jpg'),
      ...typed('Reason', 'Of another matter'),
      actions: ['Withdraw'],
    },
    {
      name: 'Call on a matter',
      files: ['entries/capture/call-matter-dialog.tsx'],
      opener: button('Call on a matter'),
      actions: ['Start call'],
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
  {
    name: 'Add a supplier',
    files: ['suppliers/supplier-dialog.tsx'],
    as: lerato,
    at: '/home/attorneys/suppliers',
    opener: button('Add supplier'),
    ...typed('Name', 'Typed and not saved'),
    states: [async (dialog) => dialog.getByLabel('VAT number').fill('5')],
    actions: ['Add'],
  },
  ...onPage(lerato, `/home/attorneys/account?accountId=${account._id}`, [
    {
      name: 'Account INV 4711 is paid',
      files: ['suppliers/account-dialogs.tsx'],
      routes: haveAccount,
      opener: button('Mark as paid'),
      actions: ['Mark as paid'],
    },
    {
      name: 'Delete Account INV 4711?',
      files: ['suppliers/account-dialogs.tsx'],
      routes: haveAccount,
      opener: button('Delete'),
      ...typed('Reason', 'Came twice'),
      actions: ['Delete'],
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
