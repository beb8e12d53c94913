import type { Page } from 'playwright-core';
import { recoup } from './app.ts';
import { expect } from './expect.ts';
import { choose, countsIn, fixture, uploadButton } from './import-page.ts';

/** Imports a file, and finds one of its matters on the matters page. */
export async function importAndFind(
  page: Page,
  name: string,
  number: string,
): Promise<{ rows: number; refused: number; cells: string[] }> {
  await choose(page, fixture(name));
  const [created = 0, updated = 0, unchanged = 0, refused = 0] = (
    await countsIn(page, 'Preview')
  ).map(Number);
  await uploadButton(page).click();
  await expect
    .poll(async () => (await countsIn(page, 'File upload Successful!')).slice(0, 3).map(Number))
    .toEqual([created, updated, unchanged]);
  return { rows: created + updated + unchanged, refused, cells: await matterCells(page, number) };
}

/** The cells of the one matter with this number. */
async function matterCells(page: Page, number: string): Promise<string[]> {
  await page.goto(`${recoup.url}/home/attorneys/matters?search=${number}`);
  const row = page.getByRole('row').filter({ hasText: number });
  await row.waitFor();
  const words = row.getByRole('cell').filter({ hasNot: page.getByRole('link') });
  return (await words.allInnerTexts()).map((cell) => cell.replaceAll(/\s+/g, ' ').trim());
}
