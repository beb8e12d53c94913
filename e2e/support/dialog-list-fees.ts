import type { Page } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import type { Row } from './dialog-row.ts';
import { editThabo, pressIn } from './dialog-steps.ts';
import { csv } from './import-page.ts';

const admin = demoFirmAdmins.lerato;
const attorneys = '/home/attorneys/attorney-list';
const fees = '/home/attorneys/fees';
const button =
  (name: string | RegExp, exact = true) =>
  (page: Page) =>
    page.getByRole('button', { name, exact }).first();

/** The dialogs about fees, of the attorney form and of the page of all fees. */
export const feeRows: readonly Row[] = [
  {
    name: 'Call fees',
    files: ['call-fees/call-fee-modal.tsx'],
    as: admin,
    at: attorneys,
    prepare: editThabo,
    opener: button('Edit Call'),
    change: (dialog) => dialog.getByLabel('Cost, row 1').fill('77'),
    read: (dialog) => dialog.getByLabel('Cost, row 1').inputValue(),
    states: [
      (dialog) => dialog.getByText('How are calls priced?').click(),
      (dialog) => dialog.getByLabel('Valid from').fill(''),
      (dialog) => dialog.getByLabel('Valid from').fill('2099-01-01'),
      (dialog) => dialog.getByLabel('Cost, row 1').fill(''),
      pressIn('Save'),
    ],
    deeds: ['Save', 'Remove row'],
  },
  {
    name: 'Save fees that fall with length?',
    files: ['call-fees/call-fee-modal.tsx'],
    as: admin,
    at: attorneys,
    prepare: async (page) => {
      await editThabo(page);
      await page.getByRole('button', { name: 'Edit Call' }).click();
      await page.getByLabel('Cost, row 1').fill('7777');
    },
    opener: (page) => page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }),
    safe: 'Change fees',
    deeds: ['Save these fees'],
    isOnce: true,
  },
  {
    name: 'Apply Call fees to others',
    files: ['users/shared-fees/bulk-call-fees-dialog.tsx'],
    as: admin,
    at: attorneys,
    prepare: editThabo,
    opener: button('Apply to others: fees of Call'),
    change: (dialog) => dialog.getByRole('checkbox', { name: demoAttorneys.pieter.name }).check(),
    read: async (dialog) =>
      String(await dialog.getByRole('checkbox', { name: demoAttorneys.pieter.name }).isChecked()),
    states: [pressIn('Preview')],
    deeds: ['Apply'],
  },
  {
    name: 'Copy fees from…',
    files: ['users/shared-fees/copy-fees-dialog.tsx'],
    as: admin,
    at: attorneys,
    prepare: editThabo,
    opener: button('Copy fees from…'),
    change: async (dialog) =>
      void (await dialog.getByLabel('Attorney').selectOption({ label: demoAttorneys.pieter.name })),
    read: (dialog) => dialog.getByLabel('Attorney').inputValue(),
    deeds: ['Copy'],
  },
  {
    name: `Call: ${demoAttorneys.thabo.name}`,
    files: ['fee-matrix/fee-cell-dialog.tsx'],
    as: admin,
    at: fees,
    opener: button(/^Thabo Mokoena, Call: /, false),
    change: (dialog) => dialog.getByLabel('Cost, row 1').fill('77'),
    read: (dialog) => dialog.getByLabel('Cost, row 1').inputValue(),
    states: [
      (dialog) => dialog.getByText('Saved on').first().waitFor(),
      (dialog) => dialog.getByLabel('Valid from').fill(''),
      pressIn('Save'),
    ],
    deeds: ['Save', 'Remove row'],
  },
  {
    name: 'Upload fees',
    files: ['fee-matrix/upload/upload-fees-dialog.tsx'],
    as: admin,
    at: fees,
    opener: button('Upload CSV'),
    states: [
      async (dialog) => {
        const text = 'attorney,type\r\nnobody@nkosi.co.za,Call\r\n';
        await dialog.getByLabel('Fees file').setInputFiles(csv('fees.csv', text));
        await dialog.getByRole('alert').waitFor();
      },
    ],
    deeds: ['Apply'],
  },
  {
    name: 'Raise fees',
    files: ['fee-changes/fee-change-dialog.tsx'],
    as: admin,
    at: fees,
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
    deeds: ['Raise fees'],
  },
  {
    name: 'Take back this fee change?',
    files: ['fee-changes/ledger/fee-change-list.tsx'],
    as: admin,
    at: fees,
    opener: button(/^Take back /, false),
    safe: 'Keep it',
    deeds: ['Take back'],
  },
];
