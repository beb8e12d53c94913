import type { Page } from 'playwright-core';
import { expect } from './test.ts';
import { callApi, recordCall } from './wire.ts';
import { notices } from './browser.ts';
import { demoAttorneys } from '../../apps/server/src/seeds/demo-people.ts';
import { signedIn } from './app.ts';

type As = { email: string; password: string };

export const undo = (page: Page) => notices(page).getByRole('button', { name: 'Undo' });

/** How many entries have this narration on the server. */
export async function countRecorded(as: As, narration: string): Promise<number> {
  const search = encodeURIComponent(narration);
  const { count } = await callApi<{ count: number }>(as, 'GET', `/entries?search=${search}`);
  return count;
}

/** Opens the attorney's entry and deletes it; its line goes at once. */
export async function deleteOwn(page: Page, narration: string): Promise<void> {
  const line = page.getByRole('button', { name: new RegExp(narration) });
  await line.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await line.waitFor({ state: 'detached' });
}

/** Addresses and methods of the entries' calls that change something. */
export function watchWrites(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (/\/core\/api\/entries\b/.test(request.url()) && request.method() !== 'GET')
      seen.push(request.method());
  });
  return seen;
}

/** The ten seconds pass. `page.clock` is installed. */
export async function passTime(page: Page): Promise<void> {
  // Time rests while the pointer is on a notice.
  await page.mouse.move(0, 0);
  await page.clock.fastForward(10_500);
}

/** Nothing was sent in a whole second of the page. */
export async function expectUnsent(writes: readonly string[], page: Page): Promise<void> {
  await page.clock.runFor(1_000);
  expect(writes).toEqual([]);
}

const { thabo } = demoAttorneys;
export const line = (page: Page, narration: string) =>
  page.getByRole('button', { name: new RegExp(narration) });

/** The attorney's page with a call of this narration. */
export async function withCall(narration: string, width = 390) {
  const recorded = await recordCall(thabo, narration);
  const seen = await signedIn(thabo, undefined, { width, hasClock: true });
  await line(seen.page, narration).waitFor();
  return { ...seen, recorded, writes: watchWrites(seen.page) };
}
