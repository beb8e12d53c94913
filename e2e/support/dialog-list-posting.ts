import { newId } from '@recoup/contract/core/ids';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import type { Row } from './dialog-row.ts';
import { systemAdmin } from './recoup.ts';
import { callApi } from './wire.ts';

const { lerato } = demoFirmAdmins;

export const postingRows: readonly Row[] = [
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
    opener: (page) => page.getByRole('button', { name: /^Delete Old journal / }).first(),
    safe: 'Keep it',
    deeds: ['Delete layout'],
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
    opener: (page) => page.getByRole('button', { name: 'Add rate' }),
    safe: 'Cancel',
    deeds: ['Add for all firms'],
  },
];
