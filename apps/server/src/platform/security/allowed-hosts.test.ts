import { role } from '@recoup/contract/core/access';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { request, sendRaw, portOf } from '../../../test/raw-http.ts';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../startup/config.ts';

const test = useApp();
type Server = { app: FastifyInstance; port: number };
const servers: { public?: Server; open?: Server; local?: Server } = {};

beforeAll(async () => {
  servers.public = await listen({
    RECOUP_PUBLIC_URL: 'https://recoup.example.co.za',
    HOST: '10.0.0.5',
  });
  servers.open = await listen({ HOST: '0.0.0.0' });
  servers.local = await listen({});
});
afterAll(async () => {
  for (const server of Object.values(servers)) await server.app.close();
});

async function listen(env: NodeJS.ProcessEnv): Promise<Server> {
  const { publicUrl, servedHosts } = readConfig(env);
  const app = await buildApp({
    db: test.db,
    clock: test.clock,
    publicUrl,
    servedHosts,
    metricsToken: 'm'.repeat(32),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, port: portOf(app.server) };
}

const send = async (server: Server | undefined, bytes: string) => sendRaw(server?.port ?? 0, bytes);
const ask = (target: string, hosts: readonly string[], version = '1.1') =>
  [
    `GET ${target} HTTP/${version}\r\n`,
    ...hosts.map((host) => `Host: ${host}\r\n`),
    'Connection: close\r\n\r\n',
  ].join('');
const api = '/core/api/openapi.json';

it.each([
  'recoup.example.co.za',
  'RECOUP.example.co.za:443',
  '10.0.0.5:3000',
  'localhost:3000',
  '127.0.0.1',
  '[::1]:3000',
])('serves its public host, its own address and this machine: %s', async (host) => {
  expect((await send(servers.public, ask(api, [host]))).status).toBe(200);
  expect((await send(servers.public, ask(`http://${host}${api}`, [host]))).status).toBe(200);
});

it.each([
  'evil.example',
  'recoup.example.co.za.evil.example',
  'evil-recoup.example.co.za',
  '10.0.0.6',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'recoup.example.co.za@evil.example',
  'recoup.example.co.za, evil.example',
  'recoup.example.co.za/x',
])('rejects another host where there is a public one: %s', async (host) => {
  for (const target of ['/', api, '/nothing', `http://recoup.example.co.za${api}`]) {
    const reply = await send(servers.public, ask(target, [host]));
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.body)).toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/^The request names a host that/),
    });
  }
  expect(
    (await send(servers.public, ask(`http://${host}${api}`, ['recoup.example.co.za']))).status,
  ).not.toBe(200);
});

it('serves any host if other machines reach it without a public URL, else localhost', async () => {
  expect((await send(servers.open, ask('/core/api/me', ['office-server:3000']))).status).toBe(401);
  expect((await send(servers.local, ask('/core/api/me', ['localhost:3000']))).status).toBe(401);
  expect((await send(servers.local, ask('/core/api/me', ['rebound.evil.example']))).status).toBe(
    400,
  );
});

it('rejects two hosts and none, for any path', async () => {
  for (const server of Object.values(servers)) {
    for (const path of ['/', api, '/healthz', '/metrics']) {
      for (const hosts of [
        ['localhost', 'localhost'],
        ['localhost', 'evil.example'],
        ['evil.example', 'localhost'],
      ]) {
        const two = await send(server, ask(path, hosts));
        expect([two.status, JSON.parse(two.body).message]).toEqual([
          400,
          'The request names more than one host.',
        ]);
      }
      for (const hosts of [[], ['']]) {
        const none = await send(server, ask(path, hosts));
        expect([none.status, JSON.parse(none.body).message]).toEqual([
          400,
          'The request names no host.',
        ]);
      }
    }
  }
});

it('needs a host of HTTP/1.0 only where there is a public one', async () => {
  expect((await send(servers.open, ask(api, [], '1.0'))).status).toBe(200);
  expect((await send(servers.public, ask(api, [], '1.0'))).status).toBe(400);
  expect((await send(servers.public, ask(api, ['evil.example'], '1.0'))).status).toBe(400);
  expect((await send(servers.public, ask(api, ['recoup.example.co.za'], '1.0'))).status).toBe(200);
});

it('answers a balancer and Prometheus by address', async () => {
  for (const path of ['/healthz', '/readyz', '/readyz?probe=1']) {
    expect((await send(servers.public, ask(path, ['10.1.2.3:3000']))).status).toBe(200);
    expect((await send(servers.public, ask(path, [], '1.0'))).status).toBe(200);
  }
  expect((await send(servers.public, ask('/metrics', ['10.1.2.3:3000']))).status).toBe(401);
});

it('does not believe X-Forwarded-Host', async () => {
  const forwarded = { 'x-forwarded-host': 'recoup.example.co.za', host: 'evil.example' };
  expect((await send(servers.public, request(`GET ${api}`, forwarded))).status).toBe(400);
});

it('repeats an unknown host in no answer and no SMS', async () => {
  const user = await test.aUser({ firm: await test.aFirm(), role: role.attorney });
  const evil = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example',
    origin: 'http://evil.example',
  };
  for (const server of Object.values(servers)) {
    for (const what of [
      'GET /',
      'GET /home',
      'GET /core/api/me',
      `GET ${api}`,
      'GET //evil',
      'GET /assets',
      'GET /core/api/v2/sendOtp',
      'POST /core/api/logon',
    ]) {
      const reply = await send(server, request(what, evil));
      expect(JSON.stringify(reply)).not.toContain('evil.example');
    }
  }
  await test.call(`GET /v2/sendOtp?email=${user.email}`, { headers: { host: 'evil.example' } });
  const texts = (await test.sms()).map(({ text }) => text);
  expect(texts).toEqual([expect.stringContaining('@recoup.test')]);
});
