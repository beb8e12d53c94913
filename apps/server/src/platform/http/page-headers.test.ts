import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { everywhere, headerChecks, useHeaderServers } from '../../../test/header-servers.ts';
import { request } from '../../../test/raw-http.ts';

const ctx = useHeaderServers();
/** Of the text of the one script in the page. */
const hash = createHash('sha256').update('a()').digest('base64');
const directives = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${hash.replace(/[+]/g, String.raw`\+`)}'`,
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
const start = '</assets/start.js>; rel=modulepreload; crossorigin';
const vary = { vary: 'accept' };
/** The frame, or a public page, with its script. */
const preloading = (name: string) => ({
  ...vary,
  link: `${start}, </assets/${name}.js>; rel=modulepreload; crossorigin`,
});
const frame = preloading('frame');

describe.each(ctx.servers)('over $name', (server) => {
  const { send, exactly, count, cookie, isSecure } = headerChecks(server);

  it('answers with the page, also to HEAD', async () => {
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
    };
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
      exactly(reply, { ...page, ...more, 'set-cookie': cookie }, 200);
      const policy = reply.headers['content-security-policy'] ?? '';
      expect(pagePolicy.exec(policy)?.[1]).toBe(
        isSecure ? '; upgrade-insecure-requests; report-to csp' : '',
      );
    }
    exactly(
      await send(request('GET /', { accept: 'text/html', cookie: 'XSRF-TOKEN=a' })),
      page,
      200,
    );
    expect(count()).toBe(10);
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
