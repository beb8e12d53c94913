/**
 * The page in Chromium with an empty cache, on slow 4G (1.44 Mbit/s, 562 ms to the server and back) and a processor slowed down four times:
 * `npm run bench -- web`. The sign-in page, and the attorneys list of somebody who is signed in, against the same list on react-admin.
 */
import { launch } from '../e2e/support/browser.ts';
import { startReactAdmin } from './products/react-admin.ts';
import { seedPeople, signInAdmins } from './support/people.ts';
import {
  builtServer,
  median,
  startProcess,
  stopProcess,
  throwAwayPostgres,
} from './support/measure.ts';

const rounds = 3;
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.44 * 1024 * 1024) / 8,
  uploadThroughput: (0.675 * 1024 * 1024) / 8,
};
const processor = 4;

type Page = { name: string; url: string; usable: string; token?: string };
type Visit = {
  kilobytes: number;
  requests: number;
  roundTrips: number;
  usableMs: number;
  paintMs: number;
  longestTaskMs: number;
};

const postgres = await throwAwayPostgres();
await seedPeople(postgres.url, { firms: 20, attorneysOfFirm: 50 });
const [admin] = await signInAdmins(postgres.url, 1);
const recoup = await startProcess(
  builtServer,
  { DATABASE_URL: postgres.url, PORT: '0' },
  /Recoup is ready at (\S+)/,
);
const reactAdmin = await startReactAdmin(recoup.said);
const browser = await launch();
const token = admin?.token ?? '';
const pages: Page[] = [
  { name: 'ours, sign-in', url: `${recoup.said}/logon`, usable: 'button:has-text("Sign in")' },
  {
    name: 'ours, attorneys',
    url: `${recoup.said}/home/attorneys/attorney-list`,
    usable: 'td:has-text("Blocked")',
    token,
  },
  {
    name: `${reactAdmin.name}, attorneys`,
    url: `${reactAdmin.url}/#/users`,
    usable: 'td:has-text("Blocked")',
    token,
  },
];
console.log(`median of ${rounds}, cache empty, slow 4G, processor ${processor} x slower`);
console.log(
  `${''.padEnd(30)}  KiB sent  requests  round trips after the HTML  usable ms  LCP ms  longest task ms`,
);
for (const page of pages) {
  const visits: Visit[] = [];
  for (let round = 0; round < rounds; round += 1) visits.push(await visit(page));
  const at = (figure: keyof Visit, width: number) =>
    Math.round(median(visits.map((one) => one[figure])))
      .toString()
      .padStart(width);
  console.log(
    `${page.name.padEnd(30)}${at('kilobytes', 10)}${at('requests', 10)}${at('roundTrips', 28)}${at('usableMs', 11)}${at('paintMs', 8)}${at('longestTaskMs', 17)}`,
  );
}
await browser.close();
reactAdmin.close();
await stopProcess(recoup.child);
await postgres.stop();

async function visit({ url, usable, token: held }: Page): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(watch, held);
    const devtools = await context.newCDPSession(page);
    const seen = new Map<string, { start: number; end: number; bytes: number }>();
    devtools.on('Network.requestWillBeSent', ({ requestId, timestamp }) =>
      seen.set(requestId, { start: timestamp, end: Infinity, bytes: 0 }),
    );
    devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
      Object.assign(seen.get(requestId) ?? {}, { end: timestamp, bytes: encodedDataLength }),
    );
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', slow4g);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: processor });
    const startedAt = performance.now();
    await page.goto(url, { waitUntil: 'commit', timeout: 120_000 });
    await page.locator(usable).first().waitFor({ timeout: 120_000 });
    const usableMs = performance.now() - startedAt;
    await page.waitForLoadState('networkidle');
    const told = await page.evaluate(
      () => Reflect.get(globalThis, 'seen') as { paint: number; task: number },
    ); // made by `watch`
    const all = [...seen.values()];
    const bytes = all.reduce((sum, { bytes: each }) => sum + each, 0);
    return {
      kilobytes: bytes / 1024,
      requests: all.length,
      roundTrips:
        wavesOf(all.filter(({ start }) => start < (all[0]?.start ?? 0) + usableMs / 1000)) - 1,
      usableMs,
      paintMs: told.paint,
      longestTaskMs: told.task,
    };
  } finally {
    await context.close();
  }
}

/** How often something was asked for only after something else had come: the page itself is the first wave. */
function wavesOf(requests: readonly { start: number; end: number }[]): number {
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

/** Runs in the page, before anything of it; without named functions, which the runner would mark by a helper of its own. */
function watch(held: string | undefined): void {
  if (held !== undefined) sessionStorage.setItem('token', held);
  const seen = { paint: 0, task: 0 };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    seen.paint = list.getEntries().at(-1)?.startTime ?? seen.paint;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.task = Math.max(seen.task, duration);
  }).observe({ type: 'longtask', buffered: true });
}
