import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { password } from '../../../test/passwords.ts';
import { codeOf, factorRequests, wrongCode } from '../../../test/second-factors.ts';
import { hours, minutes, seconds } from '../../platform/core/clock.ts';
import { factorTriesPerDay } from './login-throttling.service.ts';

// An attacker who knows the password, but has no second factor, acts from many networks in any
// order and at any pace (decision 67). An owner at a known place still gets in, and the attacker
// has few guesses.
const test = useApp();
const { logon, complete, addApp } = factorRequests(test);
const office = '198.51.100.1';
const networks = [
  ...Array.from({ length: 12 }, (_, index) => `203.0.113.${index + 1}`),
  ...Array.from({ length: 6 }, (_, index) => `2001:db8:67:${index + 1}::1`),
  office,
];

type Step =
  | { kind: 'guess' | 'madeUp' | 'ask' | 'wrongPassword'; network: number; times: number }
  | { kind: 'stolen'; network: number; times: number }
  | { kind: 'assault' }
  | { kind: 'wait'; ms: number }
  | { kind: 'owner' };

const network = fc.nat(networks.length - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('guess', 'madeUp', 'ask', 'wrongPassword', 'stolen'),
      network,
      times: fc.integer({ min: 1, max: 8 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'assault' } as const) }, // a literal type
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait'),
      ms: fc.constantFrom(seconds(31), minutes(6), minutes(16)),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'owner' } as const) }, // a literal type
);

let serial = 0;

/** With an app, and one sign-in at home that left a device cookie. */
async function anOwner() {
  serial += 1;
  const user = await test.anAdmin({ password });
  const { secret } = await addApp(await test.signIn(user));
  const home = `192.0.2.${serial}`;
  const { challenge } = (await logon(user.email, home)).json<{ challenge: string }>();
  const reply = await complete({ challenge, code: codeOf(secret, test.clock.now()) }, home);
  const cookie =
    [reply.headers['set-cookie']]
      .flat()
      .find((each) => each?.startsWith('recoup-device='))
      ?.split(';')[0] ?? '';
  return { email: user.email, secret, home, cookie };
}

type Owner = Awaited<ReturnType<typeof anOwner>>;

/** The status of the second step. The owner waits for the app's next code. */
async function comeThrough(
  { email, secret }: Owner,
  at: { from: string; headers?: { cookie: string } },
  meanwhile: (challenge: string) => Promise<void>,
): Promise<number> {
  test.clock.advance(seconds(31));
  const requested = await test.call('POST /logon', { body: { email, password }, ...at });
  const { challenge = 'c'.repeat(43) } = requested.json<{ challenge?: string }>();
  await meanwhile(challenge);
  const body = { challenge, code: codeOf(secret, test.clock.now()) };
  return (await test.call('POST /logon/second-factor', { body, ...at })).statusCode;
}

function anAttacker({ email, secret }: Owner) {
  const ctx = { guesses: 0, stolen: 'c'.repeat(43) };
  const wrong = () => wrongCode(secret, test.clock.now());
  const guess = async (challenge: string, from: string) => {
    const { statusCode } = await complete({ challenge, code: wrong() }, from);
    if (statusCode === 400) ctx.guesses += 1;
  };
  const acts = {
    ask: async (from: string) => (await logon(email, from)).json<{ challenge?: string }>(),
    guess: async (from: string) => {
      const { challenge } = await acts.ask(from);
      if (challenge !== undefined) await guess(challenge, from);
    },
    madeUp: async (from: string) => complete({ challenge: 'm'.repeat(43), code: '123456' }, from),
    wrongPassword: async (from: string) => logon(email, from, 'wrong'),
    /** The owner's own challenge, from elsewhere. */
    stolen: async (from: string) => guess(ctx.stolen, from),
  };
  const assault = async (): Promise<void> => {
    for (const from of networks)
      await Promise.all([1, 2, 3, 4].flatMap(() => [acts.guess(from), acts.madeUp(from)]));
  };
  return { ctx, acts, assault };
}

