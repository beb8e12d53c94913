// WebDriver over HTTP: https://www.w3.org/TR/webdriver2/
import type { WindowSize } from './driver.ts';
import { until } from './until.ts';

export type Classic = {
  command: <Value>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
  ) => Promise<Value>;
  evaluate: (expression: string) => Promise<unknown>;
  setFiles: (expression: string, files: readonly string[]) => Promise<void>;
  screenshot: () => Promise<Buffer>;
};

type Reply<Value> = { value: Value | { error: string; message: string } };

/** The name of an element's id on the wire, which the standard fixes. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
const patienceMs = 60_000;

export async function openClassic(driverUrl: string, capabilities: object): Promise<Classic> {
  const { sessionId } = await send<{ sessionId: string }>('POST', `${driverUrl}/session`, {
    capabilities: { alwaysMatch: capabilities },
  });
  const command: Classic['command'] = (method, path, body) =>
    send(method, `${driverUrl}/session/${sessionId}${path}`, body);
  const run = <Value>(script: string) =>
    command<Value>('POST', '/execute/sync', { script, args: [] });
  return {
    command,
    async evaluate(expression) {
      const json = await run<string | null>(`return JSON.stringify(${expression})`);
      return json === null ? undefined : JSON.parse(json);
    },
    async setFiles(expression, files) {
      const element = await run<{ [elementKey]: string }>(`return ${expression}`);
      await command('POST', `/element/${element[elementKey]}/value`, { text: files.join('\n') });
    },
    async screenshot() {
      return Buffer.from(await command<string>('GET', '/screenshot'), 'base64');
    },
  };
}

/** The window around the page, which a size of the page has to allow for. */
export async function frameOf(classic: Classic): Promise<WindowSize> {
  const outer = await classic.command<WindowSize>('GET', '/window/rect');
  const [width, height] = await innerSize(classic);
  return { width: outer.width - width, height: outer.height - height };
}

/** Gives the page in a window the size, and waits until it has it. */
export async function resizePage(
  classic: Classic,
  frame: WindowSize,
  { width, height }: WindowSize,
): Promise<void> {
  await classic.command('POST', '/window/rect', {
    width: width + frame.width,
    height: height + frame.height,
  });
  await until(`be ${width} pixels wide`, async () => {
    const [innerWidth, innerHeight] = await innerSize(classic);
    return innerWidth === width && innerHeight === height;
  });
}

async function innerSize(classic: Classic): Promise<[number, number]> {
  return (await classic.evaluate('[innerWidth, innerHeight]')) as [number, number]; // as asked for
}

async function send<Value>(method: string, url: string, body?: object): Promise<Value> {
  const reply = await fetch(url, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patienceMs),
  });
  const { value } = (await reply.json()) as Reply<Value>; // the standard's reply
  if (typeof value === 'object' && value !== null && 'error' in value)
    throw new Error(`${method} ${url}: ${value.error}: ${value.message}`);
  return value;
}
