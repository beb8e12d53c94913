import type { Page, Request, Route } from 'playwright-core';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { loseRequests } from './browser.ts';

export type Network = {
  /** The server's address through this network. */
  url: string;
  cut: () => Promise<void>;
  restore: () => Promise<void>;
};

/** A network that can be cut, also for service workers, which `setOffline` lets through. */
export async function startNetwork(serverUrl: string): Promise<Network> {
  const { port: serverPort, hostname } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    return socket;
  };
  const relay = createServer((browser) => {
    const server = keep(connect(Number(serverPort), hostname));
    keep(browser).pipe(server).pipe(browser);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => relay.listen(port, hostname, resolve));
  await listen(0);
  const { port } = relay.address() as AddressInfo; // it listens on a port, not on a pipe
  return {
    url: `http://${hostname}:${port}`,
    cut: () =>
      new Promise((resolve) => {
        relay.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    restore: () => listen(port),
  };
}

/** This device stores nothing, so every file of the page comes through its routes. */
export async function keepNothing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () => Promise.reject(new Error('no room on the device'));
  });
}

/** No new entry reaches the server, until the returned function brings the network back. */
export async function goOffline(page: Page): Promise<() => Promise<void>> {
  const entries = '**/core/api/entries';
  await loseRequests(page, entries, 'POST');
  return async () => {
    await page.unroute(entries);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
  };
}

/** Requests to the address wait until the returned function is called. */
export async function holdRequests(
  page: Page,
  address: string,
  isHeld: (request: Request) => boolean = () => true,
): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    if (isHeld(route.request())) await released;
    await route.continue();
  });
  return release;
}

/** The next request of the method, which gets no answer until the route is told how to go on. */
export async function holdNext(
  page: Page,
  method: string,
  address = '**/core/api/entries/*',
): Promise<{ route: Promise<Route> }> {
  const found: { resolve?: ((route: Route) => void) | undefined } = {};
  const route = new Promise<Route>((resolve) => (found.resolve = resolve));
  await page.route(address, async (requested) => {
    const { resolve } = found;
    if (resolve === undefined || requested.request().method() !== method)
      return requested.fallback();
    found.resolve = undefined;
    resolve(requested);
  });
  return { route };
}

/** Changes what the server answers at the address; `T` is the contract's reply. */
export async function changeAnswers<T>(
  page: Page,
  address: string,
  change: (answer: T) => T,
): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as T) }); // see above
  });
}

/** Every reply to the page says the time that `now` returns, in milliseconds. */
export async function setServerTime(page: Page, now: () => number): Promise<void> {
  await page.route('**/core/api/**', async (route) => {
    const response = await route.fetch();
    const date = new Date(now()).toUTCString();
    await route.fulfill({ response, headers: { ...response.headers(), date } });
  });
}
