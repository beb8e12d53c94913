import type { Page } from 'playwright-core';
export const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Select: / });
export const bar = (page: Page) => page.getByRole('region', { name: 'Selected entries' });
export const dialog = (page: Page) => page.getByRole('dialog', { name: /^Correct \d+ entr/ });
export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

export async function chooseMatter(page: Page, text: string): Promise<void> {
  const field = dialog(page).getByRole('combobox', { name: 'Matter' });
  await field.fill(text);
  await dialog(page).getByRole('option').first().click();
}

export const rowWithNumbers = async (page: Page) =>
  page.getByRole('table', { name: 'Entries' }).locator('tbody tr').allTextContents();
