import type { Page } from 'playwright-core';
import { exceptions } from './month-end.ts';
export const rows = (page: Page) =>
  exceptions(page).getByRole('row').filter({ hasText: 'Costs nothing' });
export const reason = (page: Page) => page.getByRole('dialog').getByLabel('Reason');
export const accept = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true });
