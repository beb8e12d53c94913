import type { Locator, Page } from 'playwright-core';

export async function openSettings(page: Page, layout: string): Promise<Locator> {
  await page.getByRole('button', { name: `Settings of ${layout}` }).click();
  const form = page.getByRole('form', { name: `Settings of ${layout}` });
  await form.getByRole('button', { name: 'Save settings' }).waitFor();
  return form;
}
