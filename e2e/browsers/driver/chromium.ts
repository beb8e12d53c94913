import { openClassic } from './classic.ts';
import type { Driver, Engine, Launch } from './driver.ts';
import { startProgram } from './processes.ts';

/** The control: what fails here too is no fault of another engine. */
export const chromium: Engine = { name: 'chromium', hasTouch: true, launch };

type LogEntry = { message: string };

async function launch({ width, height, isPhone, profile, downloads }: Launch): Promise<Driver> {
  const driver = await startProgram({
    program: 'chromedriver',
    args: ['--port=0'],
    ready: /started successfully on port (\d+)/,
  });
  const classic = await openClassic(`http://127.0.0.1:${driver.said}`, {
    'goog:chromeOptions': {
      args: ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`],
      prefs: { 'download.default_directory': downloads },
    },
    'goog:loggingPrefs': { browser: 'WARNING' },
  });
  const devtools = (cmd: string, params: object) =>
    classic.command('POST', '/goog/cdp/execute', { cmd, params });
  const resize: Driver['resize'] = async (size) => {
    const metrics = { ...size, deviceScaleFactor: 1, mobile: isPhone };
    await devtools('Emulation.setDeviceMetricsOverride', metrics);
  };
  await devtools('Emulation.setTouchEmulationEnabled', { enabled: isPhone });
  await resize({ width, height });
  const complaints: string[] = [];
  return {
    evaluate: classic.evaluate,
    setFiles: classic.setFiles,
    screenshot: classic.screenshot,
    resize,
    goto: (url) => classic.command('POST', '/url', { url }),
    perform: (source) => classic.command('POST', '/actions', { actions: [source] }),
    async print() {
      return Buffer.from(await classic.command<string>('POST', '/print', {}), 'base64');
    },
    async complaints() {
      const entries = await classic.command<LogEntry[]>('POST', '/se/log', { type: 'browser' });
      // A refused call is an answer, not a fault of the page.
      const messages = entries.map(({ message }) => message);
      complaints.push(...messages.filter((each) => !each.includes('Failed to load resource')));
      return complaints;
    },
    async close() {
      await classic.command('DELETE', '');
      await driver.end();
    },
  };
}
