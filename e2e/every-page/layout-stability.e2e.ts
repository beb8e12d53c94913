import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { launch, signIn, visit } from '../support/browser.ts';
import { waitForIdle } from '../support/idle.ts';
import { browser, recoup, useApp } from '../support/app.ts';
import { pageLists } from '../support/page-list.ts';

useApp();

const widths = [1440, 390];
/**
 * Drawn before it is known who stands there: on a phone the name in the bar makes room for the
 * role.
 */
const shut = '/home/unauthorized';

it.each(pageLists.flatMap((tour) => widths.map((width) => ({ ...tour, width }))))(
  'moves nothing that $who already sees when the data arrives ($width pixels)',
  async ({ as, pages, width }) => {
    const { page, end } = await visit(browser, { width });
    await page.addInitScript(noteMoves);
    await signIn(page, recoup.url, as);
    await answerAfterAFrame(page);
    const moved: Record<string, string[]> = {};
    for (const place of pages.filter((each) => each !== shut)) {
      await page.goto(recoup.url + place);
      await waitForIdle(page);
      const moves = await page.evaluate(() => window.moves);
      if (moves.length > 0) moved[place] = moves;
    }
    expect(moved).toEqual({});
    await end();
  },
);

it('keeps the bar in place on short and long pages and behind dialogs', async () => {
  const desktop = await launch({ isWhole: true });
  const { page } = await visit(desktop);
  await signIn(page, recoup.url, demoFirmAdmins.lerato, '/home/attorneys/update-cell');
  const seen: Record<string, unknown>[] = [];
  const look = async () => seen.push(await page.evaluate(placeOfBar));
  for (const place of ['update-cell', 'file-handler']) {
    await page.goto(`${recoup.url}/home/attorneys/${place}`);
    await waitForIdle(page);
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
  await desktop.close();
});

it.each(['light', 'dark'] as const)(
  'dims the gutter of the scrollbar with the page behind a dialog (%s)',
  async (colorScheme) => {
    const desktop = await launch({ isWhole: true });
    const { page } = await visit(desktop, { colorScheme });
    await signIn(page, recoup.url, demoFirmAdmins.lerato, '/home/attorneys/update-cell');
    await waitForIdle(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    const [beside, gutter] = await coloursOf(page, [
      { x: 1440 - 30, y: 800 },
      { x: 1440 - 8, y: 800 },
    ]);
    // The overlay is blended by the graphics system, the gutter by CSS, which round each in their
    // own way.
    for (const [index, part] of (beside ?? []).entries())
      expect(Math.abs(part - (gutter?.[index] ?? Infinity))).toBeLessThan(3);
    await desktop.close();
  },
);

it('lines up the fields of an entry and the prices below it on a touch screen', async () => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await signIn(page, recoup.url, demoAttorneys.thabo, '/home/entries');
  const edge = async (name: string) => (await page.getByRole('region', { name }).boundingBox())?.x;
  const prices = page.getByRole('region', { name: 'My prices' });
  await prices.waitFor();
  const ground = (region: Element) =>
    getComputedStyle(region).backgroundColor + getComputedStyle(region).paddingInlineStart;
  expect(await prices.evaluate(ground)).toBe(
    await page.getByRole('region', { name: 'Recorded entries' }).evaluate(ground),
  );
  expect(await edge('My prices')).toBe(await edge('Recorded entries'));
  await page.getByRole('button', { name: 'Add entry' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Disbursement type').selectOption('Call');
  const heights = await Promise.all(
    ['Minutes', 'Date', 'Disbursement type'].map(
      async (label) => (await dialog.getByLabel(label).boundingBox())?.height,
    ),
  );
  expect(new Set(heights).size).toBe(1);
  await context.close();
});

/** Red, green and blue of pixels of the window. */
async function coloursOf(
  page: Page,
  places: readonly { x: number; y: number }[],
): Promise<number[][]> {
  const picture = (await page.screenshot()).toString('base64');
  // The policy of the product's own page forbids what is done here.
  const blank = await page.context().newPage();
  return blank.evaluate(
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

it('opens a typed address at its top, and restores the scroll position on Back', async () => {
  const { page, end } = await visit(browser, { width: 390 });
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
    expect([query, await scrolled()]).toEqual([query, 0]);
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
  await end();
});

/** Each answer comes after the page has drawn what it shows until then. */
async function answerAfterAFrame(page: Page): Promise<void> {
  await page.route('**/core/api/**', async (route) => {
    // The page may be left before the answer comes.
    await page
      .evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
      .catch(() => undefined);
    await route.continue().catch(() => undefined);
  });
}

declare global {
  interface Window {
    moves: string[];
  }
  /** https://wicg.github.io/layout-instability/ */
  interface PerformanceEntry {
    sources?: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  }
}

/**
 * Runs in the page: what moved without an action of the user.
 */
function noteMoves(): void {
  window.moves = [];
  const say = ({
    node,
    previousRect,
    currentRect,
  }: NonNullable<PerformanceEntry['sources']>[number]): string =>
    `${node?.nodeName} “${node?.textContent?.slice(0, 30)}” ` +
    `from ${previousRect.y} to ${currentRect.y} pixels`;
  new PerformanceObserver((list) => {
    for (const { sources = [] } of list.getEntries()) window.moves.push(...sources.map(say));
  }).observe({ type: 'layout-shift', buffered: true });
}
