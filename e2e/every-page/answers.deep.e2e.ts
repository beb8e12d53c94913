import { describe, it } from 'vitest';
import type { Page, Route } from 'playwright-core';
import { recoup, signedIn, useApp } from '../support/app.ts';
import { expect } from '../support/test.ts';
import { pageLists } from '../support/page-list.ts';

useApp();

const json = (status: number, code: string) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ code, message: 'Not now.' }),
});
/** What may come instead of an answer. */
const answers: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  'the page of a proxy': (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<html>Sign in</html>' }),
  'an error of the server': (route) => route.fulfill(json(500, 'internal')),
  'too many requests': (route) => route.fulfill(json(429, 'too_many_requests')),
  'a cut connection': (route) => route.abort('connectionreset'),
  'no answer': async () => {},
};
const roles = pageLists.filter(({ who }) => !['an auditor', 'a secretary'].includes(who));
/** It shows the answer to what is typed, and asks again with the next letter. */
const withoutRetry = ['/home/attorneys/add-posting-layout'];
/** Without a network it shows what the device keeps. */
const stored = ['/home/entries'];

describe.each(roles)('a page of $who', ({ as, pages }) => {
  it.each(Object.keys(answers))(
    'says what failed, with a way on: %s',
    { timeout: 240_000 },
    async (name) => {
      const { page } = await signedIn(as);
      if (name === 'no answer') await page.clock.install();
      const faults: string[] = [];
      for (const at of pages) {
        const asked = await answerAll(page, answers[name]);
        await page.goto(recoup.url + at);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        const fault = await faultOf(page, { asked, isLate: name === 'no answer' });
        const known: readonly string[] = fault === 'silence' ? stored : withoutRetry;
        if (fault !== '' && !known.includes(at)) faults.push(`${at}: ${fault}`);
        await page.unrouteAll();
      }
      expect(faults).toEqual([]);
    },
  );
});

/** All requests but those for the user; returns their addresses, but that of the menu's counts. */
async function answerAll(page: Page, answer?: (route: Route) => Promise<void>) {
  const requested = new Set<string>();
  await page.route('**/core/api/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.endsWith('/me')) return route.fallback();
    if (!pathname.endsWith('/overview')) requested.add(pathname);
    return answer?.(route);
  });
  return requested;
}

/** What the page lacks once its requests have failed, twice where that is worth a try. */
async function faultOf(
  page: Page,
  { asked, isLate }: { asked: ReadonlySet<string>; isLate: boolean },
): Promise<string> {
  let fault = '';
  for (let tries = 0; tries < 40; tries += 1) {
    if (isLate) await page.clock.runFor(31_000);
    fault = await page.evaluate((hasAsked) => {
      const shown = (selector: string) =>
        [...document.querySelectorAll<HTMLElement>(selector)].filter(
          (element) => element.offsetParent !== null,
        );
      if (document.body.innerText.includes('Unexpected token')) return 'words of a machine';
      // What the device keeps stays in sight while it is requested again.
      const isEmpty = ({ innerText }: HTMLElement) => innerText.length < 200;
      if (shown('[aria-busy="true"]').some(isEmpty)) return 'a skeleton without an end';
      if (!hasAsked) return '';
      const isSaid = shown('[role="alert"], [aria-busy="true"]').length > 0;
      const isRetry = shown('button').some(({ textContent }) => textContent?.trim() === 'Retry');
      if (!isSaid && !isRetry) return 'silence';
      return isRetry || shown('[aria-busy="true"]').length > 0 ? '' : 'no way on';
    }, asked.size > 0);
    // A page without requests may send some in a moment.
    if (fault === '' && (asked.size > 0 || tries > 3)) break;
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return fault;
}
