import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { portOf } from '../../../test/raw-http.ts';
import { createEgress } from './egress.ts';

const server = createServer((socket) => void socket.on('error', () => {}).end('hello'));
const port = (): number => portOf(server);
const never = new AbortController().signal;

beforeAll(async () => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

const from = (...answers: string[][]) => {
  const names: string[] = [];
  const find = async (name: string): Promise<string[]> => {
    names.push(name);
    return answers[names.length - 1] ?? [];
  };
  return { names, find };
};

it.each([
  '127.0.0.1',
  '127.1',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '2130706433',
  '127.0.0.1.',
  '１２７.0.0.1',
  '169.254.169.254',
  '[::1]',
  '::1',
  '[::ffff:127.0.0.1]',
  '::ffff:7f00:1',
  'localhost',
  'LOCALHOST',
  'localhost.',
])('connects to no %s', async (host) => {
  const egress = createEgress({ allow: undefined });
  await expect(egress.findAllowed({ host })).rejects.toMatchObject({ reason: 'not_allowed' });
  await expect(egress.connect({ host, port: port() }, never)).rejects.toMatchObject({
    reason: 'not_allowed',
  });
});

it.each(['127.0.0.1', '::1', '169.254.169.254', '::ffff:127.0.0.1'])(
  'connects to no name with the address %s',
  async (address) => {
    const egress = createEgress({ allow: undefined, ...from([address]) });
    const connecting = egress.connect({ host: 'hook.example', port: port() }, never);
    await expect(connecting).rejects.toMatchObject({ reason: 'not_allowed' });
  },
);

it('asks for a name once for a connection, and connects to what it checked', async () => {
  const changing = from(['127.0.0.1'], ['169.254.169.254'], ['127.0.0.1']);
  const egress = createEgress({ allow: '127.0.0.0/8', ...changing });
  const socket = await egress.connect({ host: 'hook.example', port: port() }, never);
  expect([socket.remoteAddress, changing.names]).toEqual(['127.0.0.1', ['hook.example']]);
  socket.destroy();
  await expect(egress.connect({ host: 'hook.example', port: port() }, never)).rejects.toMatchObject(
    { reason: 'not_allowed' },
  );
});

it('leaves out the addresses that are not allowed', async () => {
  const mixed = from(['10.0.0.1', '8.8.8.8', '::1', '2606:4700::1111']);
  const egress = createEgress({ allow: undefined, ...mixed });
  expect(await egress.findAllowed({ host: 'hook.example' })).toEqual([
    { address: '8.8.8.8', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ]);
});

it('allows unencrypted connections only into the networks of the operator', async () => {
  const egress = createEgress({ allow: '10.0.0.0/8', ...from(['8.8.8.8', '10.1.1.1'], []) });
  expect(await egress.findAllowed({ host: 'hook.example', isPlain: true })).toEqual([
    { address: '10.1.1.1', family: 4 },
  ]);
  for (const host of ['8.8.8.8', 'unknown.example'])
    await expect(egress.findAllowed({ host, isPlain: true })).rejects.toMatchObject({
      reason: 'unencrypted',
    });
});

it.each(['a b', 'a/b', 'user@host', 'fe80::1%lo', '', '[::1', '999.1.1.1'])(
  'knows no host %j',
  async (host) => {
    const egress = createEgress({ allow: undefined, ...from(['8.8.8.8']) });
    await expect(egress.connect({ host, port: 443 }, never)).rejects.toMatchObject({
      reason: 'unknown_host',
    });
  },
);

it('takes a failed look-up for a host without addresses', async () => {
  const egress = createEgress({
    allow: undefined,
    find: async () => Promise.reject(new Error('no name server')),
  });
  expect(await egress.findAllowed({ host: 'hook.example' })).toEqual([]);
  await expect(egress.connect({ host: 'hook.example', port: 443 }, never)).rejects.toThrow(
    'The host name was not found.',
  );
});
