import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { asAdmin, browser, recoup, useApp } from '../support/app.ts';
import { signIn, visit } from '../support/browser.ts';
import { waitForIdle } from '../support/idle.ts';
import { pageLists } from '../support/page-list.ts';

useApp();

it.each(pageLists)('begins the title of every page of $who at one edge', async ({ as, pages }) => {
  const { page, end } = await visit(browser);
  await signIn(page, recoup.url, as);
  const edges = new Map<string, number>();
  for (const place of pages) {
    await page.goto(recoup.url + place);
    await waitForIdle(page);
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      edges.set(`${width} ${place}`, await leftOfTitle(page));
    }
  }
  for (const width of [1440, 1024, 390]) {
    const ofWidth = [...edges].filter(([name]) => name.startsWith(String(width)));
    const [first] = ofWidth;
    expect(ofWidth.filter(([, left]) => left !== first?.[1])).toEqual([]);
  }
  await end();
});

it.each(pageLists)('draws the controls of every page of $who 40 px high', async ({ as, pages }) => {
  const { page, end } = await visit(browser);
  await signIn(page, recoup.url, as);
  const found: Record<string, unknown> = {};
  for (const place of pages) {
    await page.goto(recoup.url + place);
    await waitForIdle(page);
    const faults = await controlFaults(page);
    if (faults.length > 0) found[place] = faults;
  }
  expect(found).toEqual({});
  await end();
});

it('hints that a list goes on, until its end', async () => {
  const { page, end } = await asAdmin('/home/attorneys/attorney-list', 1024);
  await waitForIdle(page);
  const list = page.getByRole('region', { name: 'Attorneys, scrolling' });
  // The pixels of its lower right corner, where no text is.
  const shades = async () => {
    const { width = 0, ...box } = (await list.boundingBox()) ?? { x: 0, y: 0, height: 0 };
    const clip = { x: box.x + width - 8, y: box.y + box.height - 12, width: 4, height: 10 };
    const picture = await page.screenshot({ clip });
    return picture.toString('base64');
  };
  const goesOn = await shades();
  await list.focus();
  await page.keyboard.press('End');
  await expect.poll(() => list.evaluate(isAtEnd)).toBe(true);
  const atEnd = await shades();
  expect(atEnd).not.toBe(goesOn);
  await page.keyboard.press('Home');
  await expect.poll(shades).toBe(goesOn);
  await end();
});

const isAtEnd = (list: Element) => list.scrollTop + list.clientHeight >= list.scrollHeight - 1;

function leftOfTitle(page: Page): Promise<number> {
  return page
    .getByRole('heading', { level: 1 })
    .evaluate((title) => Math.round(title.getBoundingClientRect().left));
}

/**
 * Controls of toolbars and forms that are not 40 px high, or stand askew beside another. Those in a
 * row of a list, in a pager and in a notice are lower, so that the lines stay close together.
 */
function controlFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = 'button, a[class*="_button_"], select, input:not([type="checkbox"])';
    const lower = 'table, li, nav, [role="alert"], [role="status"], [class*="_pager_"]';
    const shown = [...document.querySelectorAll<HTMLElement>(controls)].filter(
      (control) =>
        control.checkVisibility() &&
        !control.matches('[type="radio"], [type="file"]') &&
        control.closest(lower) === null,
    );
    const boxes = shown.map((control) => ({ control, box: control.getBoundingClientRect() }));
    const nameOf = ({ control }: (typeof boxes)[number]) =>
      control.getAttribute('aria-label') ?? control.textContent ?? control.id;
    const wrong = boxes
      .filter(({ control, box }) => box.height !== 40 && control.textContent !== 'Start call')
      .map((each) => `${nameOf(each)} is ${each.box.height} px high`);
    const askew = boxes.flatMap((each) =>
      boxes
        .filter(({ control, box }) => {
          const isBeside = box.top < each.box.bottom && each.box.top < box.bottom;
          const isTogether =
            control.closest('form, section, header') ===
            each.control.closest('form, section, header');
          return isBeside && isTogether && Math.abs(box.top - each.box.top) > 0.5;
        })
        .map((other) => `${nameOf(each)} stands askew beside ${nameOf(other)}`),
    );
    return [...wrong, ...askew];
  });
}
