import type { Page } from 'playwright-core';
import { expect } from './expect.ts';
export const heads = (page: Page) =>
  page.getByRole('table', { name: 'Entries' }).getByRole('columnheader').allInnerTexts();
export const views = (page: Page) => page.getByRole('dialog', { name: 'Saved views' });
export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

export async function saveView(page: Page, name: string): Promise<void> {
  await press(page, 'Views');
  await views(page).getByLabel('Save what the list shows as').fill(name);
  await page.keyboard.press('Enter');
  await page.getByText(`View “${name}” saved.`).waitFor();
}

export async function hide(page: Page, title: string): Promise<void> {
  await press(page, 'Columns');
  await page.getByRole('dialog', { name: 'Columns' }).getByLabel(title).uncheck();
  await press(page, 'Save');
  await expect.poll(() => heads(page)).not.toContain(title);
}
