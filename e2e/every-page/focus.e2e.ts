import { it } from 'vitest';
import type { Page } from 'playwright-core';
import { asAdmin, openWindow, recoup, useApp } from '../support/app.ts';
import { closeAndExport } from '../support/closing.ts';
import { pageLists } from '../support/page-list.ts';
import { open } from '../support/page-sweep.ts';
import { deepIt, expect } from '../support/test.ts';
import { signIn, waitForIdle } from '../support/browser.ts';
import { lasting } from '../support/lasting.ts';

useApp();

declare global {
  interface Window {
    /** How the calls of the page are answered. */
    answers: 'as usual' | 'later' | 'not now';
  }
}

type Role = { as: { email: string; password: string }; pages: readonly string[] };

/** The elements where the focus may be on a new page. */
const entrance = /^(?:H1|INPUT|SELECT|TEXTAREA)$/;

/** The walks begin on the page that they leave out. */
const beginning = '/home/update-password';

it.each(pageLists)(
  'has the focus of $who at the heading or first field of every page, also while data is awaited',
  async (tour) => expect(await faultsWhileWaiting(tour)).toEqual([]),
);

deepIt('keeps the focus near a removed column, fee row and form', async () => {
  const { page } = await asAdmin('/home/attorneys/add-posting-layout');
  await page.getByRole('button', { name: 'Remove Column 1' }).press('Enter');
  await expect.poll(() => focusIn(page)).not.toBe('BODY');

  await open(page, '/home/attorneys/attorney-list');
  await page.getByRole('link', { name: /^Edit Thabo/ }).click();
  await page.getByRole('button', { name: 'Edit Call' }).click();
  await page.getByRole('button', { name: 'Remove row 2' }).press('Enter');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null))
    .toBe(true);

  await open(page, '/home/attorneys/file-handler');
  await closeAndExport(page);
  await open(page, '/home/attorneys/exports');
  await page
    .getByRole('link', { name: /^Export \d/ })
    .first()
    .click();
  await page.getByLabel('Reason').fill('A matter was wrong');
  await page.getByRole('button', { name: /^Reopen export/ }).press('Enter');
  await page.getByRole('region', { name: 'Reopen' }).waitFor({ state: 'detached' });
  await expect.poll(() => focusIn(page)).toMatch(/^H[12]$/);
});

deepIt.each(pageLists)(
  'keeps the focus of $who on every page whose data could not be loaded, and after Retry',
  async (tour) => expect(await faultsWithRetries(tour)).toEqual([]),
);

/** Opens every page of a role: where the focus is lost before or after the data comes. */
async function faultsWhileWaiting({ as, pages }: Role): Promise<string[]> {
  const { page, end } = await start(as);
  const found: string[] = [];
  for (const place of placesOf(pages)) {
    await setAnswers(page, 'later');
    await goTo(page, place);
    found.push(...(await focusFaults(page, `${place}, waiting`, entrance)));
    await setAnswers(page, 'as usual');
    await waitForIdle(page);
    found.push(...(await focusFaults(page, place, entrance)));
  }
  await end();
  return found;
}

/** Opens every page of a role without its data: where the focus is lost, also after Retry. */
async function faultsWithRetries({ as, pages }: Role): Promise<string[]> {
  const { page, end } = await start(as);
  const found: string[] = [];
  for (const place of placesOf(pages)) {
    await setAnswers(page, 'not now');
    await goTo(page, place);
    await waitForIdle(page);
    found.push(...(await focusFaults(page, `${place}, without data`, entrance)));
    await setAnswers(page, 'as usual');
    const retry = page.getByRole('button', { name: 'Retry' });
    for (let left = await retry.count(); left > 0; left -= 1) {
      // A button that has just moved under the focus rests: its press was for another one.
      await expect(async () => {
        await retry.first().press('Enter');
        await expect.poll(() => retry.count(), { timeout: 1_000 }).toBeLessThan(left);
      }).toPass();
      found.push(...(await focusFaults(page, `${place}, after Retry`, /^(?!BODY)/)));
      left = Math.min(left, (await retry.count()) + 1);
    }
  }
  await end();
  return found;
}

function focusFaults(page: Page, place: string, allowed: RegExp): Promise<string[]> {
  return lasting(async () => {
    const element = await focusIn(page);
    return allowed.test(element) ? [] : [`${place}: ${element}`];
  });
}

/** The name of the element that has the focus. */
function focusIn(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.tagName ?? 'BODY');
}

function placesOf(pages: readonly string[]): string[] {
  return pages.filter((place) => place !== beginning);
}

async function start(as: Role['as']) {
  const seen = await openWindow();
  await seen.page.addInitScript(answerAsTold);
  await signIn(seen.page, recoup.url, as, beginning);
  await waitForIdle(seen.page);
  return seen;
}

/** In the page: a route of the browser's driver would turn its cache off. */
function answerAsTold(): void {
  const ask = window.fetch;
  window.answers = 'as usual';
  window.fetch = async (...request) => {
    while (window.answers === 'later') await new Promise(requestAnimationFrame);
    const isOfUser = new Request(...request).url.endsWith('/me');
    return window.answers === 'as usual' || isOfUser
      ? ask(...request)
      : Response.json({ message: 'Not now.' }, { status: 409 });
  };
}

async function setAnswers(page: Page, answers: Window['answers']): Promise<void> {
  await page.evaluate((value) => (window.answers = value), answers);
}

/** As Back and Forward do, without loading the document again. */
async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState({}, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, place);
  await page.waitForURL((url) => url.pathname === place);
  await expect(page.locator('[aria-label="Loading the page"]')).toHaveCount(0);
}
