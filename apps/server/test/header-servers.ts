import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect } from 'vitest';
import { buildApp } from '../src/app.ts';
import { type TestApp, useApp } from './app.ts';
import { type RawReply, sendRaw, portOf } from './raw-http.ts';

export const password = 'a-long-and-quiet-river';

/** Headers of Node about the connection, which differ with each answer and guard nothing. */
const transport = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'];
export const unreadable = {
  'content-type': 'application/json; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
};
const { 'content-type': _json, ...bare } = unreadable;
export const everywhere = { ...bare, 'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) };
export const apiAnswer = { ...everywhere, 'content-type': 'application/json; charset=utf-8' };
export const signedIn = { ...apiAnswer, 'session-seconds-left': expect.stringMatching(/^\d+$/) };

const preloads = {
  '/home': ['/assets/frame.js'],
  // The page loads them itself, after its data.
  '/home/entries': ['/assets/a.js', '/assets/e.js'],
  '/guide': ['/assets/guide.js'],
  '*': ['/assets/not-found.js'],
};
/** Inline scripts of the page, and of that with its start within it. */
export const inlineScripts = ['a()', 'b(1 < 2)'] as const;
export const wholePage = [
  `<p>Recoup</p><script>${inlineScripts[0]}</script>`,
  `<script type="module">${inlineScripts[1]}</script>`,
].join('');
export type HeaderServer = { name: string; publicUrl: string; app: FastifyInstance; port: number };
const createServers = (): HeaderServer[] =>
  ['http', 'https'].map((scheme) => ({
    name: scheme,
    publicUrl: `${scheme}://recoup.test`,
    app: undefined as unknown as FastifyInstance, // set in beforeAll
    port: 0,
  }));

type HeaderContext = {
  test: TestApp;
  servers: HeaderServer[];
  webRoot: string;
  token: string;
  system: string;
  email: string;
};

/** The product over http and https, with a built page. Read its members in tests only. */
export function useHeaderServers(): HeaderContext {
  const test = useApp();
  const servers = createServers();
  const ctx = { test, servers, webRoot: '', token: '', system: '', email: '' };
  beforeAll(async () => {
    ctx.webRoot = await mkdtemp(path.join(tmpdir(), 'recoup-headers-'));
    for (const folder of ['assets', '.vite']) await mkdir(path.join(ctx.webRoot, folder));
    await writeFile(path.join(ctx.webRoot, '.vite/preloads.json'), JSON.stringify(preloads));
    await writeFile(path.join(ctx.webRoot, '.vite/page.html'), wholePage);
    await writeFile(path.join(ctx.webRoot, '.vite/page.html.br'), brotliCompressSync(wholePage));
    const script = `export const words = "${'x'.repeat(2000)}";`;
    for (const [name, text] of Object.entries({
      'index.html': [
        `<p>Recoup</p><script>${inlineScripts[0]}</script>`,
        '<script defer src="/assets/start.js"></script>',
      ].join(''),
      'favicon.svg': '<svg/>',
      'service-worker.js': script,
    }))
      await writeFile(path.join(ctx.webRoot, name), text);
    for (const name of ['a-12345678.js', 'a-12345678.js.br'])
      await writeFile(path.join(ctx.webRoot, 'assets', name), script);
    const firm = await test.aFirm();
    const admin = await test.anAdmin({ firm, password });
    ctx.email = admin.email;
    await test.anEntry({ firm, attorney: admin });
    ctx.token = await test.signIn(admin);
    ctx.system = await test.signInAs({ firm: null });
    for (const server of servers) {
      server.app = await buildApp({
        db: test.db,
        clock: test.clock,
        publicUrl: server.publicUrl,
        webRoot: ctx.webRoot,
      });
      await server.app.listen({ host: '127.0.0.1', port: 0 });
      server.port = portOf(server.app.server);
    }
  });
  afterAll(async () => {
    for (const { app } of servers) await app.close();
    await rm(ctx.webRoot, { recursive: true });
  });
  return ctx;
}

export function headerChecks(server: HeaderServer) {
  const isSecure = server.name === 'https';
  const tls = isSecure
    ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
    : {};
  const send = (bytes: string) => sendRaw(server.port, bytes);
  const compared: number[] = [];
  /** How many answers were compared since the last time. */
  const count = () => compared.splice(0).length;
  const exactly = (reply: RawReply, expected: object, status: number | readonly number[]) => {
    const guards = Object.fromEntries(
      Object.entries(reply.headers).filter(([name]) => !transport.includes(name)),
    );
    expect(guards).toEqual({ ...expected, ...tls });
    expect([status].flat()).toContain(reply.status);
    compared.push(reply.status);
  };
  const cookie = expect.stringMatching(
    new RegExp(`^XSRF-TOKEN=[0-9a-f]{32}; Path=/;${isSecure ? ' Secure;' : ''} SameSite=Strict$`),
  );
  const cookies = expect.stringMatching(
    /^XSRF-TOKEN=\w{32}; [^|]+ \|\| \S*recoup-device=[\w-]{43}; Max-Age=5184000; Path=\/; HttpOnly/,
  );
  return { isSecure, send, exactly, count, cookie, cookies };
}
