import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { restoreRows, waitForJobs } from '../../apps/server/test/stored-rows.ts';
import { launch, logonAt, signIn, type Visit, visit, type Viewport } from './browser.ts';
import { startDemo } from './demo.ts';
import { emptyOutbox } from './outbox.ts';
import { findLeaks, outputLength, type Recoup, type StartedRecoup } from './recoup.ts';

type As = { email: string; password: string };

/** The product of the file whose tests run. */
export let recoup: Recoup;

/** One for all files of a worker; each visit has its own profile. */
export let browser: Browser;

/** Windows of the test that runs, or has run last. */
const openWindows: Visit[] = [];
let isInTest = false;

/** The built product with its demo: the worker's, or with settings one of its own. */
export function useApp(settings?: Readonly<Record<string, string>>): void {
  let own: StartedRecoup | undefined;
  let outputBefore = 0;
  beforeAll(async () => {
    if (!browser?.isConnected()) browser = await launch();
    own = settings && (await startDemo({ settings }));
    recoup = own ?? (await restoreProduct());
    outputBefore = own ? 0 : await outputLength(recoup.dataDir);
  });
  beforeEach(async () => {
    // Not at the end of their test, which has pictures of them if it has failed.
    await endWindows();
    isInTest = true;
  });
  afterEach(() => {
    isInTest = false;
  });
  afterAll(async () => {
    try {
      await endWindows();
      await Promise.all(browser.contexts().map((context) => context.close()));
    } finally {
      await own?.stop();
    }
    if (!own) expect(await findLeaks(recoup.dataDir, outputBefore)).toEqual([]);
  });
}

async function endWindows(): Promise<void> {
  await Promise.all(openWindows.splice(0).map(({ end }) => end()));
}

/** The worker's product as it was after its first start. */
async function restoreProduct(): Promise<Recoup> {
  const product = inject('products')[Number(process.env.VITEST_POOL_ID) - 1];
  if (!product) throw new Error(`There is no product for worker ${process.env.VITEST_POOL_ID}.`);
  await waitForJobs(product.databaseUrl);
  if (!(await restoreRows(product.databaseUrl)))
    throw new Error('A file of tests changed the schema of the database of its worker.');
  await emptyOutbox(product.dataDir);
  // Another object for each file, to which its sessions belong.
  return { ...product };
}

/** A window with a fresh profile, closed after its test, or else at the end of the file. */
export async function openWindow(window: Viewport = {}): Promise<Visit> {
  const seen = await visit(browser, window);
  if (isInTest) openWindows.push(seen);
  return seen;
}

/** A firm admin of the demo, signed in, at an address. */
export async function asAdmin(at = '/home/attorneys/attorney-list', width = 1440): Promise<Visit> {
  return signedIn(demoFirmAdmins.lerato, at, { width });
}

/** A user of the demo, signed in, at an address or at home; with `hasClock` by `page.clock`. */
export async function signedIn(
  as: As,
  at?: string,
  { hasClock = false, ...window }: Viewport & { hasClock?: boolean } = {},
): Promise<Visit> {
  const seen = await openWindow(window);
  // Before the page: one that works would see the year 1970 for a moment, and end its session.
  if (hasClock) await seen.page.clock.install();
  await signIn(seen.page, recoup.url, as, at);
  await seen.page.getByRole('heading', { level: 1 }).waitFor();
  return seen;
}

/** The token of a sign-in without a browser. */
export async function logon(as: As): Promise<string> {
  return logonAt(recoup.url, as);
}

/**
 * One visit for the cases of a file: a profile and a sign-in cost as much as two pages. Each case
 * loads its own address in a window of its own width, and leaves the console empty.
 */
export function useVisit(as: As, usualWidth = 1440): (at: string, width?: number) => Promise<Page> {
  let shared: Visit | undefined;
  let told = 0;
  afterEach(async () => {
    if (!shared) return;
    await shared.page.unrouteAll({ behavior: 'ignoreErrors' });
    const errors = shared.consoleErrors.slice(told);
    told = shared.consoleErrors.length;
    expect(errors).toEqual([]);
  });
  afterAll(async () => shared?.end());
  return async (at, width = usualWidth) => {
    if (!shared) {
      shared = await visit(browser, { width });
      await signIn(shared.page, recoup.url, as, at);
      await shared.page.getByRole('heading', { level: 1 }).waitFor();
      return shared.page;
    }
    const { page } = shared;
    await page.setViewportSize({ width, height: width < 640 ? 844 : 900 });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    // A page that is drawn with the copy of its user still moves while its answers come.
    const me = at.startsWith('/home') ? page.waitForResponse('**/core/api/me') : undefined;
    await Promise.all([page.goto(recoup.url + at), me]);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };
}
