import type { Page } from 'playwright-core';
import { demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';

export const attorney = demoAttorneys.thabo;
export const panel = (page: Page) =>
  page.getByRole('region', { name: 'Before the month is closed' });
export const lines = (page: Page) => panel(page).getByRole('listitem');
export const acceptSelected = (page: Page) =>
  panel(page).getByRole('button', { name: 'Accept selected' });

export async function openPage(open: (at: string) => Promise<Page>, name: RegExp): Promise<Page> {
  const page = await open('/home/entries');
  await panel(page).getByText(name).waitFor();
  await panel(page).getByRole('button', { name: 'Show' }).click();
  return page;
}
