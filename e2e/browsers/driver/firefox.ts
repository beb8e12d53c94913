import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Bidi, openBidi } from './bidi.ts';
import type { Driver, Engine, Launch } from './driver.ts';
import { startProgram } from './processes.ts';

export const firefox: Engine = { name: 'firefox', hasTouch: true, launch };

type Logged = { level: string; text: string };
type Evaluated =
  | { type: 'success'; result: { value?: string; sharedId?: string } }
  | { type: 'exception'; exceptionDetails: { text: string } };

async function launch({ width, height, isPhone, profile, downloads }: Launch): Promise<Driver> {
  await writeFile(path.join(profile, 'user.js'), preferences(isPhone));
  const browser = await startProgram({
    program: 'firefox-esr',
    args: ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'],
    ready: /WebDriver BiDi listening on (ws:\S+)/,
  });
  const complaints: string[] = [];
  const bidi = await openBidi(`${browser.said}/session`, (method, params) => {
    const { level, text } = params as Logged; // the one event that is subscribed to
    if (method === 'log.entryAdded' && ['error', 'warn'].includes(level)) complaints.push(text);
  });
  const context = await openWindow(bidi, downloads);
  const driver = driverOf(bidi, context);
  await driver.resize({ width, height });
  return {
    ...driver,
    complaints: async () => complaints,
    async close() {
      await bidi.command('browser.close', {});
      await browser.end();
    },
  };
}

/** A finger is coarse and cannot hover (`nsLookAndFeel`), and its events are those of touch. */
function preferences(isPhone: boolean): string {
  const values = {
    // No window of a first start, and no calls to Mozilla.
    'app.normandy.enabled': false,
    'browser.aboutwelcome.enabled': false,
    'browser.shell.checkDefaultBrowser': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'services.settings.server': 'data:,',
    ...(isPhone && {
      'dom.w3c_touch_events.enabled': 1,
      'ui.primaryPointerCapabilities': 1,
      'ui.allPointerCapabilities': 1,
      'ui.useOverlayScrollbars': 1,
    }),
  };
  return Object.entries(values)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');
}

async function openWindow(bidi: Bidi, downloads: string): Promise<string> {
  await bidi.command('session.new', { capabilities: {} });
  // In the first window the address field has the focus.
  const { context } = await bidi.command<{ context: string }>('browsingContext.create', {
    type: 'window',
  });
  await bidi.command('browser.setDownloadBehavior', {
    downloadBehavior: { type: 'allowed', destinationFolder: downloads },
  });
  // Of this window alone: Firefox opens a downloaded PDF in a tab of its own viewer.
  const contexts = [context];
  await bidi.command('session.subscribe', { events: ['log.entryAdded'], contexts });
  // Firefox does not report violations of the policy to WebDriver.
  await bidi.command('script.addPreloadScript', { functionDeclaration: String(reportViolations) });
  return context;
}

function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    setTimeout(() => Reflect.get(window, 'console').error(effectiveDirective, blockedURI)),
  );
}

function driverOf(bidi: Bidi, context: string): Omit<Driver, 'complaints' | 'close'> {
  const run = async (expression: string) => {
    const target = { context };
    const evaluated = await bidi.command<Evaluated>('script.evaluate', {
      expression,
      target,
      awaitPromise: false,
    });
    if (evaluated.type === 'exception') throw new Error(evaluated.exceptionDetails.text);
    return evaluated.result;
  };
  const readPicture = async (method: string) =>
    Buffer.from((await bidi.command<{ data: string }>(method, { context })).data, 'base64');
  return {
    async goto(url) {
      await bidi.command('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async evaluate(expression) {
      const { value } = await run(`JSON.stringify(${expression})`);
      return value === undefined ? undefined : JSON.parse(value);
    },
    async perform(source) {
      await bidi.command('input.performActions', { context, actions: [source] });
    },
    async setFiles(expression, files) {
      const { sharedId } = await run(expression);
      await bidi.command('input.setFiles', { context, element: { sharedId }, files });
    },
    screenshot: () => readPicture('browsingContext.captureScreenshot'),
    print: () => readPicture('browsingContext.print'),
    async resize(viewport) {
      await bidi.command('browsingContext.setViewport', { context, viewport });
    },
  };
}
