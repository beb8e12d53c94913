import type { Page } from 'playwright-core';
import { expect } from './test.ts';
import { demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { openWindow, recoup } from './app.ts';
import { signIn, type Visit } from './browser.ts';

export const attorney = demoAttorneys.thabo;

export async function asAttorney(at = recoup.url): Promise<Visit> {
  const seen = await openWindow({ width: 390 });
  await signIn(seen.page, at, attorney);
  await seen.page.waitForURL('**/home/entries');
  return seen;
}
export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();
export const timer = (page: Page) => page.getByRole('timer');

export async function isKeptOffline(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => caches.has('offline'))).toBe(true);
}

/** Shares a text with the installed app as a browser does, from no page of ours. */
export async function share(page: Page, text: string): Promise<void> {
  await isKeptOffline(page);
  await page.goto('about:blank');
  await page.setContent(
    `<form method="post" action="${recoup.url}/home/shared" enctype="multipart/form-data">
      <textarea name="text"></textarea><button>Share</button></form>`,
  );
  await page.locator('textarea').fill(text);
  await press(page, 'Share');
}
