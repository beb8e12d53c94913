import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/** Lighthouse's slow 4G, by the browser's own throttling. */
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.44 * 1024 * 1024) / 8,
  uploadThroughput: (0.675 * 1024 * 1024) / 8,
};
export const slowerProcessor = 4;

export type WebVisit = {
  kilobytes: number;
  requests: number;
  /** Round trips after the HTML until the page is usable. */
  roundTrips: number;
  usableMs: number;
  paintMs: number;
  longestTaskMs: number;
};
/** A user stays, which gives a service worker time to install. */
const stayMs = 5_000;
type Sent = { url: string; start: number; end: number; bytes: number };
/** What the browser tab of a signed-in user holds. */
export type TabSession = { token: string; role: string };
/** An element with a text, which a usable page has. */
export type Sign = { tag: string; text: string };
type Target = { url: string; usable: Sign; session?: TabSession };
type Seen = { usableMs: number; paintMs: number; longestTaskMs: number };

/** Opens an address in a new tab, slowed down, until the selector `usable` is there. */
export async function visitSlowly(context: BrowserContext, target: Target): Promise<WebVisit> {
  const page = await context.newPage();
  await page.addInitScript(observe, { session: target.session, usable: target.usable });
  const devtools = await context.newCDPSession(page);
  const sent = recordRequests(devtools);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slow4g);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor });
  await page.goto(target.url, { waitUntil: 'commit', timeout: 120_000 });
  await page.waitForFunction(() => Number(Reflect.get(globalThis, 'seen').usableMs) > 0, null, {
    timeout: 120_000,
  });
  await page.waitForLoadState('networkidle');
  const network = measure([...sent.values()], (await observed(page)).usableMs);
  await wait(stayMs);
  // Rows are painted after they are there: read at once, the LCP may be that of the frame.
  const visit = { ...(await observed(page)), ...network };
  await page.close();
  return visit;
}

function recordRequests(devtools: CDPSession): Map<string, Sent> {
  const sent = new Map<string, Sent>();
  devtools.on('Network.requestWillBeSent', ({ requestId, timestamp, request }) =>
    sent.set(requestId, { url: request.url, start: timestamp, end: Infinity, bytes: 0 }),
  );
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
    Object.assign(sent.get(requestId) ?? {}, { end: timestamp, bytes: encodedDataLength }),
  );
  return sent;
}

function measure(sent: readonly Sent[], usableMs: number) {
  const usableAt = (sent[0]?.start ?? 0) + usableMs / 1000;
  return {
    kilobytes: sent.reduce((sum, { bytes }) => sum + bytes, 0) / 1024,
    requests: sent.length,
    // The icon of the tab comes after the page.
    roundTrips:
      countWaves(sent.filter(({ url, start }) => start < usableAt && !/favicon/.test(url))) - 1,
  };
}

/** How often a request waited for the end of another; the page itself is the first wave. */
function countWaves(requests: readonly Sent[]): number {
  const sorted = requests.toSorted((a, b) => a.start - b.start);
  const waves: number[] = [];
  for (const [index, { start }] of sorted.entries()) {
    const before = sorted
      .slice(0, index)
      .flatMap(({ end }, earlier) => (end <= start ? [waves[earlier] ?? 0] : []));
    waves.push(1 + Math.max(0, ...before));
  }
  return Math.max(0, ...waves);
}

/** Runs in the page before its program; without functions of its own, which tsx would mark. */
function observe({ session, usable }: { session: TabSession | undefined; usable: Sign }): void {
  for (const [key, value] of Object.entries(session ?? {})) sessionStorage.setItem(key, value);
  const seen = { usableMs: 0, paintMs: 0, longestTaskMs: 0 };
  Object.assign(globalThis, { seen });
  // In the page, so that the runner's own time does not count.
  new MutationObserver((_changes, observer) => {
    for (const element of document.querySelectorAll(usable.tag)) {
      if (!element.textContent.includes(usable.text)) continue;
      seen.usableMs = performance.now();
      observer.disconnect();
      return;
    }
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    seen.paintMs = list.getEntries().at(-1)?.startTime ?? seen.paintMs;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      seen.longestTaskMs = Math.max(seen.longestTaskMs, duration);
  }).observe({ type: 'longtask', buffered: true });
}

async function observed(page: Page): Promise<Seen> {
  return page.evaluate(
    () => Reflect.get(globalThis, 'seen') as Seen, // above
  );
}
