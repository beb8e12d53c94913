import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { type csv, preview } from './import-page.ts';
export const fixture = (name: string) =>
  fileURLToPath(
    new URL(`../../apps/server/src/call-records/files/fixtures/${name}`, import.meta.url),
  );
export const importButton = (page: Page) =>
  page.getByRole('button', { name: 'Import', exact: true });
export const history = (page: Page) => page.getByRole('table', { name: 'Imports' });

export async function choose(page: Page, file: string | ReturnType<typeof csv>): Promise<void> {
  await page.getByLabel('File of calls').setInputFiles(file);
  await preview(page).waitFor();
}

/** As the page shows them: `{ 'New calls': '2' }`. */
export async function countsIn(page: Page, region: 'Preview' | 'Imported') {
  const groups = page.getByRole('region', { name: region }).locator('dl > div');
  await groups.first().waitFor();
  const texts = await groups.allInnerTexts();
  return Object.fromEntries(texts.map((text) => text.split(/\s*\n\s*/)));
}

export const cell = (page: Page, text: string) =>
  page.getByRole('cell', { name: text, exact: true });
