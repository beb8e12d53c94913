import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launch } from './browser.ts';

const web = fileURLToPath(new URL('../../apps/web', import.meta.url));
const vite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url));
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** Serves the page of parts without a product. Opens it in a new window with touch. */
export function useParts(): (place?: string) => Promise<Page> {
  let folder: string;
  let server: Server | undefined;
  let browser: Browser | undefined;
  let context: BrowserContext | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'recoup-parts-'));
    const build = ['build', '--config', 'parts.config.ts', '--outDir', folder, '--emptyOutDir'];
    await promisify(execFile)(process.execPath, [vite, ...build], { cwd: web });
    server = await serve(folder);
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
    await rm(folder, { recursive: true, force: true });
  });
  return async (place = '') => {
    if (!browser || !server) throw new Error('useParts() is ready inside of tests only');
    await context?.close();
    context = await browser.newContext({
      viewport: { width: 1024, height: 900 },
      hasTouch: true,
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
    await page.goto(`http://localhost:${port}/ui.html${place}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };
}

function serve(folder: string): Promise<Server> {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    readFile(path.join(folder, pathname)).then(
      (bytes) =>
        response
          .setHeader('content-type', types[path.extname(pathname)] ?? 'text/plain')
          .end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  return new Promise((resolve) => server.listen(0, 'localhost', () => resolve(server)));
}
