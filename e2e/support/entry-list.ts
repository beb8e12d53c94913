import type { Page } from 'playwright-core';
export const rows = (page: Page) =>
  page.getByRole('table', { name: 'Entries' }).locator('tbody tr');
export const search = (page: Page) =>
  page.getByRole('combobox', { name: 'Search matter, client or narration' });
export const options = (page: Page) =>
  page.getByRole('listbox', { name: 'Matters' }).getByRole('option');
export const chips = (page: Page) =>
  page.getByRole('list', { name: 'Filters' }).getByRole('button');
export const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
