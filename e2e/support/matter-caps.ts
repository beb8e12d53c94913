import type { Page } from 'playwright-core';
import { expect } from './expect.ts';
import { focused, tabTo } from './keyboard.ts';

export const notice = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).waitFor();
export const dialog = (page: Page) => page.getByRole('dialog');

export async function setCap(page: Page, cap: string): Promise<void> {
  await tabTo(page, 'Set cap of CAP1');
  await page.keyboard.press('Enter');
  await dialog(page).waitFor();
  await expect.poll(() => focused(page)).toMatch(/^Cap \(R\)/);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(cap);
  await page.keyboard.press('Enter');
}

export async function typeCall(page: Page, minutes: string): Promise<void> {
  await expect.poll(() => focused(page)).toMatch(/^Matter/);
  await page.keyboard.type('CAP1');
  await page.getByRole('option', { name: 'CAP1' }).waitFor();
  await page.keyboard.press('Enter');
  await typeMinutes(page, minutes);
}

export async function typeMinutes(page: Page, minutes: string): Promise<void> {
  while (!(await focused(page)).startsWith('Minutes')) await page.keyboard.press('Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type(minutes);
}

export async function stopCall(page: Page): Promise<void> {
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
