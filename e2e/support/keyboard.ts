import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The name of what has the focus, as the reader hears it. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const label =
      element instanceof HTMLInputElement || element instanceof HTMLSelectElement
        ? element.labels?.[0]?.textContent
        : undefined;
    return (element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '').trim();
  });
}

/** Closes a dialog by Escape, which it does not hear in the moment in which it opens. */
export async function escapeFrom(dialog: Locator): Promise<void> {
  const isClosed = async () => (await dialog.count()) === 0;
  await dialog.waitFor();
  await expect
    .poll(async () => (await isClosed()) || dialog.page().keyboard.press('Escape').then(isClosed))
    .toBe(true);
}

/** Presses Tab until the control has the focus, as a user without a mouse does. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let count = 0; count < 40; count += 1) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${name}`);
}

/**
 * Presses Enter twice; no time of the page passes in between, however slow the machine is.
 * `page.clock` is installed.
 */
export async function pressEnterTwice(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.clock.resume();
}

/** Types into the control that has the focus, then into the next ones. */
export async function typeInto(page: Page, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
}

/** A double click whose second press misses the button keeps the focus of the first press. */
export async function clickTwice(page: Page, button: Locator, name: string): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (box === null) throw new Error('The button is not on the screen.');
  await clickTwiceAt(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, name);
}

/** The first press brings the focus to what has this name, and the second one leaves it there. */
export async function clickTwiceAt(
  page: Page,
  { x, y }: { x: number; y: number },
  name: string,
): Promise<void> {
  await page.mouse.click(x, y);
  await expect.poll(() => focused(page)).toBe(name);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect.poll(() => focused(page)).toBe(name);
}
