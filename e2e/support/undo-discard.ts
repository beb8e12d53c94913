import type { Page } from 'playwright-core';
import { expect } from './expect.ts';
import { demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { browser, recoup } from './app.ts';
import { signIn, visit } from './browser.ts';
import { countRecorded } from './undo.ts';

const { thabo } = demoAttorneys;
export const unsaved = (page: Page) => page.getByText(/^Unsaved call: /);
export const discard = (page: Page) => page.getByRole('button', { name: 'Discard', exact: true });
export const unsent = (page: Page) => page.getByRole('region', { name: 'Not sent yet' });

export async function asAttorney() {
  const seen = await visit(browser, { width: 390 });
  await signIn(seen.page, recoup.url, thabo);
  return seen;
}

export async function stopCall(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start call' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await unsaved(page).waitFor();
}

/** The server has it, and its answer is lost. */
export async function addUnanswered(page: Page, narration: string): Promise<void> {
  await page.route('**/core/api/entries', async (route) => {
    if (route.request().method() === 'POST') await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Add entry' }).click();
  await page.getByRole('combobox', { name: 'Matter' }).fill('NP');
  await page.getByRole('option').first().click();
  await page.getByLabel('Unit price (R)').fill('12.50');
  await page.getByLabel('Narration').fill(narration);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await unsent(page).waitFor();
  await expect.poll(() => countRecorded(thabo, narration)).toBe(1);
}
