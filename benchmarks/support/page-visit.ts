import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import type { TabSession } from './tab-session.ts';

/** Lighthouse's slow 4G, by the browser's own throttling. */
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.44 * 1024 * 1024) / 8,
  uploadThroughput: (0.675 * 1024 * 1024) / 8,
};
export const slowerProcessor = 4;

export type Target = {
  url: string;
  session: TabSession;
  /** A text in a table cell of the usable page; without it the page says what it still loads. */
  cell?: string;
};
export type PageVisit = {
  /** The title is there, and nothing in sight waits, but for an empty line of notes. */
  usableMs: number;
  /** Nothing at all waits. */
  restMs: number;
  /** From the first byte of the HTML to the first request of data; undefined if it needs none. */
  dataMs: number | undefined;
  /** Scripts, style sheets, fonts and images that came before the page was usable. */
  files: number;
  shift: number;
};

type Seen = { usableMs: number; restMs: number; shift: number };
type Sent = { url: string; method: string; type?: string; start: number; received: number };
const patience = { timeout: 120_000 };

/**
 * Opens an address with an empty cache, and again in a new tab of the same profile, with the
 * storage that the first visit left in its tab, as a reload has it.
 */
export async function visitTwice(browser: Browser, target: Target) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Africa/Johannesburg',
  });
  try {
    const { storage, ...first } = await visitSlowly(context, target);
    const { storage: _left, ...second } = await visitSlowly(context, {
      ...target,
      session: storage,
    });
    return { first, second };
  } finally {
    await context.close();
  }
}

type Left = { storage: TabSession };

async function visitSlowly(context: BrowserContext, target: Target): Promise<PageVisit & Left> {
  const page = await context.newPage();
  await page.addInitScript(observe, { session: target.session, cell: target.cell });
  const devtools = await context.newCDPSession(page);
  const sent = recordRequests(devtools);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slow4g);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor });
  await page.goto(target.url, { waitUntil: 'commit', ...patience });
  // Playwright waits for a function by a program of its own in the page, 20 ms to compile.
  await page.waitForLoadState('networkidle', patience);
  await page.waitForFunction(hasBeenUsable, null, patience);
  const isOfRecoup = target.cell === undefined;
  if (isOfRecoup) await page.waitForFunction(hasComeToRest, null, patience);
  await waitForWorker(page);
  // A page at rest requests more, and keeps it for the next visit.
  if (isOfRecoup) await lastRequest(sent);
  const seen = await page.evaluate(
    () => Reflect.get(globalThis, 'seen') as Seen, // by `observe`
  );
  const storage = await page.evaluate((): TabSession => ({ ...sessionStorage }));
  await page.close();
  return { ...seen, ...measure([...sent.values()], seen.usableMs), storage };
}

const hasBeenUsable = (): boolean => Reflect.get(globalThis, 'seen').usableMs > 0;
const hasComeToRest = (): boolean => Reflect.get(globalThis, 'seen').restMs > 0;

/** Resolves once all requests have ended, and for a second none was sent. */
async function lastRequest(sent: ReadonlyMap<string, Sent>): Promise<void> {
  const end = performance.now() + patience.timeout;
  let [known, since] = [sent.size, performance.now()];
  while (performance.now() < since + 1_000) {
    if (performance.now() > end) throw new Error('A page does not come to rest.');
    await wait(50);
    const waiting = [...sent.values()].some(({ received }) => received === Infinity);
    if (waiting || sent.size > known) [known, since] = [sent.size, performance.now()];
  }
}

/** The service worker of a signed-in user stores the page for the next visit. */
async function waitForWorker(page: Page): Promise<void> {
  const hasOne = async (): Promise<boolean> =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);
  const end = performance.now() + 1_000;
  while (!(await hasOne()) && performance.now() < end) await wait(50);
  if (await hasOne()) await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
}

function recordRequests(devtools: CDPSession): Map<string, Sent> {
  const sent = new Map<string, Sent>();
  devtools.on('Network.requestWillBeSent', ({ requestId, timestamp, request, type }) =>
    sent.set(requestId, {
      url: request.url,
      method: request.method,
      ...(type && { type }),
      start: timestamp,
      received: Infinity,
    }),
  );
  for (const end of ['Network.responseReceived', 'Network.loadingFailed'] as const)
    devtools.on(end, ({ requestId, timestamp }) =>
      Object.assign(sent.get(requestId) ?? {}, { received: timestamp }),
    );
  return sent;
}

function measure(sent: readonly Sent[], usableMs: number) {
  const [page] = sent;
  if (page === undefined) throw new Error('The browser requested nothing.');
  const usableAt = page.start + usableMs / 1000;
  const data = sent.filter(
    ({ url, method, start }) => start < usableAt && method === 'GET' && url.includes('/core/api/'),
  );
  // The user is part of each page; what the page itself shows comes beside it.
  const [first] = [...data.filter(({ url }) => !url.endsWith('/me')), ...data];
  const files = sent.filter(
    ({ url, type = '', received }) =>
      received < usableAt && fileTypes.has(type) && !url.startsWith('data:'),
  );
  return {
    dataMs: first && Math.max(0, (first.start - page.received) * 1000),
    // The icon of the tab comes after the page.
    files: files.filter(({ url }) => !url.includes('favicon')).length,
  };
}

const fileTypes = new Set(['Script', 'Stylesheet', 'Font', 'Image']);

/**
 * Runs in the page before its program, so that the runner's own time does not count. Has no
 * functions with a name, which tsx would mark.
 */
function observe({ session, cell }: { session: TabSession; cell: string | undefined }): void {
  for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
  const seen = { usableMs: 0, restMs: 0, shift: 0 };
  Object.assign(globalThis, { seen });
  // The last time at which the page came to rest: later parts may be loading again.
  new MutationObserver(() => {
    const now = performance.now();
    const isTitled = document.querySelector('h1') !== null;
    const waiting = [...document.querySelectorAll('[aria-busy="true"]')];
    const isUsable =
      cell === undefined
        ? isTitled &&
          waiting.every(
            (one) =>
              one.matches('p:empty') || one.getBoundingClientRect().top >= window.innerHeight,
          )
        : [...document.querySelectorAll('td')].some((one) => one.textContent.includes(cell));
    seen.usableMs = isUsable ? seen.usableMs || now : 0;
    seen.restMs = isTitled && waiting.length === 0 ? seen.restMs || now : 0;
  }).observe(document, {
    attributes: true,
    attributeFilter: ['aria-busy'],
    childList: true,
    subtree: true,
  });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries())
      if (hadRecentInput !== true) seen.shift += value ?? 0;
  }).observe({ type: 'layout-shift', buffered: true });
}

declare global {
  /** https://wicg.github.io/layout-instability/ */
  interface PerformanceEntry {
    value?: number;
    hadRecentInput?: boolean;
  }
}
