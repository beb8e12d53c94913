import type { Page } from 'playwright-core';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import type { Row } from './dialog-row.ts';
import { pressIn } from './dialog-steps.ts';

const as = demoFirmAdmins.lerato;
const at = '/home/attorneys/integrations';
const hostKey = `SHA256:${'k'.repeat(43)}`;
const _id = '01890a5d-ac96-774b-bcce-b302099a8059';
const button = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first();

const server = {
  _id,
  name: 'Ledger',
  host: 'sftp.example',
  port: 22,
  user: 'recoup',
  secretKind: 'password',
  folder: '/in',
  hostKey,
};
const handOver = {
  _id,
  name: 'Month end',
  type: 'csv',
  layout: null,
  server: { _id, name: 'Ledger' },
  email: null,
  on: 'last_working_day',
  day: null,
  time: '16:00',
  isOn: true,
  by: { _id, name: as.name },
  nextAt: '2026-01-30T14:00:00.000Z',
};
const found = {
  isWorking: false,
  problem: 'host_key_unconfirmed',
  message: 'The host key of this server is not confirmed yet.',
  hostKey,
  canRead: false,
  canWrite: false,
  files: [],
  fileCount: null,
};

/** As the server answers a firm that has a server and a hand-over. */
async function haveHandOver(page: Page): Promise<void> {
  await page.route('**/core/api/sftp-servers', (route) =>
    route.fulfill({ json: { data: [server], count: 1 } }),
  );
  await page.route('**/core/api/hand-overs', (route) =>
    route.fulfill({ json: { data: [handOver], count: 1 } }),
  );
  await page.route('**/core/api/sftp-servers/*/tests', (route) =>
    route.fulfill({ json: { data: found } }),
  );
}

/** Dialogs of hand-overs on schedule. */
export const handOverRows: readonly Row[] = [
  {
    name: 'Add an SFTP server',
    files: ['hand-over/server-dialog.tsx'],
    as,
    at,
    opener: button('Add an SFTP server'),
    change: (dialog) => dialog.getByLabel('Name').fill('Ledger'),
    read: (dialog) => dialog.getByLabel('Name').inputValue(),
    states: [
      pressIn('Save'),
      async (dialog) => dialog.getByLabel('Log in with').selectOption('key'),
      async (dialog) => dialog.getByLabel('Private key').waitFor(),
    ],
    deeds: ['Save'],
  },
  {
    name: 'Test of Ledger',
    files: ['hand-over/servers.tsx'],
    as,
    at,
    routes: haveHandOver,
    opener: button('Test Ledger'),
    states: [async (dialog) => dialog.getByText('The server shows this host key').waitFor()],
    deeds: ['Confirm this key'],
  },
  {
    name: 'Delete Ledger?',
    files: ['hand-over/servers.tsx'],
    as,
    at,
    routes: haveHandOver,
    opener: button('Delete Ledger'),
    safe: 'Keep it',
    deeds: ['Delete'],
  },
  {
    name: 'Add a hand-over',
    files: ['hand-over/schedule-dialog.tsx'],
    as,
    at,
    opener: button('Add a hand-over'),
    change: (dialog) => dialog.getByLabel('Name').fill('Month end'),
    read: (dialog) => dialog.getByLabel('Name').inputValue(),
    states: [
      pressIn('Save'),
      async (dialog) => dialog.getByLabel('When').selectOption('day_of_month'),
      async (dialog) => dialog.getByLabel('Day of the month').waitFor(),
    ],
    deeds: ['Save'],
  },
  {
    name: 'Run Month end now?',
    files: ['hand-over/schedules.tsx'],
    as,
    at,
    routes: haveHandOver,
    opener: button('Run Month end now'),
    safe: 'Keep it',
    deeds: ['Run now'],
  },
  {
    name: 'Delete Month end?',
    files: ['hand-over/schedules.tsx'],
    as,
    at,
    routes: haveHandOver,
    opener: button('Delete Month end'),
    safe: 'Keep it',
    deeds: ['Delete'],
  },
];
