import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { frameOf, openClassic, resizePage } from './classic.ts';
import type { Driver, Engine, Launch } from './driver.ts';
import { freePort, startProgram } from './processes.ts';
import { until } from './until.ts';

export const webkit: Engine = { name: 'webkit', hasTouch: false, launch };

type Answer = { complaints: string[]; json?: string };

/** The toolbar of the test browser would not let its window be as narrow as a phone. */
const narrowToolbar =
  '* { min-width: 0; min-height: 0; margin: 0; border-width: 0; padding: 0; font-size: 1px;' +
  ' -gtk-icon-transform: scale(0.1); }';

async function launch({ width, height, profile, downloads }: Launch): Promise<Driver> {
  await mkdir(path.join(profile, 'gtk-3.0'));
  await writeFile(path.join(profile, 'gtk-3.0/gtk.css'), narrowToolbar);
  await writeFile(path.join(profile, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  // WebKitGTK has no headless mode.
  const display = await startProgram({
    program: 'Xvfb',
    args: ['-displayfd', '1', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'],
    ready: /^(\d+)$/m,
  });
  const port = await freePort();
  const driver = await startProgram({
    program: 'WebKitWebDriver',
    args: ['-p', `${port}`],
    env: {
      DISPLAY: `:${display.said}`,
      GDK_BACKEND: 'x11',
      HOME: profile,
      XDG_CONFIG_HOME: profile,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await until('reach WebKitWebDriver', () =>
    fetch(`${url}/status`).then(
      () => true,
      () => false,
    ),
  );
  const classic = await openClassic(url, {});
  const frame = await frameOf(classic);
  const resize: Driver['resize'] = (size) => resizePage(classic, frame, size);
  await resize({ width, height });
  const complaints: string[] = [];
  return {
    setFiles: classic.setFiles,
    screenshot: classic.screenshot,
    resize,
    goto: (address) => classic.command('POST', '/url', { url: address }),
    perform: (source) => classic.command('POST', '/actions', { actions: [source] }),
    print: async () => undefined,
    async evaluate(expression) {
      // The driver gives no console, so the page notes what would stand there.
      const script = `(${String(watched)})(() => ${expression})`;
      const answer = (await classic.evaluate(script)) as Answer; // the function's own
      complaints.push(...answer.complaints);
      return answer.json === undefined ? undefined : JSON.parse(answer.json);
    },
    complaints: async () => complaints,
    async close() {
      await classic.command('DELETE', '');
      await driver.end();
      await display.end();
    },
  };
}

/** Evaluates in the page, and notes its errors, warnings and violations from the first time on. */
function watched(read: () => unknown): Answer {
  const page: Window & { complaints?: string[] } = window;
  if (page.complaints === undefined) {
    const noted: string[] = [];
    page.complaints = noted;
    window.addEventListener('error', ({ message }) => noted.push(message));
    window.addEventListener('unhandledrejection', ({ reason }) => noted.push(String(reason)));
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      noted.push(`${effectiveDirective} ${blockedURI}`),
    );
    for (const level of ['error', 'warn'] as const) {
      const write = console[level].bind(console);
      console[level] = (...words: unknown[]) => {
        noted.push(words.map(String).join(' '));
        write(...words);
      };
    }
  }
  const json = JSON.stringify(read());
  return { complaints: page.complaints.splice(0), json };
}
