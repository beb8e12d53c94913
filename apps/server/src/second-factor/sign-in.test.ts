import { userStatus } from '@recoup/contract/core/access';
import { describe, expect, it } from 'vitest';
import { callApi } from '../../test/api.ts';
import { useApp } from '../../test/app.ts';
import { countLockWaits } from '../../test/lock-waits.ts';
import { password } from '../../test/passwords.ts';
import { codeOf, factorRequests, wrongCode } from '../../test/second-factors.ts';
import { minutes, seconds } from '../platform/core/clock.ts';

const test = useApp();
const { logon, ask, complete, anOwner, mailsTo } = factorRequests(test);

const now = () => test.clock.now();
const sessionsOf = async (userId: string) =>
  test.db
    .selectFrom('sessions')
    .where('userId', '=', userId)
    .select(['kind', 'hasFactor', 'address'])
    .orderBy('createdAt', 'desc')
    .execute();

describe('the first step', () => {
  it('asks only after the right password, and opens nothing', async () => {
    const { email, id } = await anOwner();
    const before = await sessionsOf(id);
    const wrong = await logon(email, '10.60.1.1', 'not-the-password');
    expect([wrong.statusCode, wrong.json()]).toEqual([
      401,
      { code: 'wrong_credentials', message: 'Incorrect email or password.' },
    ]);
    const reply = await logon(email, '10.60.1.1');
    expect([reply.statusCode, reply.json()]).toEqual([
      401,
      {
        code: 'second_factor_required',
        message: expect.any(String),
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        methods: ['totp', 'recovery'],
      },
    ]);
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect(await sessionsOf(id)).toEqual(before);
    expect(await test.listRows('knownPlaces', { userId: id })).toEqual([]);
  });

  it('takes no challenge as a token', async () => {
    const { challenge } = await ask((await anOwner()).email);
    expect(await test.call('GET /me', { token: challenge })).toAnswer(401);
  });
});

describe('the second step', () => {
  it('opens the session as a sign-in does, with its cookies and place', async () => {
    const { email, id, secret } = await anOwner();
    const { challenge } = await ask(email, '10.60.1.2');
    const reply = await complete({ challenge, code: codeOf(secret, now()) }, '10.60.1.2');
    expect(reply).toAnswer(200);
    const cookies = [reply.headers['set-cookie']].flat().map((each) => each?.split('=')[0]);
    expect(cookies).toEqual(['XSRF-TOKEN', 'recoup-device']);
    const { token } = reply.json<{ token: string }>();
    expect(await test.call('GET /me', { token })).toAnswer({
      secondFactor: { isOn: true, isOwed: false, requiredFrom: null },
    });
    expect((await sessionsOf(id))[0]).toEqual({
      kind: 'full',
      hasFactor: true,
      address: '10.60.1.2',
    });
    expect(await mailsTo(email)).toEqual(['A second factor was added to your Recoup account']);
    const elsewhere = await ask(email, '10.61.1.2');
    test.clock.advance(minutes(1));
    const second = { challenge: elsewhere.challenge, code: codeOf(secret, now()) };
    expect(await complete(second, '10.61.1.2')).toAnswer(200);
    expect((await mailsTo(email)).at(-1)).toBe('New sign-in to your Recoup account');
  });

  it('leaves a session of an initial password restricted', async () => {
    const { email, id, secret } = await anOwner();
    await test.updateRows('users', { id }, { passwordResetRequired: true, invitedAt: now() });
    const { challenge } = await ask(email);
    const reply = await complete({ challenge, code: codeOf(secret, now()) });
    const { token } = reply.json<{ token: string }>();
    expect(await test.call('GET /firms', { token })).toAnswer({ code: 'password_change_required' });
  });

  it('takes a challenge once and for five minutes', async () => {
    const { email, secret } = await anOwner();
    const first = await ask(email);
    const late = await ask(email);
    const code = codeOf(secret, now());
    expect(await complete({ challenge: first.challenge, code })).toAnswer(200);
    test.clock.advance(minutes(1));
    const again = { challenge: first.challenge, code: codeOf(secret, now()) };
    expect(await complete(again)).toAnswer({ code: 'challenge_ended' });
    test.clock.advance(minutes(4));
    const reply = await complete({ challenge: late.challenge, code: codeOf(secret, now()) });
    expect(reply).toAnswer(401, { code: 'challenge_ended' });
  });

  it.each([
    ['the password was changed', { passwordHash: '$argon2id$another' }],
    ['the user was blocked', { status: userStatus.blocked }],
  ])('ends a challenge when %s', async (_, change) => {
    const { email, id, secret } = await anOwner();
    const { challenge } = await ask(email);
    await test.updateRows('users', { id }, change);
    expect(await complete({ challenge, code: codeOf(secret, now()) })).toAnswer(401, {
      code: 'challenge_ended',
    });
  });

  it('ends a challenge with the sessions of the user', async () => {
    const { email, secret, token } = await anOwner();
    const { challenge } = await ask(email);
    await test.call('DELETE /sessions', { token });
    expect(await complete({ challenge, code: codeOf(secret, now()) })).toAnswer({
      code: 'challenge_ended',
    });
  });

  it('keeps a challenge open for four more tries, then ends it', async () => {
    const { email, secret } = await anOwner();
    const { challenge } = await ask(email, '10.60.2.1');
    const from = (index: number) => `10.60.${2 + index}.1`;
    const wrong = wrongCode(secret, now());
    for (let count = 0; count < 4; count += 1)
      expect((await complete({ challenge, code: wrong }, '10.60.2.1')).statusCode).toBe(400);
    const right = codeOf(secret, now());
    expect(await complete({ challenge, code: right }, '10.60.2.1')).toAnswer(200);
    const other = await ask(email, from(1));
    for (let count = 0; count < 5; count += 1)
      await complete({ challenge: other.challenge, code: wrong }, from(1));
    test.clock.advance(seconds(30));
    const late = await complete(
      { challenge: other.challenge, code: codeOf(secret, now()) },
      from(1),
    );
    expect(late).toAnswer(401, { code: 'challenge_ended' });
  });

  it('counts a wrong code like a wrong password at the same place', async () => {
    const { email, secret } = await anOwner();
    const from = '10.60.9.1';
    const { challenge } = await ask(email, from);
    const wrong = { challenge, code: wrongCode(secret, now()) };
    for (let count = 0; count < 2; count += 1) await logon(email, from, 'wrong-password');
    for (let count = 0; count < 3; count += 1)
      expect((await complete(wrong, from)).statusCode).toBe(400);
    expect((await complete(wrong, from)).headers['retry-after']).toBe('5');
    expect(await logon(email, from)).toAnswer(429);
  });

  it.each([
    ['no proof', {}],
    ['two proofs', { code: '123456', recoveryCode: 'abcd-efgh-ijkl-mnop' }],
    ['five digits', { code: '12345' }],
    ['a short recovery code', { recoveryCode: 'abcd' }],
    ['a challenge that is none', { challenge: 'short', code: '123456' }],
    ['an unknown field', { code: '123456', remember: true }],
  ])('refuses %s', async (_, body) => {
    const challenge = 'c'.repeat(43);
    expect(await complete({ challenge, ...body })).toAnswer(400, { code: 'invalid_input' });
  });
});

