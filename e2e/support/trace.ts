import type { Browser, Page } from 'playwright-core';

/**
 * An event of Chromium's trace; times in microseconds, `tdur` of the thread alone. `data` and
 * `elementCount` depend on its name.
 */
export type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
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
  try {
    await act();
  } catch (error) {
    await browser.stopTracing();
    throw error;
  }
  const text = String(await browser.stopTracing());
  const { traceEvents } = JSON.parse(text) as { traceEvents: TraceEvent[] }; // Chromium's format
  return traceEvents;
}
