import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { role } from '@recoup/contract/core/access';
import { allEndpoints } from '@recoup/contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { aDisbursementType, aFirm, aMatter, anEntry, aUser } from '../../../test/factories.ts';
import { type RawReply, request, sendRaw } from '../../../test/raw-http.ts';
import { buildApp } from '../../app.ts';
import { connect, createPool } from '../database/connections.ts';

const test = useApp();
const anId = '0190a6f2-0000-7000-8000-000000000000';
const seen = { webRoot: '', token: '', system: '', email: '' };
const password = 'a-long-and-quiet-river';
const json = { 'content-type': 'application/json' };

/** What Node says of the connection and the length of the message; it differs with each answer and guards nothing. */
const transport = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'];
const unreadable = {
  'content-type': 'application/json; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
};
const { 'content-type': _json, ...bare } = unreadable;
const everywhere = { ...bare, 'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) };
const apiAnswer = { ...everywhere, 'content-type': 'application/json; charset=utf-8' };
const signedIn = { ...apiAnswer, 'session-seconds-left': expect.stringMatching(/^\d+$/) };

const pagePolicy =
  /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[A-Za-z0-9+/]{22}=='; style-src-attr 'none'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types default; report-uri \/core\/api\/csp-reports(.*)$/;

const homes = {
  '/home': ['/assets/frame.js', '/assets/frame.css'],
  '/home/entries': ['/assets/a.js', '/assets/e.js'],
};
const preloads = { '/': ['/assets/a.js'], ...homes };
const signIn = { link: '</assets/a.js>; rel=modulepreload; crossorigin' };
const vary = { vary: 'accept' };
const entries = { ...vary, link: `${signIn.link}, </assets/e.js>; rel=modulepreload; crossorigin` };
const moduleLink = '</assets/frame.js>; rel=modulepreload; crossorigin';
const frame = {
  ...vary,
  link: `${moduleLink}, </assets/frame.css>; rel=preload; as=style; crossorigin`,
};

type Server = { name: string; publicUrl: string; app: FastifyInstance; port: number };
const servers: Server[] = ['http', 'https'].map((scheme) => ({
  name: scheme,
  publicUrl: `${scheme}://recoup.test`,
  app: undefined as unknown as FastifyInstance, // set in beforeAll
  port: 0,
}));

beforeAll(async () => {
  seen.webRoot = await mkdtemp(path.join(tmpdir(), 'recoup-headers-'));
  for (const folder of ['assets', '.vite']) await mkdir(path.join(seen.webRoot, folder));
  await writeFile(path.join(seen.webRoot, '.vite/preloads.json'), JSON.stringify(preloads));
  const script = `export const words = "${'x'.repeat(2000)}";`;
  for (const [name, text] of Object.entries({
    'index.html': '<p>__CSP_NONCE__</p>',
    'favicon.svg': '<svg/>',
    'service-worker.js': script,
  }))
    await writeFile(path.join(seen.webRoot, name), text);
  for (const name of ['a-12345678.js', 'a-12345678.js.br'])
    await writeFile(path.join(seen.webRoot, 'assets', name), script);
  const firm = await aFirm(test.db);
  const admin = await aUser(test.db, { firm, role: role.attorneyAdmin, password });
  seen.email = admin.email;
  await anEntry(test.db, {
    firm,
    attorney: admin,
    matter: await aMatter(test.db, firm),
    type: await aDisbursementType(test.db, firm),
  });
  seen.token = await test.signIn(admin);
  seen.system = await test.signIn(await aUser(test.db, { firm: null }));
  for (const server of servers) {
    server.app = await buildApp({
      db: test.db,
      clock: test.clock,
      publicUrl: server.publicUrl,
      webRoot: seen.webRoot,
    });
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    server.port = (server.app.server.address() as AddressInfo).port; // it listens on a port
  }
});
afterAll(async () => {
  for (const { app } of servers) await app.close();
  await rm(seen.webRoot, { recursive: true });
});

describe.each(servers)('over $name', (server) => {
  const isSecure = server.name === 'https';
  const tls = isSecure
    ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
    : {};
  const send = (bytes: string) => sendRaw(server.port, bytes);
  const bearer = (token = seen.token) => ({ authorization: `Bearer ${token}` });
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

  it('answers every call without a token, with a made-up one, and with the wrong role', async () => {
    for (const [name, call] of Object.entries(allEndpoints)) {
      const what = `${call.method} /core/api${call.path.replaceAll(/\{\w+\}/g, anId)}`;
      const isOpen = ['logon', 'sendOtp', 'verifyOtp'].includes(name);
      exactly(await send(request(what)), apiAnswer, isOpen ? 400 : 401);
      exactly(
        await send(request(what, { authorization: `Bearer ${'a'.repeat(43)}` })),
        apiAnswer,
        isOpen ? 400 : 401,
      );
    }
    exactly(await send(request('POST /core/api/firms', bearer())), apiAnswer, 403);
    exactly(
      await send(request('GET /core/api/disbursements', bearer(seen.system))),
      apiAnswer,
      403,
    );
    expect(count()).toBe(2 * Object.keys(allEndpoints).length + 2);
  });

  it('answers what goes well, what is bad, what is missing, and too much', async () => {
    for (const url of [
      '/me',
      '/users',
      '/firms',
      '/disbursements',
      '/matters',
      '/entries',
      '/exports',
      '/imports',
    ])
      exactly(await send(request(`GET /core/api${url}`, bearer())), signedIn, 200);
    exactly(await send(request('GET /core/api/openapi.json')), apiAnswer, 200);
    for (const url of [`/users/${anId}`, `/disbursements/${anId}`, `/exports/${anId}`])
      exactly(await send(request(`GET /core/api${url}`, bearer())), signedIn, 404);
    exactly(await send(request('GET /core/api/users?page=0', bearer())), signedIn, 400);
    const post = (body: string, headers: Record<string, string>) =>
      send(request('POST /core/api/logon', headers, body));
    exactly(await post('{', json), apiAnswer, 400);
    exactly(
      await post('a=1', { 'content-type': 'application/x-www-form-urlencoded' }),
      apiAnswer,
      415,
    );
    exactly(await post(JSON.stringify({ email: 'x'.repeat(40_000) }), json), apiAnswer, 413);
    exactly(await post('{}', { ...json, cookie: 'XSRF-TOKEN=a' }), apiAnswer, 403);
    exactly(await post('{}', { ...json, 'sec-fetch-site': 'cross-site' }), apiAnswer, 403);
    const logon = (given: string) =>
      post(JSON.stringify({ email: seen.email, password: given }), {
        ...json,
        host: 'recoup.test',
      });
    exactly(await logon(password), { ...apiAnswer, 'set-cookie': cookies }, 200);
    exactly(await logon('wrong'), apiAnswer, 401);
    const wrong = JSON.stringify({ email: `nobody@${server.name}.co.za`, password: 'wrong' });
    for (let tries = 0; tries < 5; tries += 1) await post(wrong, json);
    exactly(await post(wrong, json), { ...apiAnswer, 'retry-after': '5' }, 429);
    expect(count()).toBe(21);
  });

  it('answers a file of the API, and a sign-out', async () => {
    const file = {
      ...signedIn,
      'content-disposition': expect.stringMatching(
        /^attachment; filename="recoup-export-\d+\.\w+"; filename\*=UTF-8''/,
      ),
      'content-location': expect.stringMatching(/^\/core\/api\/exports\/[0-9a-f-]{36}\/file$/),
    };
    const types = [
      'text/csv',
      'application/pdf',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ];
    for (const accept of types) {
      const reply = await send(request('GET /core/api/download', { ...bearer(), accept }));
      exactly(reply, { ...file, 'content-type': expect.stringContaining(accept) }, 200);
    }
    const token = await test.signIn(await aUser(test.db));
    exactly(
      await send(request('POST /core/api/logout', bearer(token))),
      { ...signedIn, 'clear-site-data': '"cache"' },
      200,
    );
    expect(count()).toBe(4);
  });

  it('answers with the page, anew for each visit, also to HEAD', async () => {
    const page = {
      ...everywhere,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(pagePolicy),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'permissions-policy':
        'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=(), browsing-topics=()',
      ...(isSecure && { 'reporting-endpoints': 'csp="/core/api/csp-reports"' }),
    };
    const nonces = new Set<string | undefined>();
    const gets = {
      'GET /': signIn,
      'GET /index.html': {},
      'GET /home/firms': frame,
      'GET /home/entries?new=entry': entries,
    };
    for (const [what, more] of Object.entries({
      ...gets,
      'HEAD /': signIn,
      'HEAD /homely': vary,
    })) {
      const reply = await send(request(what, { accept: 'text/html' }));
      exactly(reply, { ...page, ...more, 'set-cookie': cookie }, 200);
      const policy = reply.headers['content-security-policy'] ?? '';
      nonces.add(/nonce-([^']+)/.exec(policy)?.[1]);
      expect(pagePolicy.exec(policy)?.[1]).toBe(
        isSecure ? '; upgrade-insecure-requests; report-to csp' : '',
      );
    }
    expect(nonces.size).toBe(6);
    exactly(
      await send(request('GET /', { accept: 'text/html', cookie: 'XSRF-TOKEN=a' })),
      { ...page, ...signIn },
      200,
    );
    expect(count()).toBe(7);
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

  it('answers what is nowhere, and methods that nobody serves, with 404', async () => {
    const places = [
      '/core/api/nothing',
      '/core',
      '/assets/nothing.js',
      '/assets/',
      '/assets/../../../etc/passwd',
    ];
    for (const place of places) exactly(await send(request(`GET ${place}`)), apiAnswer, 404);
    for (const method of ['OPTIONS', 'TRACE', 'DELETE', 'PUT', 'PATCH', 'PROPFIND', 'SEARCH'])
      for (const place of ['/', '/core/api/me', '/core/api/logon', '/favicon.svg'])
        exactly(await send(request(`${method} ${place}`)), apiAnswer, 404);
    for (const place of ['/me', '/download', '/v2/sendOtp', '/openapi.json'])
      exactly(await send(request(`HEAD /core/api${place}`, bearer())), apiAnswer, 404);
    expect(count()).toBe(37);
  });

  it('answers what is no readable request', async () => {
    const bytes: [string, number, object?][] = [
      ['nonsense\r\n\r\n', 400],
      ['GET / HTTP/9.9\r\n\r\n', 400],
      ['GET /\u0000 HTTP/1.1\r\nhost: a\r\n\r\n', 400],
      ['GET / HTTP/1.1\r\nconnection: close\r\n\r\n', 400, apiAnswer],
      ['GET / HTTP/1.1\r\nhost: a\r\nbad header\r\n\r\n', 400],
      [
        'POST /core/api/logon HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
        400,
      ],
      [
        'POST /core/api/logon HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\ncontent-length: 5\r\n\r\n',
        400,
      ],
      [`GET / HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
      [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`, 431],
      [request('GET /core/api/%'), 400, apiAnswer],
      [request('GET /%E0%A4%A'), 400, apiAnswer],
      [request(`GET /core/api/users/${'a'.repeat(65)}`), 404, apiAnswer],
    ];
    for (const [text, status, expected = unreadable] of bytes)
      exactly(await send(text), expected, status);
    const expecting = await send(
      request('POST /core/api/logon', { ...json, expect: 'a-miracle' }, '{}'),
    );
    exactly(expecting, unreadable, 417);
    expect(JSON.parse(expecting.body)).toEqual({
      code: 'invalid_input',
      message: 'Of Expect only 100-continue is known.',
    });
    expect(count()).toBe(13);
  });

  it('answers when the database is gone, and while it stops', async () => {
    const pool = createPool(test.databaseUrl, { max: 1 });
    const app = await buildApp({
      db: connect(pool),
      publicUrl: server.publicUrl,
      webRoot: seen.webRoot,
    });
    const stopping: RawReply[] = [];
    app.addHook(
      'preClose',
      async () => void stopping.push(await sendRaw(port, request('GET /healthz'))),
    );
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo; // it listens on a port
    await pool.end();
    const broken = await sendRaw(port, request('GET /core/api/me', bearer()));
    exactly(broken, apiAnswer, 500);
    expect(JSON.parse(broken.body)).toMatchObject({
      code: 'internal',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    exactly(await sendRaw(port, request('GET /healthz')), apiAnswer, 200);
    exactly(await sendRaw(port, request('HEAD /readyz')), apiAnswer, 503);
    await app.close();
    expect(stopping).toHaveLength(1);
    for (const reply of stopping) exactly(reply, { ...apiAnswer, 'retry-after': '2' }, 503);
    expect(count()).toBe(4);
  });
});
