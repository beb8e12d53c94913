import type { Page } from 'playwright-core';

export const notice = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).waitFor();
export const dialog = (page: Page) => page.getByRole('dialog');
export const links = (page: Page) => dialog(page).getByRole('list', { name: 'Corrections' });
