import type { Page } from 'playwright-core';
import { beforeAll, it } from 'vitest';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { asAdmin, browser, openWindow, recoup, useApp } from '../support/app.ts';
import { signIn, type Visit, waitForFrame, waitForIdle } from '../support/browser.ts';
import { countDrawings, measureWork } from '../support/drawing.ts';
import { holdRequests } from '../support/network.ts';
import { open } from '../support/page-sweep.ts';
import { expect } from '../support/test.ts';

// Drawings for an act of the user: counted, so that no slow machine matters.
useApp();
let page: Page;
beforeAll(async () => {
  ({ page } = await asAdmin());
  await countDrawings(page);
});

it('draws the box of a selected row again, and not the rows', async () => {
  await openList('/home/attorneys/entries?size=50');
  const boxes = page.getByRole('checkbox', { name: /^Select: / });
  await boxes.first().check();
  const { drawings } = await measureWork(browser, page, async () => {
    await boxes.nth(1).check();
    await expect(page.getByText('2 selected')).toBeVisible();
  });
  expect(Math.max(0, ...drawings)).toBeLessThan(await boxes.count());
});

it('draws a list twice for its next page: once it is asked for, and once it is there', async () => {
  await openList('/home/attorneys/entries?size=5');
  const { drawings } = await measureWork(browser, page, async () => {
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText(/^6–10 of /).first()).toBeVisible();
    await waitForIdle(page);
  });
  expect(drawings).toHaveLength(2);
});

it('draws another page of the menu once, and not the page that is left', async () => {
  await openList('/home/attorneys/matters');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const lead = async (name: string) => {
    await menu.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  };
  await lead('Entries');
  await waitForIdle(page);
  const answer = await holdRequests(page, '**/core/api/**');
  const { drawings } = await measureWork(browser, page, async () => lead('Matters'));
  answer();
  expect(drawings).toHaveLength(1);
});

it('leaves the rows as they are while another order of them is awaited', async () => {
  const few = await drawnInWaiting(5);
  const many = await drawnInWaiting(50);
  expect(many - few).toBeLessThan(45);
});

it.each([
  ['the palette', async () => page.keyboard.press('Control+k')],
  ['a dialog', async () => page.locator('[data-cell="1 1"]').click()],
] as const)('opens and closes %s without restyling the page below it', async (_, act) => {
  await openList('/home/attorneys/fees');
  // Parts that come on demand.
  await act();
  await closeDialog();
  const elements = await page.locator('body *').count();
  const { stylePasses } = await measureWork(browser, page, async () => {
    await act();
    await expect(page.getByRole('dialog')).toBeVisible();
    await closeDialog();
  });
  expect(Math.max(...stylePasses)).toBeLessThan(elements / 2);
});

it('draws month end in two pieces on the first page of a visit alone', async () => {
  const { page: own } = await openMonthEnd(noteFirstPanels, 1440);
  const close = own.getByRole('region', { name: 'Close', exact: true });
  await close.waitFor();
  const first = ['Month', 'Exceptions of the month', 'Exceptions'];
  expect(await own.evaluate(() => Reflect.get(globalThis, 'firstPanels'))).toEqual(first);
  await waitForIdle(own);
  await close.scrollIntoViewIfNeeded();
  const place = await own.evaluate(() => scrollY);
  await own.getByRole('link', { name: 'Entries', exact: true }).first().press('Enter');
  await own.getByRole('heading', { level: 1, name: 'Entries' }).waitFor();
  await own.goBack();
  await close.waitFor();
  // Scrolled there as the page was drawn, so all of it was there.
  expect([place > 0, await own.evaluate(() => scrollY)]).toEqual([true, place]);
});

it('scrolls to a step of month end that is pressed before its part is drawn', async () => {
  const { page: own } = await openMonthEnd(pressPeople);
  await expect(own.getByRole('heading', { name: '2. People' })).toBeInViewport();
  expect(new URL(own.url()).hash).toBe('#people');
});

it('scrolls back to where month end was before it is loaded again', async () => {
  const { page: own } = await openMonthEnd(() => undefined);
  const people = own.getByRole('heading', { name: '2. People' });
  await people.waitFor();
  await waitForIdle(own);
  await people.evaluate((heading) => heading.scrollIntoView());
  const place = await own.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(0);
  await own.reload();
  await people.waitFor();
  await expect.poll(() => own.evaluate(() => scrollY)).toBe(place);
});

it('draws a page once more for its user only if the answer differs from the copy', async () => {
  await openList('/home/attorneys/matters');
  const answer = await holdRequests(page, '**/core/api/me');
  const counts = page.waitForResponse('**/core/api/overview');
  await page.reload();
  await waitForFrame(page);
  await page
    .getByRole('link', { name: /^Statement/ })
    .first()
    .waitFor();
  await (await counts).finished();
  const { drawings } = await measureWork(browser, page, async () => {
    answer();
    await waitForIdle(page);
  });
  expect(drawings).toEqual([]);
});

it('moves a list that waits by one animation, however many rows it has', async () => {
  const answer = await holdRequests(page, '**/core/api/entries?*');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(`${recoup.url}/home/attorneys/entries?size=100`);
  const table = page.getByRole('table', { name: 'Entries' });
  await expect(table).toHaveAttribute('aria-busy', 'true');
  expect(await table.evaluate((each) => each.getAnimations({ subtree: true }).length)).toBe(1);
  answer();
});

/** Opens month end by its address, with a script of the page. */
async function openMonthEnd(script: () => void, width = 390): Promise<Visit> {
  const visit = await openWindow({ width });
  await visit.page.addInitScript(script);
  await signIn(visit.page, recoup.url, demoFirmAdmins.lerato, '/home/attorneys/month-end');
  return visit;
}

/** Presses the second step as soon as it is there. */
function pressPeople(): void {
  const observer = new MutationObserver(() => {
    const link = document.querySelector<HTMLElement>('a[href$="#people"]');
    if (link === null) return;
    observer.disconnect();
    link.click();
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Runs in the page: notes the panels that are drawn together with the exceptions. */
function noteFirstPanels(): void {
  const observer = new MutationObserver(() => {
    const panels = [...document.querySelectorAll('main section[aria-label]')];
    const names = panels.map((panel) => panel.getAttribute('aria-label') ?? '');
    if (!names.includes('Exceptions of the month')) return;
    Object.assign(globalThis, { firstPanels: names });
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** How many components are drawn while so many entries in another order are on their way. */
async function drawnInWaiting(size: number): Promise<number> {
  await openList(`/home/attorneys/entries?size=${size}`);
  const answer = await holdRequests(page, '**/core/api/entries?*');
  const { drawings } = await measureWork(browser, page, async () => {
    await page.getByRole('columnheader').getByRole('button').first().click();
    await expect(page.getByRole('table', { name: 'Entries' })).toHaveAttribute('aria-busy', 'true');
  });
  answer();
  return drawings.reduce((sum, count) => sum + count, 0);
}

async function openList(address: string): Promise<void> {
  await open(page, address);
  await waitForIdle(page);
}

async function closeDialog(): Promise<void> {
  await expect(page.getByRole('dialog')).toBeVisible();
  await waitForIdle(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
