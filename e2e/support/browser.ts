import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';

/**
 * Of two lists of features the browser takes the last: those that Playwright turns off stand here
 * again.
 */
const featuresOff = [
  // The browser's own pages for its address field: each window loads both, hidden, for as much
  // processor time as all else of a visit.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${featuresOff.join()}`,
];

/**
 * The Chromium that `npm test` found, else Debian's, else the one inside an npm package; with
 * scrollbars that take room, if a test wants them.
 */
export async function launch({ hasScrollbars = false } = {}): Promise<Browser> {
  const installed = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const options = { args: flags, ignoreDefaultArgs: hasScrollbars ? ['--hide-scrollbars'] : [] };
  if (existsSync(installed)) return chromium.launch({ ...options, executablePath: installed });
  const { default: bundled } = await import('@sparticuz/chromium');
  // Without the package's own flags: those of a single process hang at the second profile.
  return chromium.launch({ ...options, executablePath: await bundled.executablePath() });
}

export type Visit = {
  page: Page;
  /**
   * What the browser complained about: errors and warnings of the program, and violations of the
   * Content-Security-Policy. Empty on a good visit.
   */
  complaints: readonly string[];
  end: () => Promise<void>;
};

export type Window = { width?: number; colorScheme?: 'light' | 'dark' };

/**
 * A fresh browser profile that takes downloads and asks for no motion: what fades is neither here
 * nor there for a test.
 */
export async function visit(
  browser: Browser,
  { width = 1440, colorScheme = 'light' }: Window = {},
): Promise<Visit> {
  const height = width < 640 ? 844 : 900;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    acceptDownloads: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // A refused call is an answer, not a fault of the page, which says of a list on the console
    // that it could not be loaded.
    const isAnswer = /^(?:Failed to load resource|Unable to get )/.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !isAnswer) complaints.push(message.text());
  });
  const end = async (): Promise<void> => {
    // An answer that a test was still making for the page is for nobody any more, and no fault.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  };
  return { page, complaints, end };
}

/** Signs in by the form, on the way to `place`; without one, one is at home afterwards. */
export async function signIn(
  page: Page,
  url: string,
  as: { email: string; password: string },
  place = '/',
): Promise<void> {
  await page.goto(url + (place === '/' ? '/logon' : place));
  const email = page.getByLabel('Email');
  await email.waitFor().catch(async (cause: unknown) => {
    throw new Error(`The sign-in did not come. The page: ${await page.content()}`, { cause });
  });
  await email.fill(as.email);
  await page.getByLabel('Password').fill(as.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: /^Account of / }).waitFor();
}

/**
 * The page has its heading, nothing is loading, and no call is under way, for three frames: a page
 * asks in the frame after its first.
 */
export async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  // `waitForFunction` takes the promise of a function for its yes.
  await page.evaluate(async () => {
    const isBusy = () =>
      document.querySelector('[aria-busy="true"], [aria-label="Activity"] [role="progressbar"]') !==
      null;
    for (let frames = 0, quiet = 0; quiet < 3; frames += 1) {
      if (frames === 1_800) throw new Error('The page is busy still.');
      await new Promise(requestAnimationFrame);
      quiet = isBusy() ? 0 : quiet + 1;
    }
  });
}

/**
 * What axe finds, one line for each fault; empty on an accessible page. `colours` are the rules
 * that another theme can break. The size of targets (24 pixels, WCAG 2.2) is a rule that axe leaves
 * out unless asked.
 */
export async function accessibilityFaults(
  page: Page,
  rules: 'all' | 'colours' = 'all',
): Promise<string[]> {
  // "Legacy" looks at one document alone, and we have no frames; otherwise the answer is put
  // together in another page, in twice the time. The document keeps the program: half a megabyte is
  // read once, not twice for each look at it.
  const isThere = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      ...(rules === 'all' ? { rules: { 'target-size': { enabled: true } } } : { runOnly: colours }),
    });
  const { violations, incomplete } = await axe.analyze();
  // Of a button that is smaller than its icon axe is not sure; we are.
  const unsure = incomplete.filter(({ id }) => id === 'target-size');
  return [...violations, ...unsure].map(({ id, nodes }) => {
    const places = nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary}`);
    return `${id}: ${places.join('; ')}`;
  });
}

const colours = ['color-contrast', 'link-in-text-block'];

type Look = { width: number; colorScheme: 'light' | 'dark'; rules?: 'all' | 'colours' };

/**
 * What axe finds hangs on the colours in the dark, and on the layout at the two ends; between them
 * a page may only not scroll sideways.
 */
const looks: readonly Look[] = [
  { width: 1440, colorScheme: 'light', rules: 'all' },
  { width: 1440, colorScheme: 'dark', rules: 'colours' },
  { width: 768, colorScheme: 'light' },
  { width: 390, colorScheme: 'light', rules: 'all' },
  { width: 390, colorScheme: 'dark', rules: 'colours' },
];

/**
 * What stands on the page is looked at in every look: the theme and the width are the browser's,
 * and the page follows them.
 */
export async function faultsInEveryLook(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { width, colorScheme, rules } of looks) {
    await page.setViewportSize({ width, height: width < 640 ? 844 : 900 });
    // Colours that are still fading would be measured half-way.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    await settle(page);
    const sideways = await sidewaysScroll(page);
    const seen = [
      ...(rules === undefined ? [] : await accessibilityFaults(page, rules)),
      ...(sideways > 0 ? [`scrolls sideways by ${sideways} pixels`] : []),
    ];
    found.push(...seen.map((fault) => `at ${width} pixels, ${colorScheme}: ${fault}`));
  }
  return [...found, ...(await faultsOfLargeLetters(page))];
}

/** WCAG 1.4.4 and 1.4.10: with letters twice as large nothing is read by scrolling sideways. */
async function faultsOfLargeLetters(page: Page): Promise<string[]> {
  const found: string[] = [];
  const setLetters = (size: string) =>
    page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), size);
  await setLetters('32px');
  for (const width of [390, 768, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await settle(page);
    const sideways = await sidewaysScroll(page);
    if (sideways > 0)
      found.push(`at ${width} pixels, large letters: scrolls sideways by ${sideways} pixels`);
  }
  await setLetters('');
  return found;
}

/** Pixels by which the page is wider than the window; 0 when nothing scrolls sideways. */
export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  );
}

/** Clicks what saves a file, and reads the file. */
export async function savedFile(
  page: Page,
  button: Pick<Locator, 'click'>,
): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const chunks: Buffer[] = [];
  // a stream without encoding gives buffers
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString('utf8') };
}

/** The next call to the address arrives, and its answer does not. */
export async function loseNextAnswer(page: Page, address: string): Promise<void> {
  await page.route(
    address,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
}
