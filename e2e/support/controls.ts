import type { Page } from 'playwright-core';

/** The left edge of the title, in pixels. */
export function leftOfTitle(page: Page): Promise<number> {
  return page
    .getByRole('heading', { level: 1 })
    .first()
    .evaluate((title) => Math.round(title.getBoundingClientRect().left));
}

/**
 * Controls of toolbars and forms that are not 40 px high, or stand askew beside another. Those in a
 * row of a list, in a pager and in a notice are lower, so that the lines stay close together.
 */
export function controlFaults(page: Page): Promise<string[]> {
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
