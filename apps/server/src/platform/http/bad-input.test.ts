import type { Endpoint } from '@recoup/contract/core/endpoint';
import { allEndpoints } from '@recoup/contract/endpoints';
import { isOpen } from '@recoup/contract/core/access';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';

const test = useApp();
let token = '';
const anId = '0190a6f2-0000-7000-8000-000000000000';

beforeAll(async () => {
  token = await test.signInAdmin();
});

const closedCalls = Object.entries(allEndpoints).filter(([, call]) => !isOpen(call.may));

it.each(closedCalls)(
  'answers %s without a token, or with a made-up one, with 401 in the one shape',
  async (_, call) => {
    const what = `${call.method} ${call.path.replaceAll(/\{\w+\}/g, anId)}`;
    for (const input of [undefined, 'a'.repeat(43)]) {
      const reply = await test.call(what, { token: input });
      expect(reply).toAnswer(401);
      expect(reply.json()).toEqual({
        code: 'unauthenticated',
        message: 'Your session has ended. Please sign in again.',
      });
    }
  },
);

it.each([
  ['unreadable JSON', '{"email":', 400, 'unreadable_json'],
  ['an empty body', '', 400, 'unreadable_json'],
  ['a prototype in the JSON', '{"__proto__":{"email":"x"}}', 400, 'unreadable_json'],
  ['a list instead of an object', '[]', 400, 'invalid_input'],
  ['a body that is too large', JSON.stringify({ email: 'x'.repeat(40_000) }), 413, 'too_large'],
])('answers %s with a sentence', async (_, body, status, code) => {
  expect(await test.call('POST /logon', { body })).toAnswer(status, {
    code,
    message: expect.any(String),
  });
});

it.each([
  ['a NUL byte', { email: 'a@b.co.za', password: 'a\u0000b' }, 'password'],
  ['a lone surrogate', { email: 'a@b.co.za', password: 'a\ud800b' }, 'password'],
  ['letters that were lost on the way', { email: 'a@b.co.za', password: 'a\ufffdb' }, 'password'],
  ['a wrong type', { email: 1, password: 'x' }, 'email'],
  ['an unknown field', { email: 'a@b.co.za', password: 'x', admin: true }, 'admin'],
])('rejects %s and names the field', async (_, body, field) => {
  const reply = await test.call('POST /logon', { body });
  expect(reply).toAnswer(400);
  expect(Object.keys(reply.json<{ fields: object }>().fields)).toEqual([field]);
});

it('rejects an unexpected query or body, and reads the scheme in any case', async () => {
  expect(await test.call('GET /me?x=1', { token })).toAnswer({
    code: 'invalid_input',
    fields: { x: expect.any(String) },
  });
  expect((await test.call('GET /me?__proto__=1', { token })).json()).toEqual({
    code: 'invalid_input',
    message: 'This field is not known here.',
  });
  expect(await test.call('GET /me', { headers: { authorization: `bearer ${token}` } })).toAnswer(
    200,
  );
});

it.each([
  ['POST /logon', '[]'],
  ['POST /exports', 'null'],
  ['POST /exports', '0'],
  ['POST /logout', 'null'],
])('reports that the body of %s must be an object and not %s', async (what, body) => {
  const reply = await test.call(what, { token, body });
  expect([reply.statusCode, reply.json()]).toEqual([
    400,
    { code: 'invalid_input', message: 'The body must be a JSON object.' },
  ]);
});

it.each(['/core/api/users/%', '/core/api/users/%ff', '/core/api/%zz'])(
  'reports that the address %s is not readable',
  async (url) => {
    const reply = await test.app.inject({
      method: 'GET',
      url,
      headers: { authorization: `Bearer ${token}` },
    });
    const message =
      'The address is not readable: ' +
      'each % must begin the two hexadecimal digits of a byte of UTF-8.';
    expect([reply.statusCode, reply.json()]).toEqual([400, { code: 'invalid_input', message }]);
  },
);

