import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { minutes, seconds } from '../../platform/core/clock.ts';

// A model of decisions 10 and 11: an attacker with many networks acts in any order and at any pace.
// An owner at a known place still gets in with the right password and with the right code.
const test = useApp();
const password = 'a-long-and-quiet-river';
const office = '198.51.100.1';

/** Networks of the attacker: IPv4 addresses, the /64s of one /48, and the owner's own office. */
const networks = [
  ...Array.from({ length: 8 }, (_, index) => `203.0.113.${index + 1}`),
  ...Array.from({ length: 8 }, (_, index) => `2001:db8:66:${index + 1}::1`),
  office,
];
/** Code attempts a day: strangers, the owner's networks, and all with devices (decision 11). */
const mostGuesses = 60 + 30;

type Step =
  | { kind: 'logon' | 'sendOtp' | 'verify'; network: number; times: number }
  | { kind: 'assault' }
  | { kind: 'wait'; ms: number }
  | { kind: 'owner'; way: 'password' | 'code' };

const network = fc.nat(networks.length - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('logon', 'sendOtp', 'verify'),
      network,
      times: fc.integer({ min: 1, max: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'assault' } as const) }, // a literal type
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('wait'),
      ms: fc.constantFrom(seconds(1), seconds(31), seconds(61), minutes(6)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('owner'), way: fc.constantFrom('password', 'code') }),
  },
);

let serial = 0;

/** Has signed in once, from the office if `isAtOffice`, and keeps the device. */
async function anOwner() {
  serial += 1;
  const cell = `0827${String(serial).padStart(6, '0')}`;
  const { email } = await test.aUser({ password, cell });
  const home = `192.0.2.${serial % 250}`;
  const first = await test.call('POST /logon', { body: { email, password }, from: home });
  const cookie =
    [first.headers['set-cookie']]
      .flat()
      .find((each) => each?.startsWith('recoup-device='))
      ?.split(';')[0] ?? '';
  const texts = async () =>
    (await test.sms())
      .filter(({ to, text }) => to === cell && /^\d{8} /.test(text))
      .map(({ text }) => text.slice(0, 8));
  return { email, cookie, home, texts };
}

type Owner = Awaited<ReturnType<typeof anOwner>>;

/** At the attacker's office (known by the device) or at home (known by the network). */
async function comeThrough(
  owner: Owner,
  way: 'password' | 'code',
  at: { from: string; headers?: { cookie: string } },
): Promise<number> {
  const { email } = owner;
  if (way === 'password')
    return (await test.call('POST /logon', { body: { email, password }, ...at })).statusCode;
  const before = (await owner.texts()).length;
  const token = await test.data<string>(`GET /v2/sendOtp?email=${email}`, at);
  const texts = await owner.texts();
  if (texts.length !== before + 1) return 0;
  return (await test.call('POST /v2/verifyOtp', { body: { otp: texts.at(-1), token }, ...at }))
    .statusCode;
}

function anAttacker(owner: Owner) {
  const { email } = owner;
  const tokens: { token: string; isSent: boolean }[] = [];
  const ctx = { guesses: 0 };
  const asks = {
    logon: async (from: string) =>
      void (await test.call('POST /logon', { body: { email, password: 'wrong' }, from })),
    async sendOtp(from: string) {
      const before = (await owner.texts()).length;
      const reply = await test.call(`GET /v2/sendOtp?email=${email}`, { from });
      const isSent = (await owner.texts()).length > before;
      if (reply.statusCode === 200)
        tokens.push({ token: reply.json<{ data: string }>().data, isSent });
    },
    async verify(from: string) {
      const one = tokens[tokens.length - 1 - (ctx.guesses % Math.max(1, tokens.length))];
      if (!one) return;
      const { statusCode } = await test.call('POST /v2/verifyOtp', {
        body: { otp: '00000000', token: one.token },
        from,
      });
      if (one.isSent && statusCode === 400) ctx.guesses += 1;
    },
  };
  /** Uses up the strangers' attempts, the office's attempts and a day's codes at once. */
  const assault = async (): Promise<void> => {
    for (const from of networks) {
      await asks.sendOtp(from);
      await Promise.all([1, 2, 3, 4, 5].flatMap(() => [asks.logon(from), asks.verify(from)]));
    }
  };
  return { asks, assault, ctx };
}

