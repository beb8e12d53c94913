import { beforeAll, it } from 'vitest';
import type { Page } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolations, sidewaysScroll } from '../support/a11y.ts';
import { asAdmin, signedIn, useApp } from '../support/app.ts';
import { focused, tabTo } from '../support/keyboard.ts';
import { callApi } from '../support/wire.ts';
import { goOffline } from '../support/network.ts';
import { deepIt, expect } from '../support/test.ts';
import { notices } from '../support/browser.ts';

useApp();
const notice = (page: Page, text: string) => notices(page).getByText(text).waitFor();
const dialog = (page: Page) => page.getByRole('dialog');

beforeAll(async () => {
  const fileStream = 'Matter Number,Description\nCAP1,Transfer\nCAP2,Will\n';
  await callApi(demoFirmAdmins.lerato, 'POST', '/upload', { fileStream });
});

it('warns of a cap that an admin set, before and after recording, by keyboard alone', async () => {
  const admin = await asAdmin('/home/attorneys/matters?search=CAP1');
  await admin.page.getByRole('row', { name: /CAP1/ }).waitFor();
  await setCap(admin.page, '0');
  await dialog(admin.page).getByText('Must be above R 0.00.').waitFor();
  expect(await a11yViolations(admin.page)).toEqual([]);
  await admin.page.keyboard.press('Control+A');
  await admin.page.keyboard.type('40');
  await admin.page.keyboard.press('Enter');
  await notice(admin.page, 'Cap of CAP1: R 40.00.');
  await admin.page.getByText('R 0.00 of R 40.00').waitFor();
  await expect.poll(() => focused(admin.page)).toBe('Actions on CAP1');

  const { page, consoleErrors, end } = await signedIn(demoAttorneys.thabo, undefined, {
    width: 390,
  });
  await stopCall(page);
  await typeCall(page, '4');
  await dialog(page)
    .getByText('Cap of R 40.00: R 0.00 recorded, R 33.00 with this entry.')
    .waitFor();
  expect([await a11yViolations(page), await sidewaysScroll(page)]).toEqual([[], 0]);
  await page.keyboard.press('Enter');
  await notice(page, 'Matter CAP1 has reached 80 % of its cap: R 33.00 of R 40.00 recorded.');

  await page.getByRole('button', { name: /^CAP1/ }).press('Enter');
  await dialog(page).waitFor();
  await typeMinutes(page, '7');
  await dialog(page)
    .getByText('Cap of R 40.00: R 0.00 recorded, R 66.00 with this entry.')
    .waitFor();
  await page.keyboard.press('Enter');
  await notice(page, 'Matter CAP1 has reached 100 % of its cap: R 66.00 of R 40.00 recorded.');
  expect(consoleErrors).toEqual([]);
  await end();

  await admin.page.reload();
  await admin.page.getByText('165 %').waitFor();
  await setCap(admin.page, '400');
  await notice(admin.page, 'Cap of CAP1: R 400.00.');
  expect(admin.consoleErrors).toEqual([]);
});

deepIt('warns of an entry that was recorded without a network when it is sent', async () => {
  const admin = await asAdmin('/home/attorneys/matters?search=CAP2');
  await admin.page.getByRole('row', { name: /CAP2/ }).waitFor();
  await setCap(admin.page, '100000', 'CAP2');
  await notice(admin.page, 'Cap of CAP2: R 100 000.00.');
  const { page } = await signedIn(demoAttorneys.thabo, undefined, { width: 390 });
  const online = await goOffline(page);
  await stopCall(page);
  await typeCall(page, '4', 'CAP2');
  await page.keyboard.press('Enter');
  await page.getByText('Waiting for a connection').waitFor();
  await setCap(admin.page, '30', 'CAP2');
  await notice(admin.page, 'Cap of CAP2: R 30.00.');
  await online();
  await notice(page, 'Matter CAP2 has reached 100 % of its cap: R 33.00 of R 30.00 recorded.');
  await expect(page.getByText('Waiting for a connection')).toHaveCount(0);
});

deepIt('removes a cap, and keeps what was typed until it is given up', async () => {
  const { page } = await asAdmin('/home/attorneys/matters?search=CAP2', 390);
  await page.getByRole('button', { name: 'Actions on CAP2' }).click();
  await page.getByRole('button', { name: 'Set cap of CAP2' }).click();
  await dialog(page).getByLabel('Cap (R)').fill('77');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Remove cap' }).click();
  await notice(page, 'Cap of CAP2 removed.');
  await expect(page.getByText(/R 33.00 of R/)).toHaveCount(0);
  expect([await a11yViolations(page), await sidewaysScroll(page)]).toEqual([[], 0]);
});

async function setCap(page: Page, cap: string, matter = 'CAP1'): Promise<void> {
  await tabTo(page, `Actions on ${matter}`);
  await page.keyboard.press('Enter');
  await tabTo(page, `Set cap of ${matter}`);
  await page.keyboard.press('Enter');
  await dialog(page).waitFor();
  await expect.poll(() => focused(page)).toMatch(/^Cap \(R\)/);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(cap);
  await page.keyboard.press('Enter');
}

async function typeCall(page: Page, minutes: string, matter = 'CAP1'): Promise<void> {
  await expect.poll(() => focused(page)).toMatch(/^Matter/);
  await page.keyboard.type(matter);
  await page.getByRole('option', { name: matter }).waitFor();
  await page.keyboard.press('Enter');
  await typeMinutes(page, minutes);
}

async function typeMinutes(page: Page, minutes: string): Promise<void> {
  while (!(await focused(page)).startsWith('Minutes')) await page.keyboard.press('Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type(minutes);
}

async function stopCall(page: Page): Promise<void> {
  await tabTo(page, 'Start call');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await expect
    .poll(async () => {
      await page.keyboard.press('Enter');
      return dialog(page).count();
    })
    .toBe(1);
}
