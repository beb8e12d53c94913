import type { Locator, Page } from 'playwright-core';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import type { Form } from './form-row.ts';

const { anneke } = demoFirmAdmins;
const auditors = '/home/attorneys/auditors';

/** In the order of the router. */
export const auditorForms: readonly Form[] = [
  {
    page: 'add-auditor',
    form: 'a new auditor',
    as: anneke,
    at: auditors,
    open: async (page) => page.getByRole('link', { name: 'Add auditor' }).first().click(),
    field: nameField,
  },
  {
    page: 'update-auditor',
    form: 'an auditor',
    as: anneke,
    at: auditors,
    open: async (page) => page.getByRole('link', { name: 'Edit Gillian Sharp' }).click(),
    field: nameField,
  },
];

/** Not the search of the list before it, whose label has the word too. */
function nameField(page: Page): Locator {
  return page.getByLabel(/^Name/);
}
