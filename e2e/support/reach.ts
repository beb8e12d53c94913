import type { Page } from 'playwright-core';

/** Controls of the upper dialog that something covers when they are scrolled into sight. */
export function controlsOutOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1);
    const controls = dialog?.querySelectorAll<HTMLElement>('a, button, input, select, textarea');
    return [...(controls ?? [])]
      .filter((control) => control.checkVisibility())
      .filter((control) => {
        control.scrollIntoView({ block: 'center' });
        const { left, top, width, height } = control.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined;
        return !(hit && (control.contains(hit) || label?.contains(hit)));
      })
      .map((control) => control.outerHTML.slice(0, 120));
  });
}

/** Controls of the upper dialog without a name, and its labels without a control. */
export function unnamedControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1);
    const fields = [
      ...(dialog?.querySelectorAll<HTMLInputElement>('input, select, textarea') ?? []),
    ].filter((field) => field.checkVisibility());
    const buttons = [...(dialog?.querySelectorAll('a, button') ?? [])];
    const labels = [...(dialog?.querySelectorAll('label') ?? [])];
    const isNamed = (element: Element) => element.matches('[aria-label], [aria-labelledby]');
    return [
      ...fields.filter((field) => !isNamed(field) && (field.labels?.length ?? 0) === 0),
      ...buttons.filter((each) => !isNamed(each) && each.textContent.trim() === ''),
      ...labels.filter(({ control }) => control === null),
    ].map((element) => element.outerHTML.slice(0, 120));
  });
}
