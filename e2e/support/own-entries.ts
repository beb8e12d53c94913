import type { Page } from 'playwright-core';
import { demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { callApi, type Recorded } from './wire.ts';

export const attorney = demoAttorneys.thabo;
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
export const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' });

export async function typeCall(
  page: Page,
  { minutes, narration }: { minutes: string; narration: string },
): Promise<void> {
  await page.getByLabel('Minutes').fill(minutes);
  await chooseMatter(page);
  await page.getByLabel('Narration').fill(narration);
}

export async function chooseMatter(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Matter' }).fill('NP0001');
  await page.getByRole('option', { name: 'NP0001' }).waitFor();
  await page.keyboard.press('Enter');
}

export async function startAndStop(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start call' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('dialog', { name: 'Save the call' }).waitFor();
}

export async function recorded(narration: string): Promise<(Recorded & { amount: number })[]> {
  const address = `/entries?search=${encodeURIComponent(narration)}`;
  return (await callApi<{ data: (Recorded & { amount: number })[] }>(attorney, 'GET', address))
    .data;
}
