import { accountEndpoints } from '@recoup/contract/account/endpoints';
import { apiRoot } from '@recoup/contract/core/endpoint';
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';

/** The browser takes the last list, so Playwright's own entries are repeated. */
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
  // Playwright's debugger asks for the position of each error. Without positions, V8 compiles a
  // file again for its first error, which React makes in each page: 40 ms that no user waits for.
  '--js-flags=--no-enable-lazy-source-positions',
  `--disable-features=${featuresOff.join()}`,
];

/**
 * The headless shell that `npm test` found, or the whole browser: with scrollbars that take room,
 * and permissions that a user has without being asked. Else Debian's, else the one inside an npm
 * package.
 */
export async function launch({ isWhole = false } = {}): Promise<Browser> {
  const whole = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const shell = process.env.CHROMIUM_SHELL ?? '/usr/bin/chromium-headless-shell';
  const installed = !isWhole && existsSync(shell) ? shell : whole;
  const executablePath = existsSync(installed) ? installed : await bundled();
  const browser = await chromium.launch({
    args: flags,
    ignoreDefaultArgs: isWhole ? ['--hide-scrollbars'] : [],
    executablePath,
  });
  launched.add(browser);
  browser.once('disconnected', () => launched.delete(browser));
  return browser;
}

/** Those that run, for pictures of failed tests. */
export const launched = new Set<Browser>();

/** Without the package's own flags: those of a single process hang at the second profile. */
async function bundled(): Promise<string> {
  const { default: fromNpm } = await import('@sparticuz/chromium');
  return fromNpm.executablePath();
}

export type Visit = {
  page: Page;
  /** Console errors, warnings and Content-Security-Policy violations. */
  consoleErrors: readonly string[];
  end: () => Promise<void>;
};

type As = { email: string; password: string };

export type Viewport = {
  width?: number;
  colorScheme?: 'light' | 'dark';
  timezoneId?: string;
  hasTouch?: boolean;
};

/** A fresh profile in South Africa, with downloads and reduced motion. */
export async function visit(browser: Browser, options: Viewport = {}): Promise<Visit> {
  const { width = 1440, colorScheme = 'light', timezoneId = 'Africa/Johannesburg' } = options;
  const height = width < 640 ? 844 : 900;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    timezoneId,
    hasTouch: options.hasTouch ?? false,
    acceptDownloads: true,
    reducedMotion: 'reduce',
    // The headless shell asks before a page writes to the clipboard.
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  // Chromium loses an interception that starts while the service worker takes over the page. With
  // one it keeps no cache of its own.
  await context.route('**/intercepted-from-the-first-request', (route) => route.fallback());
  const page = await context.newPage();
  const consoleErrors: string[] = [];
  page.on('pageerror', (error) => consoleErrors.push(String(error)));
  page.on('console', (message) => {
    // A refused call is an answer, not a fault of the page, which says of a list on the console
    // that it could not be loaded.
    const isAnswer = /^(?:Failed to load resource|Unable to get )/.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !isAnswer)
      consoleErrors.push(message.text());
  });
  let hasEnded = false;
  const end = async (): Promise<void> => {
    if (hasEnded) return;
    hasEnded = true;
    // A test may still be answering a request of the page: not an error.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  };
  return { page, consoleErrors, end };
}

/** Signs in by the form, on the way to `place`; without one, one is at home afterwards. */
export async function signInByForm(page: Page, url: string, as: As, place = '/'): Promise<void> {
  await page.goto(url + (place === '/' ? '/logon' : place));
  await waitOrTell(page, page.getByLabel('Email'));
  await typeSignIn(page, as);
  await waitForFrame(page);
}

/** Fills in the form of the page that signs in, and sends it. */
export async function typeSignIn(page: Page, as: As): Promise<void> {
  await page.getByLabel('Email').fill(as.email);
  await page.getByLabel('Password').fill(as.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
}

/** The notices at the edge of the page. */
export const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Signs in without the form, which has its own tests and costs another page. */
export async function signIn(page: Page, url: string, as: As, place = '/'): Promise<void> {
  const token = await logonAt(url, as);
  // In the page that is opened next, and not again in those after it: a session may end.
  await page.addInitScript((value) => {
    if (window.name.includes(value)) return;
    window.name += value;
    sessionStorage.setItem('token', value);
  }, token);
  await page.goto(url + place);
  await waitForFrame(page);
}

/** Waits for the frame of a page, which a user who is signed in sees. */
export async function waitForFrame(page: Page): Promise<void> {
  await waitOrTell(page, page.getByRole('button', { name: /^Account of / }));
}

/** Waits until the heading is there and nothing loads for three frames. */
export async function waitForIdle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  // `waitForFunction` takes the promise of a function for its yes.
  await page.evaluate(async () => {
    const busy = () =>
      document.querySelector('[aria-busy="true"], [aria-label="Activity"] [role="progressbar"]');
    for (let frames = 0, quiet = 0; quiet < 3; frames += 1) {
      if (frames === 1_800) throw new Error(`The page is busy still: ${busy()?.outerHTML}`);
      await new Promise(requestAnimationFrame);
      quiet = busy() ? 0 : quiet + 1;
    }
  });
}

/** Throws what the page shows instead if it does not come. */
async function waitOrTell(page: Page, part: Locator): Promise<void> {
  await part.waitFor().catch(async (cause: unknown) => {
    const text = await page
      .locator('body')
      .innerText()
      .catch(() => 'nothing');
    throw new Error(`Not shown at ${page.url()}, but: ${text.replaceAll(/\s+/g, ' ')}`, { cause });
  });
}

/** The token of a sign-in without a browser. */
export async function logonAt(url: string, { email, password }: As): Promise<string> {
  const reply = await fetch(`${url}${apiRoot}${accountEndpoints.logon.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return ((await reply.json()) as { token: string }).token; // the contract's reply
}

/** A large file takes long to make on a busy machine. */
const patience = { timeout: 120_000 };

/** Clicks what saves a file, and reads the file. */
export async function savedFile(
  page: Page,
  button: Pick<Locator, 'click'>,
): Promise<{ name: string; bytes: Buffer; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download', patience), button.click()]);
  const chunks: Buffer[] = [];
  // a stream without encoding gives buffers
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  return { name: download.suggestedFilename(), bytes, text: bytes.toString('utf8') };
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

/** Calls of the method to the address do not arrive. */
export async function loseRequests(page: Page, address: string, method: string): Promise<void> {
  await page.route(address, (route) =>
    route.request().method() === method ? route.abort() : route.continue(),
  );
}

/** The next call to the address does not arrive. */
export async function loseNextRequest(page: Page, address: string): Promise<void> {
  await page.route(address, async (route) => route.abort(), { times: 1 });
}
