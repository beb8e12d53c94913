import type { Locator, Page } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { button, onPage, pressIn, type Row, typed } from './dialog-row.ts';
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

/** Dialogs of entries, their lists and calls. */
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
      states: [pressIn('Withdraw')],
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
