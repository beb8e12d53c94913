import { newId } from '@recoup/contract/core/ids';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import type { Form } from './form-row.ts';

const { lerato, chantal } = demoFirmAdmins;

/** In the order of the router. */
export const postingForms: readonly Form[] = [
  {
    page: 'posting-layouts',
    form: 'the settings of a posting layout',
    as: chantal,
    at: '/home/attorneys/exports',
    open: async (page) => {
      await page
        .getByRole('link', { name: /^Export 1/ })
        .first()
        .click();
      await page.getByRole('link', { name: 'Posting layouts' }).first().click();
      await page.getByRole('button', { name: 'Settings of Xero manual journals' }).first().click();
    },
    field: (page) => page.getByLabel('Contra account'),
  },
  {
    page: 'add-posting-layout',
    form: 'a posting layout',
    as: lerato,
    at: '/home/attorneys/posting-layouts',
    open: async (page) => page.getByRole('link', { name: 'Copy Xero manual journals' }).click(),
    field: (page) => page.getByLabel('Name'),
  },
  {
    page: 'update-posting-layout',
    form: 'a posting layout',
    as: lerato,
    at: '/home/attorneys/posting-layouts',
    open: async (page) => {
      await page.getByRole('link', { name: 'Add layout' }).first().click();
      await page.getByLabel('Name').fill(`Layout ${newId()}`);
      await page.getByRole('button', { name: 'Save' }).first().click();
      await page
        .getByRole('link', { name: /^Edit Layout / })
        .first()
        .click();
    },
    field: (page) => page.getByLabel('Name'),
  },
];
