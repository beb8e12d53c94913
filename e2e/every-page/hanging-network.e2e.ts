import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { signedIn, useApp } from '../support/app.ts';
import { chooseMatter } from '../support/entries.ts';
import { expect } from '../support/test.ts';
import { logOut } from '../support/browser.ts';
import { countRecorded } from '../support/undo.ts';

useApp();

const attorney = demoAttorneys.thabo;

it('sends later entries after one whose answer never comes, each once', async () => {
  const { page } = await signedIn(attorney);
  await page.clock.install();
  await page.reload();
  let posts = 0;
  await page.route('**/core/api/entries', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    posts += 1;
    return posts === 1 ? undefined : route.continue();
  });
  await addEntry(page, 'The first one hangs');
  await expect.poll(() => posts).toBe(1);
  await addEntry(page, 'The second one waits');
  await expect(page.getByText('Waiting for a connection')).toHaveCount(2);
  await page.clock.runFor(61_000);
  await page.clock.runFor(16_000);
  for (const narration of ['The first one hangs', 'The second one waits'])
    await expect.poll(() => countRecorded(attorney, narration)).toBe(1);
});

it('signs out at once on a network that hangs', async () => {
  const { page } = await signedIn(attorney);
  let isAsked = false;
  await page.route('**/core/api/logout', () => void (isAsked = true));
  await logOut(page);
  await expect.poll(() => isAsked).toBe(true);
  expect(await page.evaluate(() => sessionStorage.getItem('token'))).toBeNull();
  await page.waitForURL('**/logon');
});

async function addEntry(page: Page, narration: string): Promise<void> {
  await page.getByRole('button', { name: 'Add entry' }).click();
  await chooseMatter(page, 'NP');
  await page.getByLabel('Quantity').fill('3');
  await page.getByLabel('Unit price (R)').fill('2,55');
  await page.getByLabel('Narration').fill(narration);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
