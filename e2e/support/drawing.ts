import type { Browser, Page } from 'playwright-core';
import { traced } from './trace.ts';

/** Drawings and restyled elements for one act of the user. */
export type Work = {
  /** How many components each drawing of React ran, without those of a few. */
  drawings: readonly number[];
  /** How many elements each pass over the style of the page restyled, without those of a few. */
  stylePasses: readonly number[];
};
/** An element that gets or loses the focus has a pass of its own. */
const few = 10;

/** Counts the drawings of all pages that are opened from now on, as React's own tools do. */
export async function countDrawings(page: Page): Promise<void> {
  await page.addInitScript({ content: hook });
}

/** The work of an act, which ends when its result has been drawn. */
export async function measureWork(
  browser: Browser,
  page: Page,
  act: () => Promise<unknown>,
): Promise<Work> {
  await page.evaluate('window.drawings = []');
  const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];
  const events = await traced(browser, page, categories, act);
  const drawings: number[] = await page.evaluate('window.drawings');
  return {
    drawings: drawings.filter((count) => count > few),
    stylePasses: events
      .filter(({ name }) => name === 'UpdateLayoutTree')
      .map(({ args }) => args?.elementCount ?? 0)
      .filter((count) => count > few),
  };
}

/** React marks a component that ran; where nothing changed it keeps the children. */
const hook = `
const ran = (fiber) => typeof fiber.type === 'function' && (fiber.flags & 1) === 1;
const countRun = (first) => {
  let count = 0;
  for (let fiber = first; fiber; fiber = fiber.sibling) {
    if (ran(fiber)) count += 1;
    if (fiber.child !== fiber.alternate?.child) count += countRun(fiber.child);
  }
  return count;
};
window.drawings = [];
window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
  supportsFiber: true,
  inject: () => 1,
  onCommitFiberUnmount() {},
  onPostCommitFiberRoot() {},
  onCommitFiberRoot(_, root) {
    window.drawings.push(countRun(root.current.child));
  },
};`;
