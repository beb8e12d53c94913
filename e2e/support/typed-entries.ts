import type { Page } from 'playwright-core';
import { demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { browser, recoup } from './app.ts';
import { signIn } from './browser.ts';

export const matter = (page: Page) => page.getByRole('combobox', { name: 'Matter' });
export const options = (page: Page) =>
  page.getByRole('listbox', { name: 'Matters' }).getByRole('option');
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

/** A phone of an attorney. */
export async function touchable() {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await signIn(page, recoup.url, demoAttorneys.thabo);
  return { page, end: () => context.close() };
}

export async function typeDisbursement(page: Page, narration: string): Promise<void> {
  await page.getByRole('button', { name: 'Add entry' }).click();
  await chooseFirst(page);
  await page.getByLabel('Unit price (R)').fill('12.50');
  await page.getByLabel('Narration').fill(narration);
}

async function chooseFirst(page: Page): Promise<void> {
  await matter(page).click();
  await options(page).first().click();
}
