import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { sidewaysScroll } from '../support/a11y.ts';
import { useApp } from '../support/app.ts';
import { prepareDialogs } from '../support/dialog-fixtures.ts';
import { rows } from '../support/dialog-list.ts';
import { createDialogVisits, named } from '../support/dialog-visits.ts';
import { waitForIdle } from '../support/idle.ts';
import { noticeFaults } from '../support/large-text.ts';

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
  expect([await sidewaysScroll(page), await noticeFaults(page), await unreached(page)]).toEqual([
    0,
    [],
    [],
  ]);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1024, height: 900 });
});

/** Controls of the upper dialog that something covers when they are scrolled into sight. */
function unreached(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1);
    const controls = dialog?.querySelectorAll<HTMLElement>('a, button, input, select, textarea');
    return [...(controls ?? [])]
      .filter((control) => control.checkVisibility())
      .filter((control) => {
        control.scrollIntoView({ block: 'center' });
        const { left, top, width, height } = control.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined;
        return !(hit && (control.contains(hit) || label?.contains(hit)));
      })
      .map((control) => control.outerHTML.slice(0, 120));
  });
}
