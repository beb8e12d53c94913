import type { Page } from 'playwright-core';
import { browser, recoup } from './app.ts';
import { signIn, visit } from './browser.ts';
import { expect } from './expect.ts';
import { waitForIdle } from './idle.ts';
import { lasting } from './lasting.ts';

declare global {
  interface Window {
    /** How the calls of the page are answered. */
    answers: 'as usual' | 'later' | 'not now';
  }
}

type Role = { as: { email: string; password: string }; pages: readonly string[] };

/** The elements where the focus may be on a new page. */
const entrance = /^(?:H1|INPUT|SELECT|TEXTAREA)$/;

/** Opens every page of a role: where the focus is lost before or after the data comes. */
export async function faultsWhileWaiting({ as, pages }: Role): Promise<string[]> {
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
export async function faultsWithRetries({ as, pages }: Role): Promise<string[]> {
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
export function focusIn(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.tagName ?? 'BODY');
}

/** The walks begin on the page that they leave out. */
const beginning = '/home/update-password';

function placesOf(pages: readonly string[]): string[] {
  return pages.filter((place) => place !== beginning);
}

async function start(as: Role['as']) {
  const seen = await visit(browser);
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
