import type { Locator, Page } from 'playwright-core';

export async function openCell(page: Page, name: RegExp): Promise<Locator> {
  await page.getByRole('gridcell').getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog', { name: /^Call: / });
  await dialog.getByText('Saved on').first().waitFor();
  return dialog;
}
