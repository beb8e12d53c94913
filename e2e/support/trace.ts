import type { Browser, Page } from 'playwright-core';

/** An event of Chromium's trace; `data` and `elementCount` depend on its name. */
export type TraceEvent = {
  name: string;
  args?: { data?: Record<string, unknown>; elementCount?: number };
};

/** The events of the page during an act. A browser has one trace at a time, which ends here. */
export async function traced(
  browser: Browser,
  page: Page,
  categories: string[],
  act: () => Promise<unknown>,
): Promise<TraceEvent[]> {
  await browser.startTracing(page, { categories });
  const trace: Buffer[] = [];
  try {
    await act();
  } finally {
    trace.push(await browser.stopTracing());
  }
  const { traceEvents } = JSON.parse(trace.join('')) as { traceEvents: TraceEvent[] }; // Chromium's
  return traceEvents;
}
