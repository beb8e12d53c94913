import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, it } from 'vitest';
import { useApp } from './support/app.ts';
import { waitForIdle } from './support/browser.ts';
import { rows } from './support/dialog-list.ts';
import { createDialogVisits, inOrderOfPages, prepareDialogs } from './support/dialog-visits.ts';
import { pageLists, publicPages } from './support/page-list.ts';
import { open, sweep, type Tour } from './support/page-sweep.ts';
import { expect } from './support/test.ts';

// `npm run screenshots`: every page of every role and every dialog, to be looked at.
useApp();
beforeAll(prepareDialogs, 120_000);
const folder = process.env.PICTURES_TO ?? '.cache/screenshots';
const visits = createDialogVisits();

const sizes = [
  [1440, 900],
  [1366, 625],
  [1024, 768],
  [390, 844],
] as const;

it.each([...pageLists, publicPages])(
  'takes pictures of the pages of $who',
  async ({ who, ...tour }: Tour & { who: string }) => {
    const found = await sweep(tour, async (page, place) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await open(page, place);
      await takeLooks(page, `${who} ${place}`);
      return [];
    });
    expect(found).toEqual({});
  },
  900_000,
);

it.each(inOrderOfPages(rows))('takes pictures of the dialog $name', async (row) => {
  const page = await visits.begin(row);
  const dialog = await visits.open(row);
  await takeLooks(page, `dialog ${row.name}`);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
});

async function takeLooks(page: Page, name: string): Promise<void> {
  const stem = name.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 80);
  mkdirSync(folder, { recursive: true });
  for (const [width, height] of sizes)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await waitForIdle(page);
      await page.screenshot({ path: path.join(folder, `${stem}-${width}-${colorScheme}.png`) });
    }
  await page.setViewportSize({ width: 1440, height: 900 });
}
