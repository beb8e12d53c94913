import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { aSignOnFirm, failureIn, ticketIn, useSignOn } from '../../test/sign-on-firm.ts';
import { newKey, startProvider } from '../../test/sign-on-provider.ts';
import { seconds } from '../platform/core/clock.ts';

const { test, provider, aLinkedFirm: anOffice } = useSignOn();

it('says that a provider is down, and names it on Operations until it answers', async () => {
  const office = await anOffice();
  const token = await test.signInAs({ firm: null });
  const failing = async () =>
    (await test.data<{ kind: string }[]>('GET /operations', { token })).filter(
      ({ kind }) => kind === 'sign-on',
    );
  const answer = (response: ServerResponse) => void response.writeHead(503).end('gone');
  provider().lies = { answer: { '/.well-known/openid-configuration': answer } };
  expect(failureIn(await office.walk())).toBe('unreachable');
  expect(failureIn(await office.walk())).toBe('unreachable');
  expect(await failing()).toEqual([
    {
      firm: { _id: office.firm.id, name: office.firm.name },
      kind: 'sign-on',
      what: new URL(provider().issuer).host,
      reason: 'The provider describes itself in no known way.',
      since: test.clock.now().toISOString(),
      tries: 2,
    },
  ]);
  provider().lies = { answer: { '/token': answer } };
  expect(failureIn(await office.walk())).toBe('unreachable');
  // The document alone shows no working provider.
  await office.start();
  expect(await failing()).toMatchObject([{ tries: 3 }]);
  provider().lies = {};
  expect(ticketIn(await office.walk())).toMatch(/\./);
  expect(await failing()).toEqual([]);
});

const endless = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' });
  Readable.from(Array.from({ length: 800 }, () => ' '.repeat(65_536)))
    .on('error', () => undefined)
    .pipe(response);
};

const long = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(`{"keys":[],"more":"${'x'.repeat(300_000)}"}`);
};

it.each<[string, string, (response: ServerResponse) => void]>([
  ['describes itself in 50 MB', '/.well-known/openid-configuration', endless],
  [
    'describes itself inside',
    '/.well-known/openid-configuration',
    (response) => void response.writeHead(302, moved).end(),
  ],
  [
    'answers by a status that does not exist',
    '/token',
    (response) => void response.writeHead(799).end('{}'),
  ],
  ['closes the connection', '/keys', (response) => response.destroy()],
  ['sends too much', '/keys', long],
  ['sends no JSON', '/token', (response) => void response.end('<html>')],
  ['leads elsewhere', '/token', (response) => void response.writeHead(307, moved).end()],
  ['answers with an error', '/token', (response) => void response.writeHead(500).end()],
])('waits for no provider that %s', async (_, path, answer) => {
  const office = await anOffice();
  provider().lies = { answer: { [path]: answer } };
  expect(failureIn(await office.walk())).toBe('unreachable');
});

const moved = { location: 'http://127.0.0.1:1/' };

it('ends a sign-in at a provider that is silent, after five seconds', async () => {
  const office = await anOffice();
  provider().lies = { answer: { '/token': () => undefined } };
  const began = Date.now();
  expect(failureIn(await office.walk())).toBe('unreachable');
  expect(Date.now() - began).toBeLessThan(seconds(9));
});

const discovery = '/.well-known/openid-configuration';

it('signs in at once while the providers of four other firms hang', async () => {
  const office = await anOffice();
  const silent = await startProvider({ now: () => test.clock.now() });
  onTestFinished(async () => silent.close());
  const others = await Promise.all(
    Array.from({ length: 4 }, async () => aSignOnFirm(test, silent)),
  );
  const held: ServerResponse[] = [];
  silent.lies = { answer: { [discovery]: (response) => void held.push(response) } };
  const visits = others.flatMap(({ firm }) =>
    ['198.51.100.1', '203.0.113.1'].flatMap((remoteAddress) =>
      Array.from({ length: 8 }, async () => visit(firm, remoteAddress)),
    ),
  );
  await expect.poll(() => held.length).toBe(40);
  const began = Date.now();
  expect(ticketIn(await office.walk())).toMatch(/\./);
  expect(Date.now() - began).toBeLessThan(seconds(3));
  await silent.close();
  for (const location of await Promise.all(visits)) expect(failureIn(location)).toBe('unreachable');
});

it('leaves places of a firm to others than the network that fills them', async () => {
  const { firm } = await anOffice();
  const held: ServerResponse[] = [];
  provider().lies = { answer: { [discovery]: (response) => void held.push(response) } };
  const flood = Array.from({ length: 61 }, async () => visit(firm, '198.51.100.7'));
  await expect.poll(() => held.length).toBe(6);
  expect(await Promise.race(flood)).toBe('/logon#sign-on-error=busy');
  const own = visit(firm, '203.0.113.7');
  await expect.poll(() => held.length).toBe(7);
  provider().lies = { answer: { [discovery]: (response) => response.destroy() } };
  for (const response of held) response.destroy();
  expect(failureIn(await own)).toBe('unreachable');
  await Promise.all(flood);
});

async function visit({ domain }: { domain: string }, remoteAddress: string): Promise<string> {
  const url = `/core/api/sign-on/start?domain=${domain}`;
  return String((await test.app.inject({ url, remoteAddress })).headers.location);
}

it.each([
  ['token_endpoint', 'http://169.254.169.254/token'],
  ['jwks_uri', 'http://10.0.0.1/keys'],
  ['authorization_endpoint', 'javascript:alert(1)'],
  ['issuer', 'https://elsewhere.example'],
])('follows no %s at %s', async (name, address) => {
  const office = await anOffice();
  provider().lies = { document: { [name]: address } };
  expect(failureIn(await office.walk())).toBe('unreachable');
});

it.each(['/', '/.well-known/openid-configuration'])(
  'follows no provider that calls itself otherwise than the issuer with %s',
  async (end) => {
    const office = await anOffice();
    const issuer = provider().issuer + end;
    await test.updateRows('signOns', { firmId: office.firm.id }, { issuer });
    expect(failureIn(await office.walk())).toBe('unreachable');
  },
);

it('signs in while the provider changes its keys', async () => {
  const { start, open } = await anOffice();
  const { browser, address } = await start();
  provider().keys = [newKey('key-7'), newKey('key-8')];
  expect(ticketIn(await open(provider().approve(address).href, browser))).toMatch(/\./);
});
