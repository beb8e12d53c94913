import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sidewaysScroll } from '../support/a11y.ts';
import { asAdmin, useApp } from '../support/app.ts';
import { waitForIdle } from '../support/idle.ts';

useApp();
it.each([
  'attorney-list',
  'add-attorney',
  'matters',
  'entries',
  'file-handler',
  'exports',
  'fees',
  'overview',
])('cuts nothing off of %s at twice the zoom, nor with letters twice as large', async (name) => {
  const { page, end } = await asAdmin(`/home/attorneys/${name}`, 640);
  await waitForIdle(page);
  expect([await sidewaysScroll(page), await cutOff(page)]).toEqual([0, []]);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  for (const width of [390, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await waitForIdle(page);
    expect([width, await sidewaysScroll(page), await cutOff(page)]).toEqual([width, 0, []]);
  }
  await end();
});

/** Texts of controls and headings that are wider or higher than what holds them. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('h1, h2, button, a, label, th, td, dt, dd, p')]
      .filter(
        (element) => element.checkVisibility() && getComputedStyle(element).overflow !== 'visible',
      )
      .filter(
        (element) =>
          element.scrollWidth > element.clientWidth + 1 ||
          element.scrollHeight > element.clientHeight + 1,
      )
      .filter((element) => !element.classList.contains('visually-hidden'))
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}
