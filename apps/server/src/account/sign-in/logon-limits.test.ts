import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { deepIt } from '../../../test/deep.ts';
import { useApp } from '../../../test/app.ts';
import { buildApp } from '../../app.ts';
import { minutes, seconds } from '../../platform/core/clock.ts';
import { hashingLimiter } from '../../platform/security/password-hashing.ts';

const test = useApp();
const password = 'a-long-and-quiet-river';

async function logon(email: string, input: string, from: string) {
  return test.call('POST /logon', { body: { email, password: input }, from });
}

async function fail(email: string, from: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1)
    expect((await logon(email, 'wrong', from)).statusCode).toBe(401);
}

/** Runs `work` while every lane of the hashing queue is busy. */
async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const share = { group: 'holder', member: '', isKnown: true };
  const busy = Array.from({ length: availableParallelism() }, () =>
    hashingLimiter.run(share, () => held),
  );
  const result = await work();
  release();
  await Promise.all(busy);
  return result;
}

it.each(['a known', 'an unknown'])(
  'allows five failures at %s account, then requires ever longer waits',
  async (kind) => {
    const email =
      kind === 'a known' ? (await test.aUser({ password })).email : 'nobody@nowhere.co.za';
    await fail(email, '10.0.0.1', 5);
    const waits: number[] = [];
    for (let count = 0; count < 9; count += 1) {
      const refused = await logon(email, password, '10.0.0.1');
      expect(refused).toAnswer(429);
      const wait = Number(refused.headers['retry-after']);
      waits.push(wait);
      test.clock.advance(seconds(wait));
      await fail(email, '10.0.0.1', 1);
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900]);
  },
);

it('accepts the correct password after the wait', async () => {
  const { email } = await test.aUser({ password });
  await fail(email, '10.0.0.2', 5);
  test.clock.advance(seconds(5) - 1);
  // The limit is checked before a request queues for a hash.
  expect(await whileBusy(() => logon(email, password, '10.0.0.2'))).toAnswer(429);
  test.clock.advance(1);
  expect(await logon(email, password, '10.0.0.2')).toAnswer(200);
});

it('forgets no failures because of a success', async () => {
  const { email } = await test.aUser({ password });
  await fail(email, '10.0.0.3', 4);
  expect(await logon(email, password, '10.0.0.3')).toAnswer(200);
  await fail(email, '10.0.0.3', 1);
  expect(await logon(email, password, '10.0.0.3')).toAnswer(429);
});

it('makes an owner wait up to 30 seconds at a new place, and never at a known one', async () => {
  const { email } = await test.aUser({ password });
  for (let network = 1; network <= 29; network += 1) await fail(email, `10.0.9.${network}`, 1);
  expect(await logon(email, password, '10.0.8.1')).toAnswer(200);
  const waits: number[] = [];
  for (let network = 30; network <= 38; network += 1) {
    await fail(email, `10.0.9.${network}`, 1);
    waits.push(Number((await logon(email, password, '10.0.8.2')).headers['retry-after']));
    test.clock.advance(seconds(30));
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30, 30]);
  await fail(email, '10.0.9.39', 1);
  // Where the owner has signed in before there is no such wait.
  expect(await logon(email, password, '10.0.8.1')).toAnswer(200);
  test.clock.advance(seconds(30));
  expect(await logon(email, password, '10.0.8.2')).toAnswer(200);
});

deepIt(
  'blocks a network for 15 minutes after a hundred failures at different accounts',
  async () => {
    const { email } = await test.aUser({ password });
    for (let count = 0; count < 100; count += 1)
      await fail(`nobody${count}@nowhere.co.za`, '10.0.0.4', 1);
    expect(await whileBusy(() => logon(email, password, '10.0.0.4'))).toAnswer(429);
    expect(await logon(email, password, '10.0.0.5')).toAnswer(200);
    test.clock.advance(minutes(15));
    expect(await logon(email, password, '10.0.0.4')).toAnswer(200);
  },
);

deepIt('counts no success, however many at once', async () => {
  const { email } = await test.aUser({ password });
  for (let round = 0; round < 3; round += 1) {
    const replies = await Promise.all(
      Array.from({ length: 50 }, async () => logon(email, password, '10.0.0.6')),
    );
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  }
});

