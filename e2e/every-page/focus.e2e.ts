import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { asAdmin, browser, recoup, useApp } from '../support/app.ts';
import { signIn, visit } from '../support/browser.ts';
import { closeAndExport } from '../support/closing.ts';
import { createDialogVisits, named } from '../support/dialog-visits.ts';
import { prepareDialogs } from '../support/dialog-fixtures.ts';
import { rows } from '../support/dialog-list.ts';
import { waitForIdle } from '../support/idle.ts';
import { pageLists } from '../support/page-list.ts';

useApp();

/** Where the focus may be on a new page. */
const entrance = /: (?:H1|INPUT|SELECT|TEXTAREA)$/;

describe.each(pageLists)('the focus of $who', ({ as, pages }) => {
  const places = pages.filter((place) => place !== '/home/update-password');

  it('is at the heading or first field of every page, also while data is awaited', async () => {
    const { page, end } = await start(as);
    for (const place of places) {
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/core/api/**', async (route) => {
        await held;
        await route.continue();
      });
      await goTo(page, place);
      await expect.poll(async () => `${place}: ${await focusIn(page)}`).toMatch(entrance);
      release();
      await waitForIdle(page);
      expect(`${place}: ${await focusIn(page)}`).toMatch(entrance);
      await page.unrouteAll({ behavior: 'wait' });
    }
    await end();
  }, 120_000);

  it('stays on every page whose data could not be loaded, and after Retry', async () => {
    const { page, end } = await start(as);
    for (const place of places) {
      await page.route('**/core/api/**', (route) =>
        route.request().url().endsWith('/me')
          ? route.continue()
          : route.fulfill({ status: 409, json: { message: 'Not now.' } }),
      );
      await goTo(page, place);
      await waitForIdle(page);
      expect(`${place}: ${await focusIn(page)}`).toMatch(entrance);
      await page.unrouteAll({ behavior: 'wait' });
      const retry = page.getByRole('button', { name: 'Retry' });
      for (let left = await retry.count(); left > 0; left -= 1) {
        await retry.first().press('Enter');
        await expect.poll(() => retry.count()).toBeLessThan(left);
        await expect.poll(async () => `${place}: ${await focusIn(page)}`).not.toMatch(/BODY/);
        left = Math.min(left, (await retry.count()) + 1);
      }
    }
    await end();
  }, 120_000);
});

describe('the focus after a dialog', () => {
  const { begin, pageOf } = createDialogVisits();
  beforeAll(prepareDialogs);

  it.each(rows.filter(({ isOnce, isKept }) => !isOnce && !isKept))(
    'is at the opener of “$name”',
    async (row) => {
      const page = await begin(row);
      const opener = await row.opener(page).elementHandle();
      await row.opener(page).press('Enter');
      await named(page, row).waitFor();
      await expect
        .poll(() => pageOf(row).evaluate(() => document.activeElement?.closest('[role="dialog"]')))
        .not.toBeNull();
      // A dialog that waits for its record is replaced by the one with its fields.
      await waitForIdle(page);
      await page.keyboard.press('Escape');
      await named(page, row).waitFor({ state: 'detached' });
      await expect.poll(() => opener?.evaluate(isFocusedOrInMenu)).toBe(true);
    },
  );
});

it('keeps the focus near a removed column, fee row and form', async () => {
  const { page, end } = await asAdmin('/home/attorneys/add-posting-layout');
  await page.getByRole('button', { name: 'Remove Column 1' }).press('Enter');
  await expect.poll(() => focusIn(page)).not.toBe('BODY');

  await page.goto(`${recoup.url}/home/attorneys/attorney-list`);
  await page.getByRole('link', { name: /^Edit Thabo/ }).click();
  await page.getByRole('button', { name: 'Edit Call' }).click();
  await page.getByRole('button', { name: 'Remove row 2' }).press('Enter');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null))
    .toBe(true);

  await page.goto(`${recoup.url}/home/attorneys/file-handler`);
  await closeAndExport(page);
  await page.goto(`${recoup.url}/home/attorneys/exports`);
  await page
    .getByRole('link', { name: /^Export \d/ })
    .first()
    .click();
  await page.getByLabel('Reason').fill('A matter was wrong');
  await page.getByRole('button', { name: /^Reopen export/ }).press('Enter');
  await page.getByRole('region', { name: 'Reopen' }).waitFor({ state: 'detached' });
  await expect.poll(() => focusIn(page)).toMatch(/^H[12]$/);
  await end();
});

/** A menu has closed over its item, and its button has the focus. */
function isFocusedOrInMenu(opener: Element): boolean {
  const { activeElement } = document;
  const menuButton = opener.checkVisibility()
    ? null
    : opener.closest('[popover]')?.previousElementSibling;
  return activeElement === opener || (menuButton !== null && activeElement === menuButton);
}

/** Signed in, on a page that the walk leaves out. */
async function start(as: { email: string; password: string }) {
  const seen = await visit(browser);
  await signIn(seen.page, recoup.url, as, '/home/update-password');
  await waitForIdle(seen.page);
  return seen;
}

/** As Back and Forward do, without loading the document again. */
async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState({}, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, place);
  await page.waitForURL((url) => url.pathname === place);
  await expect
    .poll(() => page.evaluate(() => document.querySelector('[aria-label="Loading the page"]')))
    .toBeNull();
}

/** The name of the element that has the focus. */
function focusIn(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.tagName ?? 'BODY');
}
