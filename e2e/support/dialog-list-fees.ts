import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { button, onPage, pressIn, type Row, typed } from './dialog-row.ts';
import { editThabo } from './dialog-steps.ts';
import { csv } from './import-page.ts';
import { systemAdmin } from './recoup.ts';

const { lerato } = demoFirmAdmins;
const { pieter, thabo } = demoAttorneys;

/** Dialogs of fees and VAT rates. */
export const feesDialogs: readonly Row[] = [
  ...onPage(lerato, '/home/attorneys/attorney-list', [
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
      files: ['users/assigned-type-dialogs.tsx'],
      prepare: editThabo,
      opener: button('Copy fees from…'),
      change: async (dialog) =>
        void (await dialog.getByLabel('Attorney').selectOption({ label: pieter.name })),
      read: (dialog) => dialog.getByLabel('Attorney').inputValue(),
      actions: ['Copy'],
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
];
