import type { Page } from 'playwright-core';
import { expect } from './expect.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { callApi } from './wire.ts';
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
export const price = (page: Page) => page.getByRole('dialog').getByRole('status').first();

export async function typeCall(page: Page, narration: string): Promise<void> {
  await page.getByRole('button', { name: 'Add entry' }).click();
  await page.getByLabel('Disbursement type').selectOption('Call');
  await page.getByLabel('Minutes').fill('4');
  await page.getByRole('combobox', { name: 'Matter' }).fill('NP0001');
  await page.getByRole('option', { name: 'NP0001' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByLabel('Narration').fill(narration);
}

export async function amountOf(narration: string): Promise<number | undefined> {
  const address = `/entries?search=${encodeURIComponent(narration)}`;
  const { data } = await callApi<{ data: { amount: number }[] }>(
    demoFirmAdmins.lerato,
    'GET',
    address,
  );
  return data[0]?.amount;
}

export async function priced(page: Page, text: string): Promise<void> {
  await expect
    .poll(async () => (await price(page).innerText()).replaceAll('\u00A0', ' '))
    .toBe(text);
}