describe('B14, rule 2: a code works once', () => {
  it('lets one of two parallel sign-ins through, in two processes', async () => {
    const { id, email, secret } = await anOwner();
    const [one, two] = [await ask(email, '10.60.3.1'), await ask(email, '10.60.3.2')];
    const code = codeOf(secret, now());
    const other = await test.anotherProcess();
    const send = async ({ challenge }: { challenge: string }, from: string, app = test.app) =>
      callApi(app, 'POST /logon/second-factor', { body: { challenge, code }, from });
    // Both have found the code right before either uses it up.
    const replies = await test.db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').where('id', '=', id).select('id').forUpdate().execute();
      const both = Promise.all([send(one, '10.60.3.1'), send(two, '10.60.3.2', other)]);
      await expect.poll(() => countLockWaits(test.db)).toBe(2);
      return { both };
    });
    const statuses = (await replies.both).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400]);
    await other.close();
  });

  it('refuses the code that enrolled the app, and an earlier one', async () => {
    const { email, token } = await (async () => {
      const user = await test.anAdmin({ password });
      return { ...user, token: await test.signIn(user) };
    })();
    const begun = await test.call('POST /second-factors', { token, body: { kind: 'totp' } });
    const { _id, secret } = begun.json<{ data: { _id: string; secret: string } }>().data;
    const code = codeOf(secret, now());
    await test.call(`PUT /second-factors/${_id}`, { token, body: { code } });
    const { challenge } = await ask(email);
    expect(await complete({ challenge, code })).toAnswer({ code: 'wrong_code' });
    const earlier = codeOf(secret, now(), -30);
    expect(await complete({ challenge, code: earlier })).toAnswer(400);
    expect(await complete({ challenge, code: codeOf(secret, now(), 30) })).toAnswer(200);
  });

  it.each([
    [-29, 200],
    [29, 200],
    [-61, 400],
    [61, 400],
  ])('with a clock %i seconds aside answers %i', async (aside, status) => {
    for (const second of [0, 1, 14, 29]) {
      const { email, secret } = await anOwner();
      test.clock.set(new Date(Math.ceil(now().getTime() / 30_000) * 30_000 + seconds(second)));
      const { challenge } = await ask(email);
      const reply = await complete({ challenge, code: codeOf(secret, now(), aside) });
      expect([second, reply.statusCode]).toEqual([second, status]);
    }
  });
});

it('B14, rule 5: a forgotten password never removes the factor', async () => {
  const { email, id, secret } = await anOwner({ cell: '0825551234' });
  const from = '10.60.4.1';
  const token = await test.data<string>(`GET /v2/sendOtp?email=${email}`, { from });
  const otp = (await test.sms()).findLast(({ to }) => to === '0825551234')?.text.slice(0, 8);
  const grant = await test.call('POST /v2/verifyOtp', { body: { otp, token }, from });
  const { token: reset } = grant.json<{ data: { token: string } }>().data;
  const fresh = 'lantern-harbour-quiet-7';
  const path = `PUT /users/update-passwordv2/${id}`;
  expect(await test.call(path, { token: reset, body: { newPassword: fresh }, from })).toAnswer(200);
  const reply = await logon(email, from, fresh);
  expect(reply).toAnswer(401, { code: 'second_factor_required' });
  const { challenge } = reply.json<{ challenge: string }>();
  expect(await complete({ challenge, code: codeOf(secret, now()) }, from)).toAnswer(200);
});
