import { beforeAll, expect, it } from 'vitest';
import { sidewaysScroll } from '../support/a11y.ts';
import { useApp } from '../support/app.ts';
import { rows } from '../support/dialog-list.ts';
import { createDialogVisits, named, prepareDialogs } from '../support/dialog-visits.ts';
import { waitForIdle } from '../support/idle.ts';
import { noticeFaults } from '../support/large-text.ts';
import { controlsOutOfReach } from '../support/reach.ts';

useApp();
const { begin } = createDialogVisits();
beforeAll(prepareDialogs);

// A window of 1280 × 1024 pixels at a zoom of 400 %.
it.each(rows)('reaches all of “$name” at 400 % zoom by scrolling down', async (row) => {
  const page = await begin(row);
  await page.setViewportSize({ width: 320, height: 256 });
  await row.opener(page).press('Enter');
  await named(page, row).waitFor();
  await waitForIdle(page);
  expect([
    await sidewaysScroll(page),
    await noticeFaults(page),
    await controlsOutOfReach(page),
  ]).toEqual([0, [], []]);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1024, height: 900 });
});
