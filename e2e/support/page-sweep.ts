import type { Page } from 'playwright-core';
import { openWindow, recoup } from './app.ts';
import { expect } from './test.ts';
import { signIn, waitForIdle } from './browser.ts';
import { recordMoves } from './layout-shift.ts';

export type Tour = {
  /** Without it the visitor is signed out. */
  as?: { email: string; password: string };
  pages: readonly string[];
  /** A link opens what needs an id. */
  links: readonly { on: string; name: RegExp | undefined }[];
  /** Long names by the page that shows them. */
  names?: Readonly<Record<string, string>>;
};

/** Reads the faults of the page at this address, which it opens. */
export type Look = (page: Page, place: string) => Promise<string[]>;

/** Addresses without a page of their own. */
const redirects = ['/home', '/home/attorneys', '/home/add-attorney'];

/** Takes a look at each page of a role, also at those behind its links: the faults by page. */
export async function sweep({ as, pages, links }: Tour, look: Look): Promise<object> {
  const { page, consoleErrors, end } = await openWindow();
  await recordMoves(page);
  const found: Record<string, string[]> = {};
  let told = 0;
  const note = (place: string, faults: readonly string[]): void => {
    const all = [...faults, ...consoleErrors.slice(told)];
    told = consoleErrors.length;
    if (all.length > 0) found[place] = all;
  };
  await (as ? signIn(page, recoup.url, as) : open(page, '/'));
  for (const place of as ? redirects : []) await open(page, place);
  note('redirects', []);
  const places = [...pages, ...links.filter(({ name }) => !name).map(({ on }) => on)];
  for (const place of places) {
    // A page without a title, for example, never is at rest.
    note(place, await look(page, place).catch((error: unknown) => [String(error)]));
    for (const { on, name } of links)
      if (on === place && name) places.push(await addressOfLink(page, name));
  }
  await end();
  return found;
}

export async function open(page: Page, place: string): Promise<void> {
  await page.goto(recoup.url + place);
  await waitForIdle(page);
}

async function addressOfLink(page: Page, name: RegExp): Promise<string> {
  // In the closed menu of a row too.
  const link = page.getByRole('link', { name, includeHidden: true }).first();
  await expect(link).toHaveAttribute('href', /^\/home\//);
  return (await link.getAttribute('href')) ?? '';
}
