import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsByViewport } from '../support/a11y.ts';
import { signIn, visit } from '../support/browser.ts';
import { waitForIdle } from '../support/idle.ts';
import { markupFaults } from '../support/markup.ts';
import { asAdmin, browser, recoup, useApp } from '../support/app.ts';
import { pageLists } from '../support/page-list.ts';

useApp();

/** Addresses without a page of their own. */
const redirects = ['/', '/home', '/home/attorneys', '/home/add-attorney'];

it('shows the sign-in page without errors', async () => {
  const { page, consoleErrors, end } = await visit(browser);
  await open(page, '/');
  for (const place of ['/logon', '/guide', '/nowhere']) {
    await open(page, place);
    expect([...(await markupFaults(page)), ...(await a11yViolationsByViewport(page))]).toEqual([]);
  }
  expect(consoleErrors).toEqual([]);
  await end();
});

it.each(pageLists)(
  'shows $who every page without accessibility, markup or console errors or sideways scroll',
  async ({ as, pages, links }) => {
    const { page, consoleErrors, end } = await visit(browser);
    await signIn(page, recoup.url, as);
    const found: Record<string, string[]> = {};
    const note = async (place: string): Promise<void> => {
      const seen = [...(await markupFaults(page)), ...(await a11yViolationsByViewport(page))];
      if (seen.length > 0) found[place] = seen;
    };
    for (const place of redirects) await open(page, place);
    for (const place of pages) {
      await open(page, place);
      await note(place);
    }
    for (const { on, name } of links) {
      await open(page, on);
      if (name) await follow(page, name);
      await note(`${on} ${String(name)}`);
    }
    expect(found).toEqual({});
    expect(consoleErrors).toEqual([]);
    await end();
  },
  240_000,
);

it.each([
  ['update-attorney?attorneyId=junk', 'There is no such attorney.', 'Go Back', 'attorney-list'],
  [
    'update-attorney?attorneyId=00000000-0000-7000-8000-000000000000',
    'There is no such attorney.',
    'Go Back',
    'attorney-list',
  ],
  ['export?exportId=junk', 'There is no such export.', 'Go Back', 'exports'],
] as const)('leads back from %s, which names nothing', async (address, message, back, list) => {
  const { page, end } = await asAdmin(`/home/attorneys/${address}`);
  await page.getByText(message).waitFor();
  expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
  await page.getByRole('link', { name: back }).click();
  await page.waitForURL(`**/${list}`);
  await end();
});

it('keeps the bars of the chart over their months when the window is resized', async () => {
  const { page, end } = await visit(browser);
  await signIn(page, recoup.url, demoFirmAdmins.lerato);
  await open(page, '/home/attorneys/overview');
  const bars = page.getByRole('img', { name: /^Recoveries of / });
  await bars.waitFor();
  const farthest = async () => {
    const months = await bars.locator('.visx-axis-bottom text').evaluateAll(middles);
    const places = await bars.locator('.visx-bar').evaluateAll(middles);
    return months.length === 13
      ? Math.max(...months.map((month, index) => Math.abs(month - (places[index] ?? 0))))
      : undefined;
  };
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await waitForIdle(page);
    await expect.poll(farthest).toBeLessThan(1);
  }
  await end();
});

const middles = (all: Element[]): number[] =>
  all.map((each) => {
    const { left, width } = each.getBoundingClientRect();
    return left + width / 2;
  });

async function open(page: Page, place: string): Promise<void> {
  await page.goto(recoup.url + place);
  await waitForIdle(page);
}

async function follow(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('link', { name }).first().click();
  await page.waitForURL((url) => /\/(?:update-|add-|statement$)/.test(url.pathname));
  await waitForIdle(page);
}