it('explains the error for a body longer than its length', async () => {
  const headers = { 'content-type': 'application/json', 'content-length': '3' };
  const reply = await test.app.inject({
    method: 'POST',
    url: '/core/api/logon',
    headers,
    payload: '{"a":1}',
  });
  expect(reply.json()).toEqual({
    code: 'invalid_input',
    message: 'The body is not as long as its Content-Length says.',
  });
});

it('rejects a body in an encoding that is not read', async () => {
  const reply = await test.call('POST /logon', {
    body: '{}',
    headers: { 'content-encoding': 'gzip' },
  });
  const message = 'Please send the body uncompressed (without Content-Encoding).';
  expect([reply.statusCode, reply.json()]).toEqual([
    415,
    { code: 'unsupported_media_type', message },
  ]);
});

const fileCalls = Object.values(allEndpoints).filter((call) => 'takes' in call);
const otherTypes = [
  'application/json',
  'text/plain',
  'multipart/form-data; boundary=x',
  'no media type',
  '',
];

const refusedTypes = (call: Endpoint) =>
  otherTypes.filter((type) => call.body === undefined || type !== 'application/json');

it.each(fileCalls.flatMap((call) => refusedTypes(call).map((type) => ({ ...call, type }))))(
  'names the media type of $path when it gets "$type"',
  async ({ method, path, takes, type }) => {
    const reply = await test.call(`${method} ${path}`, {
      token,
      body: '{}',
      headers: { 'content-type': type },
    });
    const types = takes?.join(', ').replace(', application', ' or application');
    const message = `Please send the file itself as ${types}.`;
    expect([reply.statusCode, reply.json()]).toEqual([
      415,
      { code: 'unsupported_media_type', message },
    ]);
  },
);

it.each(['1e1', '01', '+1', ' 1', '1000001', '0x1'])(
  'rejects a page number written as %s',
  async (page) => {
    expect(await test.call(`GET /firms?page=${encodeURIComponent(page)}`, { token })).toAnswer(400);
  },
);

it('accepts JSON alone', async () => {
  const reply = await test.call('POST /logon', {
    body: 'email=a',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(reply).toAnswer(415, { code: 'unsupported_media_type' });
});

it('answers an unknown address and an unknown method with 404 in the one shape', async () => {
  for (const what of ['GET /nothing', 'DELETE /users', 'PUT /logon']) {
    expect(await test.call(what, { token })).toAnswer(404, { code: 'not_found' });
  }
});

it('rejects a write that carries the XSRF cookie without the equal header', async () => {
  const attempt = (headers: Record<string, string>) =>
    test.call('POST /logout', { token, headers });
  expect(await attempt({ cookie: 'XSRF-TOKEN=abc' })).toAnswer({ code: 'xsrf_mismatch' });
  expect(await attempt({ cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abd' })).toAnswer(403);
  expect(await attempt({ cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abc' })).toAnswer(200);
});

it('logs user, endpoint, address and reason of a rejection, at a level by its status', async () => {
  const attorney = await test.aUser();
  const admin = await test.anAdmin();
  const before = test.log.length;
  await test.call('PUT /firms/0190a6f2-0000-7000-8000-000000000000', {
    token: await test.signIn(attorney),
    from: '10.3.0.1',
  });
  await test.call('GET /me', { token: 'a'.repeat(43), from: '10.3.0.2' });
  await test.call('GET /users/0190a6f2-0000-7000-8000-000000000000', {
    token: await test.signIn(admin),
    from: '10.3.0.3',
  });
  expect(test.log.slice(before).map((line) => JSON.parse(line))).toMatchObject([
    {
      msg: 'request',
      method: 'PUT',
      route: '/core/api/firms/:id',
      status: 403,
      address: '10.3.0.1',
      userId: attorney.id,
    },
    { msg: 'request', method: 'GET', route: '/core/api/me', status: 401, address: '10.3.0.2' },
    {
      msg: 'request',
      method: 'GET',
      route: '/core/api/users/:id',
      status: 404,
      address: '10.3.0.3',
      userId: admin.id,
    },
  ]);
});
