import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { deepIt } from '../support/deep.ts';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { signIn, visit } from '../support/browser.ts';
import { browser, recoup, useApp } from '../support/app.ts';
import { matter, options, save, touchable, typeDisbursement } from '../support/typed-entries.ts';
import { recordCall, type Recorded, callApi } from '../support/wire.ts';

useApp();

const attorney = demoAttorneys.thabo;

deepIt('shows the current entry when it is opened again after its correction', async () => {
  await recordCall(attorney, 'Opened again');
  const { page, end } = await visit(browser);
  await signIn(page, recoup.url, attorney);
  const line = page.getByRole('button', { name: /Opened again/ });
  for (const [before, after] of ['7 4', '4 12', '12 9'].map((pair) => pair.split(' '))) {
    await line.click();
    await expect.poll(() => page.getByLabel('Minutes').inputValue()).toBe(before);
    await page.getByLabel('Minutes').fill(after ?? '');
    await save(page).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  expect(await found('Opened again')).toMatchObject([{ minutes: 9 }]);
  await end();
});

deepIt(
  'sends the correction of an entry that was sent while the correction was typed',
  async () => {
    const { page, end } = await visit(browser, { width: 390 });
    await signIn(page, recoup.url, attorney);
    await page.route('**/core/api/entries', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await addDisbursement(page, 'Sent too early');
    await page.getByRole('button', { name: 'Correct' }).click();
    await page.getByLabel('Narration').fill('Sent in time');
    await page.unroute('**/core/api/entries');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect.poll(async () => (await found('Sent too early')).length).toBe(1);
    await page.getByText('Waiting for a connection').waitFor({ state: 'detached' });
    await save(page).click();
    await expect.poll(async () => (await found('Sent in time')).length).toBe(1);
    await end();
  },
);

it('saves by one press of mouse, finger or key while the list of matters is open', async () => {
  const { page, end } = await touchable();
  for (const by of ['mouse', 'finger', 'keyboard'] as const) {
    await saveOverList(page, by);
    await expect.poll(async () => (await found(`By ${by}`)).length).toBe(1);
  }
  await end();
});

async function saveOverList(page: Page, by: 'mouse' | 'finger' | 'keyboard'): Promise<void> {
  await typeDisbursement(page, `By ${by}`);
  await matter(page).click();
  await options(page).first().waitFor();
  if (by === 'mouse') await save(page).click();
  if (by === 'finger') await save(page).tap();
  if (by === 'keyboard') await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function addDisbursement(page: Page, narration: string): Promise<void> {
  await typeDisbursement(page, narration);
  await save(page).click();
  await page.getByText('Waiting for a connection').waitFor();
}

async function found(search: string): Promise<Recorded[]> {
  const query = new URLSearchParams({ page: '1', itemsPerPage: '5', search });
  return (await callApi<{ data: Recorded[] }>(demoFirmAdmins.lerato, 'GET', `/entries?${query}`))
    .data;
}
