import type { Page } from 'playwright-core';

declare global {
  interface Window {
    moves: string[];
  }
  /** https://wicg.github.io/layout-instability/ */
  interface PerformanceEntry {
    sources?: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  }
}

/** Records unrequested moves on each page, whose answers come after its first frame. */
export async function recordMoves(page: Page): Promise<void> {
  await page.addInitScript(noteMoves);
  await page.addInitScript(answerAfterAFrame);
}

/** The moves since the page was opened. */
export function movesOn(page: Page): Promise<string[]> {
  return page.evaluate(() => window.moves);
}

function noteMoves(): void {
  window.moves = [];
  const say = ({
    node,
    previousRect,
    currentRect,
  }: NonNullable<PerformanceEntry['sources']>[number]): string =>
    `moves ${node?.nodeName} “${node?.textContent?.slice(0, 30)}” ` +
    `from ${previousRect.y} to ${currentRect.y} pixels`;
  new PerformanceObserver((list) => {
    for (const { sources = [] } of list.getEntries()) window.moves.push(...sources.map(say));
  }).observe({ type: 'layout-shift', buffered: true });
}

/** In the page: a route of the browser's driver would turn its cache off. */
function answerAfterAFrame(): void {
  const ask = window.fetch;
  window.fetch = async (...request) => {
    const answer = await ask(...request);
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return answer;
  };
}
