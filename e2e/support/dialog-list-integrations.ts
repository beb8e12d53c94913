import type { Page } from 'playwright-core';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import type { Row } from './dialog-row.ts';
import { pressIn } from './dialog-steps.ts';

const as = demoFirmAdmins.lerato;
const at = '/home/attorneys/integrations';
const button = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first();

/** As the server answers a firm that has a key, and makes another. */
async function haveKey(page: Page): Promise<void> {
  const key = {
    _id: '01890a5d-ac96-774b-bcce-b302099a8057',
    name: 'Nightly import',
    scopes: ['import'],
    createdBy: { _id: '01890a5d-ac96-774b-bcce-b302099a8058', name: as.name },
    createdAt: '2026-01-05T08:00:00.000Z',
    expiresAt: null,
    lastUsedAt: null,
    isWorking: true,
    whyNot: null,
  };
  await page.route('**/core/api/api-keys', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { data: [key], count: 1 } })
      : route.fulfill({
          status: 201,
          json: { data: { _id: key._id, key: `rk_${'k'.repeat(43)}` } },
        }),
  );
}

/** Dialogs of the page Integrations. */
export const integrationRows: readonly Row[] = [
  {
    name: 'Make an API key',
    files: ['api-keys/api-keys-panel.tsx'],
    as,
    at,
    opener: button('Make a key'),
    change: (dialog) => dialog.getByLabel('Name').fill('Nightly import'),
    read: (dialog) => dialog.getByLabel('Name').inputValue(),
    states: [
      pressIn('Make key'),
      async (dialog) => dialog.getByLabel('Ends').selectOption('day'),
      async (dialog) => dialog.getByLabel('Last day').waitFor(),
    ],
    deeds: ['Make key'],
  },
  {
    name: 'Your API key',
    files: ['ui/dialog/shown-once-dialog.tsx', 'api-keys/api-keys-panel.tsx'],
    as,
    at,
    routes: haveKey,
    prepare: async (page) => {
      await button('Make a key')(page).click();
      // It rests for a moment, against a second tap.
      await page.getByRole('button', { name: 'Make key', disabled: false }).waitFor();
    },
    opener: button('Make key'),
    deeds: ['Done'],
    isKept: true,
    isOnce: true,
  },
  {
    name: 'Delete Nightly import?',
    files: ['api-keys/api-keys-panel.tsx'],
    as,
    at,
    routes: haveKey,
    opener: button('Delete Nightly import'),
    safe: 'Cancel',
    deeds: ['Delete'],
  },
];
