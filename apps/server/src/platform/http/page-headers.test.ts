import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  everywhere,
  headerChecks,
  inlineScripts,
  useHeaderServers,
  wholePage,
} from '../../../test/header-servers.ts';
import { request } from '../../../test/raw-http.ts';

const ctx = useHeaderServers();
const hashes = inlineScripts.map((text) => {
  const hash = createHash('sha256').update(text).digest('base64');
  return `'sha256-${hash.replace(/[+]/g, String.raw`\+`)}'`;
});
const directives = [
  "default-src 'none'",
  `script-src 'self' ${hashes.join(' ')}`,
  "style-src 'self'",
  "style-src-attr 'none'",
  "img-src 'self' data: blob:",
  'frame-src blob:',
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
  'report-uri /core/api/csp-reports(.*)',
];
const pagePolicy = new RegExp(`^${directives.join('; ')}$`);

/** The script that the page names comes first. */
const start = '</assets/start.js>; rel=preload; as=script';
const vary = { vary: 'accept' };
/** The frame, or a public page, with its script. */
const preloading = (name: string) => ({
  ...vary,
  link: `${start}, </assets/${name}.js>; rel=modulepreload; crossorigin`,
});
const frame = preloading('frame');

describe.each(ctx.servers)('over $name', (server) => {
  const { send, exactly, count, cookie, isSecure } = headerChecks(server);

  const page = {
    ...everywhere,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringMatching(pagePolicy),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'permissions-policy':
      'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), ' +
      'usb=(), browsing-topics=()',
    ...(isSecure && { 'reporting-endpoints': 'csp="/core/api/csp-reports"' }),
    'set-cookie': cookie,
  };

  it('answers with the page, also to HEAD', async () => {
    const gets = {
      'GET /': {},
      'GET /index.html': {},
      'GET /home/firms': frame,
      'GET /home/entries?new=entry': frame,
      'GET /logon?email=a': vary,
      'GET /guide?a=b': preloading('guide'),
      'GET /nowhere': preloading('not-found'),
    };
    for (const [what, more] of Object.entries({
      ...gets,
      'HEAD /': {},
      'HEAD /homely': preloading('not-found'),
    })) {
      const reply = await send(request(what, { accept: 'text/html' }));
      exactly(reply, { ...page, ...more }, 200);
      const policy = reply.headers['content-security-policy'] ?? '';
      expect(pagePolicy.exec(policy)?.[1]).toBe(
        isSecure ? '; upgrade-insecure-requests; report-to csp' : '',
      );
    }
    const { 'set-cookie': _, ...known } = page;
    exactly(
      await send(request('GET /', { accept: 'text/html', cookie: 'XSRF-TOKEN=a' })),
      known,
      200,
    );
    expect(count()).toBe(10);
  });

  it('sends the start within the page to a browser that opens an address', async () => {
    const opening = {
      accept: 'text/html',
      'accept-encoding': 'gzip, deflate, br',
      'sec-fetch-mode': 'navigate',
    };
    const link = '</assets/frame.js>; rel=modulepreload; crossorigin';
    const whole = { ...page, 'content-encoding': 'br' };
    exactly(await send(request('GET /logon', opening)), { ...whole, ...vary }, 200);
    exactly(await send(request('GET /home', opening)), { ...whole, ...vary, link }, 200);
    exactly(await send(request('HEAD /', opening)), whole, 200);
    for (const other of [{ 'sec-fetch-mode': 'cors' }, { 'accept-encoding': 'gzip' }])
      exactly(
        await send(request('GET /home', { ...opening, ...other })),
        { ...page, ...frame },
        200,
      );
    const { rawPayload } = await server.app.inject({ url: '/home', headers: opening });
    expect(brotliDecompressSync(rawPayload).toString()).toBe(wholePage);
    expect(count()).toBe(5);
  });

  it('answers with the files of the page, also with 304 and as a part', async () => {
    const file = {
      ...everywhere,
      etag: expect.any(String),
      'last-modified': expect.any(String),
      'accept-ranges': 'bytes',
    };
    const script = {
      'content-type': 'application/javascript; charset=utf-8',
      'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    };
    const asset = {
      ...file,
      ...script,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    };
    const worker = { ...file, ...script, 'cache-control': 'no-cache', vary: 'accept-encoding' };
    const icon = {
      ...file,
      'cache-control': 'no-cache',
      'content-type': 'image/svg+xml; charset=utf-8',
      vary: 'accept-encoding',
    };
    const kinds = {
      '/assets/a-12345678.js': asset,
      '/service-worker.js': worker,
      '/favicon.svg': icon,
    };
    for (const [url, expected] of Object.entries(kinds)) {
      const reply = await send(request(`GET ${url}`));
      exactly(reply, expected, 200);
      exactly(await send(request(`HEAD ${url}`)), expected, 200);
      exactly(
        await send(request(`GET ${url}`, { range: 'bytes=0-2' })),
        { ...expected, 'content-range': expect.any(String) },
        206,
      );
      const { 'content-type': type, ...rest } = expected;
      const unchanged = expected === icon ? { ...rest, 'content-type': type } : rest;
      exactly(
        await send(request(`GET ${url}`, { 'if-none-match': reply.headers.etag ?? '' })),
        unchanged,
        304,
      );
    }
    const packed = await send(request('GET /assets/a-12345678.js', { 'accept-encoding': 'br' }));
    exactly(packed, { ...asset, 'content-encoding': 'br' }, 200);
    expect(count()).toBe(13);
  });
});
