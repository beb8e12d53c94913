import type { Page } from 'playwright-core';

export const close = (page: Page) => page.getByRole('region', { name: 'Close', exact: true });
export const closeButton = (page: Page) =>
  close(page).getByRole('button', { name: 'Close and export' });
export const override = (page: Page) => page.getByLabel('Reason to close all the same');
