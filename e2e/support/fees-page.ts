import type { Page } from 'playwright-core';
export const cell = (page: Page, name: RegExp) =>
  page.getByRole('gridcell').getByRole('button', { name });
export const dialogOf = (page: Page) => page.getByRole('dialog');
