import type { Page } from 'playwright-core';

export async function chooseMatter(page: Page, search: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Matter' }).fill(search);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
}