it('evaluates few of 200 parallel wrong passwords; owners sign in elsewhere', async () => {
  const { email } = await test.aUser({ password });
  const [, ...replies] = await Promise.all([
    logon(email, password, '10.0.1.1'),
    ...Array.from({ length: 200 }, async (_, index) =>
      logon(email, 'wrong', `10.0.7.${index % 4}`),
    ),
  ]);
  const statuses = replies.map(({ statusCode }) => statusCode);
  const evaluated = statuses.filter((status) => status === 401).length;
  expect(evaluated).toBeGreaterThanOrEqual(5);
  expect(evaluated).toBeLessThan(36);
  // The rest is told to wait, or that too many wait already.
  expect(statuses.filter((status) => status === 429 || status === 503)).toHaveLength(
    200 - evaluated,
  );
  test.clock.advance(seconds(30));
  expect(await logon(email, password, '10.0.1.1')).toAnswer(200);
});

it.each([
  ['https://recoup.co.za', '10.0.0.9', [5, 5]],
  ['http://recoup.co.za', '10.0.0.10', [5, 0]],
  ['https://recoup.co.za', '196.25.1.1', [5, 0]],
])(
  'trusts the client address from a configured proxy: %s from %s',
  async (publicUrl, peer, expected) => {
    const app = await buildApp({ db: test.db, clock: test.clock, publicUrl });
    const failures = async (client: string): Promise<number> => {
      const ask = async () =>
        app.inject({
          method: 'POST',
          url: '/core/api/logon',
          remoteAddress: peer,
          headers: { 'x-forwarded-for': `198.51.100.7, ${client}` },
          payload: { email: `behind-${peer}@nowhere.co.za`, password: 'wrong' },
        });
      for (let count = 0; ; count += 1) if ((await ask()).statusCode === 429) return count;
    };
    expect([await failures('196.1.1.1'), await failures('196.1.1.2')]).toEqual(expected);
    await app.close();
  },
);

it.each([
  ['an IPv4 address', (port: number) => `203.0.113.7:${port}`],
  ['an IPv6 address', (port: number) => `[2001:db8:7::1]:${port}`],
  ['no address', (port: number) => `no-address-${port}`],
])('makes no network of each port that a proxy forwards with %s', async (_, forwarded) => {
  const app = await buildApp({ db: test.db, clock: test.clock, publicUrl: 'https://recoup.co.za' });
  const statuses: number[] = [];
  for (let port = 1; port <= 6; port += 1) {
    const reply = await app.inject({
      method: 'POST',
      url: '/core/api/logon',
      remoteAddress: '10.9.9.9',
      headers: { 'x-forwarded-for': forwarded(port) },
      payload: { email: `ports-${forwarded(0).length}@nowhere.co.za`, password: 'wrong' },
    });
    statuses.push(reply.statusCode);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  await app.close();
});

it('counts the networks of an IPv6 /48 together; an owner elsewhere does not wait', async () => {
  const { email } = await test.aUser({ password });
  const guess = async (index: number) =>
    (await logon(email, 'wrong', `2001:db8:48:${index.toString(16)}::1`)).statusCode;
  const statuses: number[] = [];
  for (let index = 1; index <= 40; index += 1) statuses.push(await guess(index));
  expect(statuses.filter((status) => status === 401)).toHaveLength(20);
  expect(await logon(email, password, '2001:db8:49::1')).toAnswer(200);
});

it('blocks an IPv6 /48 after 400 failures, which none of its networks reaches alone', async () => {
  const guess = async (index: number) =>
    logon(`n${index}@nowhere.co.za`, 'wrong', `2001:db8:50:${(index >> 6).toString(16)}::1`);
  await test.insertRows('limits', {
    key: 'network:2001:db8:50::/48',
    count: 398,
    expiresAt: new Date(test.clock.now().getTime() + minutes(15)),
  });
  const statuses: number[] = [];
  for (let index = 0; index < 4; index += 1) statuses.push((await guess(100 * index)).statusCode);
  expect(statuses).toEqual([401, 401, 429, 429]);
});

it('keeps separate attempts for a known device in an exhausted network', async () => {
  const { email } = await test.aUser({ password });
  const from = '10.0.60.1';
  const first = await logon(email, password, from);
  const cookie =
    [first.headers['set-cookie']]
      .flat()
      .find((each) => each?.startsWith('recoup-device='))
      ?.split(';')[0] ?? '';
  await fail(email, from, 5);
  expect(await logon(email, password, from)).toAnswer(429);
  const onDevice = async (value: string, device = cookie) =>
    test.call('POST /logon', {
      body: { email, password: value },
      from,
      headers: { cookie: device },
    });
  expect(await onDevice(password)).toAnswer(200);
  expect(await onDevice(password, `recoup-device=${'a'.repeat(43)}`)).toAnswer(429);
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) statuses.push((await onDevice('wrong')).statusCode);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});
