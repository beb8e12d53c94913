import { beforeAll, expect, it } from 'vitest';
import { keyRequests } from '../../test/api-keys.ts';
import { useApp } from '../../test/app.ts';

const test = useApp();
const ctx = { key: '', keyId: '', token: '' };

beforeAll(async () => {
  ctx.token = await test.signInAdmin();
  const { key, _id } = await keyRequests(test).make(ctx.token, { scopes: ['read'] });
  Object.assign(ctx, { key, keyId: _id });
});

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const accept = 'application/json, text/event-stream';

async function post(message: unknown, headers: Record<string, string> = {}) {
  return test.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      authorization: `Bearer ${ctx.key}`,
      accept,
      'content-type': 'application/json',
      ...headers,
    },
    payload: typeof message === 'string' ? message : JSON.stringify(message),
  });
}

it('answers JSON, and begins no session', async () => {
  const reply = await post(list);
  expect([
    reply.statusCode,
    reply.headers['content-type'],
    reply.headers['mcp-session-id'],
  ]).toEqual([200, 'application/json; charset=utf-8', undefined]);
  expect(reply).toAnswer({ id: 1, result: { tools: [{ name: 'find_matters' }, {}, {}, {}] } });
});

it('takes notifications without an answer', async () => {
  const reply = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
  expect([reply.statusCode, reply.body]).toEqual([202, '']);
});

it.each([
  ['no key', { authorization: '' }],
  ['an unknown key', { authorization: `Bearer rk_${'x'.repeat(43)}` }],
  ['a session of a person', { authorization: 'SESSION' }],
])('asks for a key: %s', async (_, { authorization }) => {
  const reply = await post(list, {
    authorization: authorization.replace('SESSION', `Bearer ${ctx.token}`),
  });
  expect([reply.statusCode, reply.headers['www-authenticate']]).toEqual([
    401,
    'Bearer realm="Recoup"',
  ]);
  expect(reply.json<{ message: string }>().message).toContain('API key');
});

it('ends with the key', async () => {
  const requests = keyRequests(test);
  const { key, _id } = await requests.make(ctx.token, { scopes: ['read'] });
  const authorization = `Bearer ${key}`;
  expect(await post(list, { authorization })).toAnswer(200);
  await test.call(`DELETE /api-keys/${_id}`, { token: ctx.token });
  expect(await post(list, { authorization })).toAnswer(401);
});

it.each(['GET', 'DELETE', 'PUT', 'PATCH'] as const)(
  'answers no %s: there are no streams',
  async (method) => {
    const headers = { authorization: `Bearer ${ctx.key}`, accept: 'text/event-stream' };
    const reply = await test.app.inject({ method, url: '/mcp', headers });
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'POST']);
  },
);

it.each([
  ['http://evil.example', 403],
  ['null', 403],
  ['http://recoup.test', 200],
])('answers pages of its own site alone: %s', async (origin, status) => {
  expect(await post(list, { origin })).toAnswer(status);
});

it.each([
  ['a batch', [list, list], 400, -32600],
  ['another version of JSON-RPC', { ...list, jsonrpc: '1.0' }, 400, -32700],
  ['a text', '"tools/list"', 400, -32700],
  ['an unknown method', { ...list, method: 'tools/unknown' }, 200, -32601],
  ['no parameters', { ...list, method: 'tools/call' }, 200, -32603],
])('answers %s with an error', async (_, message, status, code) => {
  const reply = await post(message);
  expect([reply.statusCode, reply.json<{ error: { code: number } }>().error.code]).toEqual([
    status,
    code,
  ]);
});

it.each([
  ['what is no JSON', '{', {}, 400],
  ['too much', JSON.stringify({ ...list, params: 'x'.repeat(40_000) }), {}, 413],
  ['too many parts', { ...list, params: { a: Array.from({ length: 2_000 }, () => 1) } }, {}, 400],
  ['another type', 'tools/list', { 'content-type': 'text/plain' }, 415],
  ['a client that takes no JSON', list, { accept: 'text/html' }, 406],
  ['an unknown version', list, { 'mcp-protocol-version': '1999-01-01' }, 400],
])('refuses %s', async (_, message, headers, status) => {
  expect(await post(message, headers)).toAnswer(status);
});
