import type { Page } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import type { Row } from './dialog-row.ts';
import { narration } from './dialog-steps.ts';

const as = demoFirmAdmins.lerato;
const at = '/home/attorneys/entries';
const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first();

export const workListRows: readonly Row[] = [
  {
    name: 'Correct 1 entry',
    files: ['entries/bulk-corrections/correct-entries-dialog.tsx'],
    as,
    at,
    prepare: async (page) =>
      page
        .getByRole('checkbox', { name: /^Select: / })
        .first()
        .check(),
    opener: button('Correct together'),
    change: async (dialog) => dialog.getByLabel('Reason').fill('Wrong file'),
    read: async (dialog) => dialog.getByLabel('Reason').inputValue(),
    states: [
      async (dialog) => {
        await dialog.getByLabel('Disbursement type').selectOption({ index: 1 });
        await dialog
          .getByText(/ entry changes?\.|cannot be corrected/)
          .first()
          .waitFor();
      },
    ],
    deeds: ['Correct'],
  },
  {
    name: 'Telephone numbers of ',
    files: ['matters/phones/phones-dialog.tsx'],
    as,
    at: '/home/attorneys/matters',
    opener: (page) => page.getByRole('button', { name: /^Phones of / }).first(),
    change: async (dialog) => dialog.getByRole('textbox').fill('102'),
    read: async (dialog) => dialog.getByRole('textbox').inputValue(),
    states: [async (dialog) => dialog.getByRole('button', { name: 'Save' }).click()],
    deeds: ['Save'],
  },
  {
    name: 'Call of ',
    files: ['call-records/open-calls/record-call-dialog.tsx'],
    as: demoAttorneys.thabo,
    at: '/home/entries/calls',
    opener: button(/^Choose matter: /),
    ...narration,
    states: [
      async (dialog) => dialog.getByRole('button', { name: 'Record' }).click(),
      async (dialog) => dialog.getByRole('combobox', { name: 'Matter' }).fill('np000'),
    ],
    deeds: ['Record'],
  },
  {
    name: 'Call on a matter',
    files: ['entries/capture/call-matter-dialog.tsx'],
    as: demoAttorneys.thabo,
    at: '/home/entries',
    opener: button('Call on a matter'),
    deeds: ['Start call'],
  },
  {
    name: 'Saved views',
    files: ['list-views/views-dialog.tsx'],
    as,
    at,
    opener: button('Views'),
    deeds: ['Save view'],
  },
  {
    name: 'Columns',
    files: ['list-views/list-tools.tsx'],
    as,
    at,
    opener: button('Columns'),
    change: async (dialog) => dialog.getByLabel('Attorney').uncheck(),
    read: async (dialog) => String(await dialog.getByLabel('Attorney').isChecked()),
    deeds: ['Save'],
  },
];
