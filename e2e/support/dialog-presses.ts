import type { Locator, Page } from 'playwright-core';
import { expect } from './test.ts';

/** The names of the buttons that can be pressed. */
export async function buttonsOf(dialog: Locator): Promise<string[]> {
  await expect
    .poll(() =>
      dialog.getByRole('button', { disabled: true }).and(dialog.locator('[aria-disabled]')).count(),
    )
    .toBe(0);
  const all = await dialog.getByRole('button', { disabled: false }).all();
  const names = await Promise.all(
    all.map(async (each) => (await each.getAttribute('aria-label')) ?? (await each.innerText())),
  );
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
}

export async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** A double tap of a finger: the second one finds what the first has left there. */
export async function tapTwice(page: Page, button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const { x, y } = await middleOf(button);
  // Both are on their way before the page has seen the first.
  await Promise.all([page.touchscreen.tap(x, y), page.touchscreen.tap(x, y)]);
}

/** Presses a button as soon as its dialog appears; the test itself could be late. */
export async function pressAtOnce(page: Page, name: string): Promise<void> {
  await page.evaluate(
    async (text) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          const buttons = [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')];
          const found = buttons.find(({ textContent }) => textContent.trim() === text);
          if (!found) return;
          observer.disconnect();
          found.click();
          resolve();
        });
        observer.observe(document.body, { childList: true, subtree: true });
      }),
    name,
  );
}

async function middleOf(button: Locator): Promise<{ x: number; y: number }> {
  const box = await button.boundingBox();
  if (box === null) throw new Error('The button is not on the screen.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Two clicks in one task: the page has drawn nothing between them. */
export async function clickTwiceAtOnce(button: Locator): Promise<void> {
  await button.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });
}
