import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { button, inRowMenu, onPage, pressIn, type Row, typed } from './dialog-row.ts';
import { selectFirst } from './dialog-steps.ts';

const { lerato } = demoFirmAdmins;

/** Dialogs of matters, exports and month end. */
export const mattersDialogs: readonly Row[] = [
  ...onPage(lerato, '/home/attorneys/matters', [
    {
      name: 'Telephone numbers of ',
      files: ['matters/matter-dialogs.tsx'],
      ...inRowMenu(/^Phones of /),
      change: async (dialog) => dialog.getByRole('textbox').fill('102'),
      read: async (dialog) => dialog.getByRole('textbox').inputValue(),
      states: [pressIn('Save')],
      actions: ['Save'],
    },
    {
      name: 'Cap of ',
      files: ['matters/matter-dialogs.tsx'],
      ...inRowMenu(/^Set cap of /),
      ...typed('Cap (R)', '5000'),
      states: [pressIn('Save')],
      actions: ['Save', 'Remove cap'],
    },
  ]),
  {
    name: 'Titles and order of packs',
    files: ['statements/packs/pack-settings-dialog.tsx'],
    as: lerato,
    at: '/home/attorneys/taxation-packs',
    opener: button('Titles and order'),
    ...typed('“Who” is called', 'Attorney'),
    states: [(dialog) => dialog.getByLabel('“Who” is called').fill(''), pressIn('Save')],
    actions: ['Save'],
  },
  ...onPage(lerato, '/home/attorneys/file-handler', [
    {
      name: 'Close and export',
      files: ['exports/closing/closing-dialog.tsx'],
      opener: button('Close and export'),
      ...typed('Last day', '2099-01-01'),
      ignoresOutside: true,
      states: [(dialog) => dialog.getByLabel('Last day').fill('2001-01-01')],
      actions: ['Close and lock'],
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
];
