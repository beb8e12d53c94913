import { afterAll, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { deepIt, expect } from '../support/test.ts';
import { launch, signIn, visit, type Visit, waitForIdle } from '../support/browser.ts';
import { asAdmin, browser, openWindow, recoup, useApp } from '../support/app.ts';
import { confirmClosing } from '../support/closing.ts';
import { lastDayOfMonth } from '../support/days.ts';
import { holdNext, holdRequests } from '../support/network.ts';
import { open } from '../support/page-sweep.ts';

// `pages.e2e.ts` proves on every page that nothing moves when data arrives.
useApp();
/** With scrollbars that take room. */
let desktop: Browser | undefined;
afterAll(async () => desktop?.close());

it('keeps the bar in place on short and long pages and behind dialogs', async () => {
  const { page } = await onADesktop();
  const seen: Record<string, unknown>[] = [];
  const look = async () => seen.push(await page.evaluate(placeOfBar));
  for (const place of ['update-cell', 'file-handler']) {
    await open(page, `/home/attorneys/${place}`);
    await look();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await look();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  expect(seen.map(({ isLong }) => isLong)).toEqual([false, false, true, true]);
  const [{ isLong: _, ...first } = {}] = seen;
  expect(first).toMatchObject({ gutter: expect.any(Number) });
  expect(first.gutter).not.toBe(0);
  for (const { isLong: _long, ...place } of seen) expect(place).toEqual(first);
});

deepIt('dims the gutter of the scrollbar with the page behind a dialog', async () => {
  const { page } = await onADesktop();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-color-scheme="${colorScheme}"]`).waitFor();
    // The overlay is blended by the graphics system, the gutter by CSS, which round each in their
    // own way.
    await expect.poll(() => contrastOfGutter(page), colorScheme).toBeLessThan(3);
  }
});

it('lines up the fields of an entry and the prices below it on a touch screen', async () => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await signIn(page, recoup.url, demoAttorneys.thabo, '/home/entries');
  const region = (name: string) => page.getByRole('region', { name });
  const place = (name: string) => region(name).evaluate(placeOfRegion);
  await expect.poll(() => place('My prices')).toEqual(await place('Recorded entries'));
  await page.getByRole('button', { name: 'Add entry' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Disbursement type').selectOption('Call');
  const height = async (label: string) => (await dialog.getByLabel(label).boundingBox())?.height;
  for (const label of ['Minutes', 'Date'])
    await expect.poll(() => height(label), label).toBe(await height('Disbursement type'));
  await context.close();
});

it('keeps the place of the hand-over where nothing is new to close', async () => {
  const { page } = await asAdmin('/home/attorneys/suppliers');
  const held = await holdNext(page, 'POST', '**/core/api/exports');
  await page.goto(`${recoup.url}/home/attorneys/month-end?to=${lastDayOfMonth()}`);
  const step = page.getByRole('heading', { name: '4. Hand over' });
  const route = await held.route;
  await step.waitFor();
  const place = await step.evaluate(topOnPage);
  const json = { code: 'nothing_to_export', message: 'No disbursements to download.' };
  await route.fulfill({ status: 404, json });
  await expect(page.getByText(/^Nothing new up to /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close and export' })).toHaveCount(0);
  expect(await step.evaluate(topOnPage)).toBe(place);
});

it('has the focus at the closing until its files are there', async () => {
  const { page } = await asAdmin('/home/attorneys/month-end');
  const close = page.getByRole('button', { name: 'Close and export', disabled: false });
  await close.press('Enter');
  const answer = await holdRequests(page, '**/core/api/exports?*closing=true*');
  await confirmClosing(page).click();
  await expect(page.getByText(/^Nothing new up to /)).toBeVisible();
  await expect(page.locator(':focus')).toHaveText('3. Close');
  answer();
  await expect(page.locator(':focus')).toHaveText('4. Hand over');
});

deepIt('keeps the bars of the chart over their months when the window is resized', async () => {
  const { page } = await asAdmin('/home/attorneys/overview');
  const bars = page.getByRole('img', { name: /^Recoveries of / });
  const months = bars.locator('.visx-axis-bottom text');
  const farthest = async () => {
    const places = await bars.locator('.visx-bar').evaluateAll(middles);
    const labels = await months.evaluateAll(middles);
    return Math.max(...labels.map((month, index) => Math.abs(month - (places[index] ?? 0))));
  };
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(months).toHaveCount(13);
    await expect.poll(farthest, `at ${width} pixels`).toBeLessThan(1);
  }
});

const middles = (all: Element[]): number[] =>
  all.map((each) => {
    const { left, width } = each.getBoundingClientRect();
    return left + width / 2;
  });

/** A firm admin at a short page, in a browser whose scrollbars take room. */
async function onADesktop(): Promise<Visit> {
  desktop ??= await launch({ isWhole: true });
  const seen = await visit(desktop);
  await signIn(seen.page, recoup.url, demoFirmAdmins.lerato, '/home/attorneys/update-cell');
  await waitForIdle(seen.page);
  return seen;
}

/** The largest difference of a colour between the gutter and the page beside it. */
async function contrastOfGutter(page: Page): Promise<number> {
  const [beside = [], gutter = []] = await coloursOf(page, [
    { x: 1440 - 30, y: 800 },
    { x: 1440 - 8, y: 800 },
  ]);
  return Math.max(...beside.map((part, index) => Math.abs(part - (gutter[index] ?? Infinity))));
}

/** Red, green and blue of pixels of the window. */
async function coloursOf(
  page: Page,
  places: readonly { x: number; y: number }[],
): Promise<number[][]> {
  const picture = (await page.screenshot()).toString('base64');
  // The policy of the product's own page forbids what is done here.
  const blank = await page.context().newPage();
  const colours = await blank.evaluate(
    async ([png, points]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
      canvas?.drawImage(image, 0, 0);
      return points.map(({ x, y }) =>
        [...(canvas?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3),
      );
    },
    [picture, places] as const,
  );
  await blank.close();
  return colours;
}

function placeOfRegion(region: Element) {
  const { backgroundColor, paddingInlineStart } = getComputedStyle(region);
  return { left: region.getBoundingClientRect().x, backgroundColor, paddingInlineStart };
}

function placeOfBar() {
  const left = (element: Element | null) => element?.getBoundingClientRect().left;
  return {
    isLong: document.body.scrollHeight > window.innerHeight,
    gutter:
      window.innerWidth - (document.querySelector('header')?.getBoundingClientRect().width ?? 0),
    search: left(document.querySelector('header [aria-haspopup="dialog"]')),
    account: left(document.querySelector('header [aria-label^="Account of"]')),
    heading: left(document.querySelector('h1')),
  };
}

deepIt('opens a typed address at its top, and restores the scroll position on Back', async () => {
  const { page } = await openWindow({ width: 390 });
  const entries = `${recoup.url}/home/attorneys/entries`;
  await signIn(page, recoup.url, demoFirmAdmins.lerato, '/home/attorneys/entries');
  // The browser keeps the history entry of an address that is typed in twice.
  for (const address of [`${recoup.url}/home/attorneys/matters`, entries]) await page.goto(address);
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
  const scroll = async (to: number) => {
    await waitForIdle(page);
    await page.evaluate((top) => window.scrollTo(0, top), to);
    await expect.poll(scrolled).toBe(to);
  };
  await scroll(400);
  for (const query of ['?page=2', '?from=2020-01-01', '']) {
    await page.goto(entries + query);
    await waitForIdle(page);
    await expect.poll(scrolled, query).toBe(0);
  }
  await scroll(300);
  await page.reload();
  await waitForIdle(page);
  await expect.poll(scrolled).toBe(300);
  for (const steps of [1, 1, 1])
    await page
      .evaluate((by) => history.go(-by), steps)
      .then(() => page.waitForLoadState())
      .then(() => waitForIdle(page));
  await expect.poll(scrolled).toBe(400);
});

function topOnPage(element: Element): number {
  return element.getBoundingClientRect().top + scrollY;
}
