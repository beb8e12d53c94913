import type { Page } from 'playwright-core';
import { afterAll, afterEach } from 'vitest';
import { browser, recoup } from './app.ts';
import { signIn, type Visit, visit as visitIn } from './browser.ts';
import { expect } from './expect.ts';

type As = { email: string; password: string };

/**
 * One visit for the cases of a file: a profile and a sign-in cost as much as two pages. Each case
 * loads its own address in a window of its own width, and leaves the console empty.
 */
export function useVisit(as: As, usualWidth = 1440): (at: string, width?: number) => Promise<Page> {
  let visit: Visit | undefined;
  let told = 0;
  afterEach(async () => {
    if (!visit) return;
    await visit.page.unrouteAll({ behavior: 'ignoreErrors' });
    const errors = visit.consoleErrors.slice(told);
    told = visit.consoleErrors.length;
    expect(errors).toEqual([]);
  });
  afterAll(async () => visit?.end());
  return async (at, width = usualWidth) => {
    if (!visit) {
      visit = await visitIn(browser, { width });
      await signIn(visit.page, recoup.url, as, at);
      await visit.page.getByRole('heading', { level: 1 }).waitFor();
      return visit.page;
    }
    const { page } = visit;
    await page.setViewportSize({ width, height: width < 640 ? 844 : 900 });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(recoup.url + at);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };
}