/** Returns the statuses of the owner's requests, and the number of evaluated guesses. */
async function play(steps: readonly Step[], isAtOffice: boolean) {
  const statuses: number[] = [];
  const owner = await anOwner();
  const at = isAtOffice
    ? { from: office, headers: { cookie: owner.cookie } }
    : { from: owner.home };
  const { asks, assault, ctx } = anAttacker(owner);
  const once: { assault?: Promise<void> } = {};
  let codes = 0;
  for (const one of steps) {
    if (one.kind === 'wait') test.clock.advance(one.ms);
    else if (one.kind === 'assault') await (once.assault ??= assault());
    else if (one.kind !== 'owner')
      for (let count = 0; count < one.times; count += 1)
        await asks[one.kind](networks[one.network] ?? office);
    else if (one.way === 'password' || codes < 3) {
      // The owner's own requests have a minute between them.
      if (one.way === 'code') test.clock.advance(seconds(61));
      if (one.way === 'code') codes += 1;
      statuses.push(await comeThrough(owner, one.way, at));
    }
  }
  statuses.push(await comeThrough(owner, 'password', at));
  if (codes === 0) statuses.push(await comeThrough(owner, 'code', at));
  test.clock.advance(minutes(24 * 60));
  return { statuses, guesses: ctx.guesses };
}

it.each([
  ['by the device, in a network where the attacker is too', true],
  ['by the network', false],
])('lets an owner known %s sign in during any attack', async (_, isAtOffice) => {
  const worst = { refused: 0, guesses: 0 };
  const holds = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
    const { statuses, guesses } = await play(steps, isAtOffice);
    worst.refused = statuses.filter((status) => status !== 200).length;
    worst.guesses = Math.max(worst.guesses, guesses);
    return worst.refused === 0;
  });
  await fc.assert(holds, { numRuns: 4, seed: 20_261_122, endOnFailure: true });
  expect(worst.refused).toBe(0);
  expect(worst.guesses).toBeLessThanOrEqual(mostGuesses);
});

it('lets a new owner sign in while an attacker guesses codes from a whole /48', async () => {
  const owner = await anOwner();
  const { asks } = anAttacker(owner);
  const elsewhere = { from: '192.0.2.251' };
  const before = (await owner.texts()).length;
  const token = await test.data<string>(`GET /v2/sendOtp?email=${owner.email}`, elsewhere);
  const code = (await owner.texts())[before];
  for (let round = 0; round < 7; round += 1) {
    await asks.sendOtp('2001:db8:77:1::1');
    for (let count = 0; count < 6; count += 1) await asks.verify('2001:db8:77:1::1');
    for (let count = 0; count < 7; count += 1)
      await asks.logon(`2001:db8:77:${10 * round + count}::1`);
  }
  expect(
    await test.call('POST /v2/verifyOtp', { body: { otp: code, token }, ...elsewhere }),
  ).toAnswer(200);
  expect(
    await test.call('POST /logon', { body: { email: owner.email, password }, ...elsewhere }),
  ).toAnswer(200);
});

it('blocks an attacker across accounts of one /48, but no known owner in it', async () => {
  const owner = await anOwner();
  const inside = { from: '2001:db8:88:ffff::1', headers: { cookie: owner.cookie } };
  // Known by this network as well from now on.
  expect(await comeThrough(owner, 'password', inside)).toBe(200);
  const expiresAt = new Date(test.clock.now().getTime() + minutes(15));
  await test.insertRows('limits', { key: 'network:2001:db8:88::/48', count: 390, expiresAt });
  const statuses: number[] = [];
  for (let index = 1; index <= 20; index += 1) {
    const body = { email: `sprayed${index}@nowhere.co.za`, password: 'wrong' };
    statuses.push(
      (await test.call('POST /logon', { body, from: `2001:db8:88:${index}::1` })).statusCode,
    );
  }
  expect(statuses).toEqual([
    ...Array.from({ length: 10 }, () => 401),
    ...Array.from({ length: 10 }, () => 429),
  ]);
  expect(
    await comeThrough(owner, 'password', { from: '2001:db8:88:2::1', headers: inside.headers }),
  ).toBe(200);
  expect(await comeThrough(owner, 'password', { from: inside.from })).toBe(200);
  expect(await comeThrough(owner, 'code', { from: inside.from })).toBe(200);
  const another = await anOwner();
  expect(await comeThrough(another, 'password', { from: '2001:db8:89:1::1' })).toBe(200);
});
