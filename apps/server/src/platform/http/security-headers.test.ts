import { allEndpoints } from '@recoup/contract/endpoints';
import { describe, expect, it } from 'vitest';
import {
  apiAnswer,
  headerChecks,
  password,
  signedIn,
  unreadable,
  useHeaderServers,
} from '../../../test/header-servers.ts';
import { type RawReply, request, sendRaw, portOf } from '../../../test/raw-http.ts';
import { buildApp } from '../../app.ts';
import { connect } from '../database/connections.ts';
import { createPool } from '../database/pool.ts';

const ctx = useHeaderServers();
const { test } = ctx;
const anId = '0190a6f2-0000-7000-8000-000000000000';
const json = { 'content-type': 'application/json' };

const openEndpoints = ['logon', 'logonWithFactor', 'sendOtp', 'verifyOtp'].concat([
  'findSignOn',
  'logonWithTicket',
]);

describe.each(ctx.servers)('over $name', (server) => {
  const { send, exactly, count, cookies } = headerChecks(server);
  const bearer = (token = ctx.token) => ({ authorization: `Bearer ${token}` });

  it('answers endpoints without a token, with a forged one, and with a wrong role', async () => {
    for (const [name, call] of Object.entries(allEndpoints)) {
      const what = `${call.method} /core/api${call.path.replaceAll(/\{\w+\}/g, anId)}`;
      const isOpen = openEndpoints.includes(name);
      exactly(await send(request(what)), apiAnswer, isOpen ? 400 : 401);
      exactly(
        await send(request(what, { authorization: `Bearer ${'a'.repeat(43)}` })),
        apiAnswer,
        isOpen ? 400 : 401,
      );
    }
    exactly(await send(request('POST /core/api/firms', bearer())), apiAnswer, 403);
    exactly(await send(request('GET /core/api/disbursements', bearer(ctx.system))), apiAnswer, 403);
    expect(count()).toBe(2 * Object.keys(allEndpoints).length + 2);
  });

  it('answers good, bad, missing and too large requests', async () => {
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
    const logon = (input: string) =>
      post(JSON.stringify({ email: ctx.email, password: input }), { ...json, host: 'recoup.test' });
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
    const token = await test.signInAs();
    exactly(
      await send(request('POST /core/api/logout', bearer(token))),
      { ...signedIn, 'clear-site-data': '"cache"' },
      200,
    );
    expect(count()).toBe(4);
  });

  it('answers unknown paths and methods with 404', async () => {
    const places = [
      '/core/api/nothing',
      '/core',
      '/assets/nothing.js',
      '/assets/',
      '/assets/../../../etc/passwd',
    ];
    for (const place of places) exactly(await send(request(`GET ${place}`)), apiAnswer, 404);
    for (const method of ['OPTIONS', 'TRACE', 'DELETE', 'PUT', 'PATCH', 'PROPFIND', 'SEARCH'])
      for (const place of ['/', '/core/api/download', '/core/api/logon', '/favicon.svg'])
        exactly(await send(request(`${method} ${place}`)), apiAnswer, 404);
    for (const place of ['/me', '/download', '/v2/sendOtp', '/openapi.json'])
      exactly(await send(request(`HEAD /core/api${place}`, bearer())), apiAnswer, 404);
    expect(count()).toBe(37);
  });

  it('answers unreadable requests', async () => {
    const bytes: [string, number, object?][] = [
      ['nonsense\r\n\r\n', 400],
      ['GET / HTTP/9.9\r\n\r\n', 400],
      ['GET /\u0000 HTTP/1.1\r\nhost: a\r\n\r\n', 400],
      ['GET / HTTP/1.1\r\nconnection: close\r\n\r\n', 400, apiAnswer],
      ['GET / HTTP/1.1\r\nhost: a\r\nbad header\r\n\r\n', 400],
      [
        'POST /core/api/logon HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n' +
          'transfer-encoding: chunked\r\n\r\n0\r\n\r\n',
        400,
      ],
      [
        'POST /core/api/logon HTTP/1.1\r\nhost: a\r\n' +
          'content-length: 4\r\ncontent-length: 5\r\n\r\n',
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
      webRoot: ctx.webRoot,
    });
    const stopping: RawReply[] = [];
    app.addHook(
      'preClose',
      async () => void stopping.push(await sendRaw(port, request('GET /healthz'))),
    );
    await app.listen({ host: '127.0.0.1', port: 0 });
    const port = portOf(app.server);
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
