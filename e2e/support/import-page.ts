import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { recoup } from './app.ts';

export const fixture = (name: string) =>
  fileURLToPath(new URL(`../../apps/server/src/matters/csv/fixtures/${name}`, import.meta.url));

export const csv = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

export const uploadButton = (page: Page) =>
  page.getByRole('button', { name: 'Upload', exact: true });
export const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });

export async function openImport(page: Page): Promise<void> {
  await page.goto(`${recoup.url}/home/attorneys/file-handler`);
}

export async function choose(page: Page, file: string | ReturnType<typeof csv>): Promise<void> {
  await page.getByLabel('Matter File Upload').setInputFiles(file);
}

/** Counts as the page shows them: ['250', '0', ...]. */
export async function countsIn(
  page: Page,
  text: 'Preview' | 'File upload Successful!',
): Promise<string[]> {
  const place =
    text === 'Preview' ? preview(page) : page.getByRole('status').filter({ hasText: text });
  await place.locator('dd').first().waitFor();
  return place.locator('dd').allInnerTexts();
}