async function play(steps: readonly Step[], isAtOffice: boolean) {
  const owner = await anOwner();
  const at = isAtOffice
    ? { from: office, headers: { cookie: owner.cookie } }
    : { from: owner.home };
  const { ctx, acts, assault } = anAttacker(owner);
  const statuses: number[] = [];
  const began = test.clock.now();
  const hammer = async (challenge: string): Promise<void> => {
    ctx.stolen = challenge;
    for (const from of ['203.0.113.1', '203.0.113.2'])
      for (let count = 0; count < 6; count += 1) await acts.stolen(from);
  };
  const once: { assault?: Promise<void> } = {};
  for (const each of steps) {
    if (each.kind === 'wait') test.clock.advance(each.ms);
    else if (each.kind === 'assault') await (once.assault ??= assault());
    else if (each.kind === 'owner') statuses.push(await comeThrough(owner, at, hammer));
    else
      for (let count = 0; count < each.times; count += 1)
        await acts[each.kind](networks[each.network] ?? office);
  }
  statuses.push(await comeThrough(owner, at, hammer));
  const tookMs = test.clock.now().getTime() - began.getTime();
  test.clock.advance(hours(25));
  return { statuses, guesses: ctx.guesses, tookMs };
}

it.each([
  ['by the device, in a network where the attacker is too', true],
  ['by the network', false],
])(
  'lets an owner known %s complete a sign-in during any attack with the right password',
  async (_, isAtOffice) => {
    const worst = { refused: [] as number[], guesses: 0 }; // of an empty list
    const holds = fc.asyncProperty(
      fc.array(step, { minLength: 8, maxLength: 25 }),
      async (steps) => {
        const { statuses, guesses, tookMs } = await play(steps, isAtOffice);
        expect(tookMs).toBeLessThan(hours(24));
        worst.refused = statuses.filter((status) => status !== 200);
        worst.guesses = Math.max(worst.guesses, guesses);
        return worst.refused.length === 0;
      },
    );
    await fc.assert(holds, { numRuns: 4, seed: 20_261_125, endOnFailure: true });
    expect(worst.refused).toEqual([]);
    expect(worst.guesses).toBeLessThanOrEqual(factorTriesPerDay);
  },
);

/** Guesses until no more are evaluated, over 15 hours. */
async function exhaust({ ctx, acts }: ReturnType<typeof anAttacker>): Promise<number> {
  for (let round = 0; round < 15; round += 1) {
    for (const from of networks.slice(0, 6)) await acts.guess(from);
    test.clock.advance(minutes(60));
  }
  return ctx.guesses;
}

it('evaluates no more guesses of a patient attacker in a day than the limit', async () => {
  const owner = await anOwner();
  expect(await exhaust(anAttacker(owner))).toBe(factorTriesPerDay);
  expect(await comeThrough(owner, { from: owner.home }, async () => {})).toBe(200);
});

it('evaluates no more of those at once than the limit', async () => {
  const { ctx, acts } = anAttacker(await anOwner());
  const many = Array.from({ length: 80 }, (_, index) => `203.0.114.${index + 1}`);
  await Promise.all(many.map(acts.guess));
  expect(ctx.guesses).toBeGreaterThan(0);
  expect(ctx.guesses).toBeLessThanOrEqual(factorTriesPerDay);
});

it('lets the owner in at a new place with a new password, which the attacker lacks', async () => {
  const owner = await anOwner();
  await exhaust(anAttacker(owner));
  const from = '203.0.115.1';
  expect(await comeThrough(owner, { from }, async () => {})).toBe(429);
  const path = `GET /v2/sendOtp?email=${owner.email}`;
  const token = await test.data<string>(path, { from });
  const otp = (await test.sms()).at(-1)?.text.slice(0, 8);
  const grant = await test.call('POST /v2/verifyOtp', { body: { otp, token }, from });
  const { data } = grant.json<{ data: { userId: string; token: string } }>();
  const fresh = 'lantern-harbour-quiet-7';
  const reset = `PUT /users/update-passwordv2/${data.userId}`;
  await test.call(reset, { token: data.token, body: { newPassword: fresh }, from });
  // At a place that the reset does not know.
  const elsewhere = '203.0.115.2';
  const { challenge } = (await logon(owner.email, elsewhere, fresh)).json<{ challenge: string }>();
  const code = codeOf(owner.secret, test.clock.now());
  expect(await complete({ challenge, code }, elsewhere)).toAnswer(200);
});
