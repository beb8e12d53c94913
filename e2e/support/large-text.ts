import type { Page } from 'playwright-core';

/** Of dialogs, menus and alerts: what scrolls sideways or is cut off, and each broken word. */
export async function noticeFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const notices = '[role="dialog"], dialog[open], [role="alert"], [popover]:popover-open';
    const roots = [...document.querySelectorAll(notices)];
    const elements = new Set(roots.flatMap((root) => [root, ...root.querySelectorAll('*')]));
    const visible = [...elements].filter(
      (element) => element.checkVisibility() && !isClipped(element),
    );
    const wide = visible
      .filter(
        (element) =>
          !element.matches('input, select, textarea') &&
          getComputedStyle(element).overflowX !== 'visible' &&
          element.scrollWidth > element.clientWidth,
      )
      .map(({ outerHTML, scrollWidth, clientWidth }) => {
        return `${outerHTML.slice(0, 80)} scrolls by ${scrollWidth - clientWidth}`;
      });
    const outside = roots
      .filter((root) => root.getBoundingClientRect().right > innerWidth + 1)
      .map(({ outerHTML }) => `${outerHTML.slice(0, 80)} is wider than the window`);
    return [...wide, ...outside, ...visible.flatMap(brokenWords)];

    /** For screen readers alone. */
    function isClipped(element: Element | null): boolean {
      if (element === null) return false;
      return getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement);
    }

    function brokenWords(element: Element): string[] {
      // A secret that is shown once has no text to wrap.
      if (element.matches('code[aria-label]')) return [];
      const texts = [...element.childNodes].filter((node) => node instanceof Text);
      return texts.flatMap((text) =>
        [...text.data.matchAll(/[\p{L}\p{N}]+/gu)]
          .filter(({ 0: word, index }) => {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
          })
          .map(([word]) => `breaks ${word} in ${element.outerHTML.slice(0, 80)}`),
      );
    }
  });
}

/** Texts of controls and headings that are wider or higher than what holds them. */
export function cutOffTexts(page: Page): Promise<string[]> {
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
      .map((element) => `cuts off ${element.outerHTML.slice(0, 120)}`),
  );
}
