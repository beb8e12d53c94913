import { userStatus } from '@recoup/contract/core/access';
import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { hours, minutes } from '../platform/core/clock.ts';
import { deleteExpired } from './expired-rows.repository.ts';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { buildApp } from '../app.ts';

const test = useApp();
const password = 'a-long-and-quiet-river';

async function logon(email: string, input: string) {
  return test.call('POST /logon', { body: { email, password: input } });
}

it('signs in with the email in any case and the password, and returns the user', async () => {
  const firm = await test.aFirm({ name: 'Ndlovu Attorneys' });
  const user = await test.anAdmin({ firm, name: 'Grace Ndlovu', password });
  const reply = await logon(user.email.toUpperCase(), password);
  expect(reply).toAnswer(200);
  const me = await test.call('GET /me', { token: reply.json<{ token: string }>().token });
  expect(me).toAnswer({
    _id: user.id,
    name: 'Grace Ndlovu',
    role: 1,
    status: 2,
    initials: 'GN',
    firm: { _id: firm.id, name: 'Ndlovu Attorneys', domains: [firm.domain] },
  });
  expect(me.body).not.toMatch(/hash|argon/i);
});

it.each([
  ['a wrong password', userStatus.active, 'not-the-password-at-all'],
  ['a blocked user', userStatus.blocked, password],
  ['an inactive user', userStatus.inactive, password],
])('answers %s as it answers an unknown email', async (_, status, given) => {
  const user = await test.aUser({ status, password });
  const [known, unknown] = [
    await logon(user.email, given),
    await logon('nobody@nowhere.co.za', given),
  ];
  expect(known).toAnswer(401, { code: 'wrong_credentials' });
  expect(known.body).toBe(unknown.body);
});

it('names the missing field with the text of the specification', async () => {
  const reply = await test.call('POST /logon', { body: { email: 'no-address', password: '' } });
  expect(reply).toAnswer(400, {
    code: 'invalid_input',
    fields: { email: 'Invalid email id', password: 'Password is required' },
  });
});

it('ends a session at logout', async () => {
  const token = await test.signInAs();
  expect(await test.call('POST /logout', { token })).toAnswer(200);
  expect(await test.call('GET /me', { token })).toAnswer(401);
});

it('deletes expired rows', async () => {
  const user = await test.aUser({ cell: '0821110020' });
  await test.call(`GET /v2/sendOtp?email=${user.email}`);
  await test.sms();
  await test.signIn(user);
  await test.insertRows('knownPlaces', {
    userId: user.id,
    place: Buffer.alloc(32),
    seenAt: test.clock.now(),
  });
  await deleteExpired(test.db, new Date(test.clock.now().getTime() + hours(61 * 24)));
  expect(await test.listRows('otpChallenges')).toEqual([]);
  expect(await test.listRows('sessions')).toEqual([]);
  expect(await test.listRows('limits')).toEqual([]);
  expect(await test.listRows('knownPlaces')).toEqual([]);
});

/** RFC 9106 as a PHC string: 19 MiB, two passes, one lane, 16 bytes of salt, 32 of hash. */
const argon2id = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/;
/** 256 bits in base64url. */
const token256 = /^[A-Za-z0-9_-]{43}$/;

const sha256 = (text: string) => createHash('sha256').update(text).digest();

it('keeps a password as argon2id, each with a salt of its own', async () => {
  const users = [await test.aUser({ password }), await test.aUser({ password })];
  const body = { oldPassword: password, newPassword: 'a-short-and-noisy-brook' };
  for (const user of users) {
    const token = await test.signIn(user);
    expect(await test.call(`PUT /users/update-password/${user.id}`, { token, body })).toAnswer(200);
  }
  const ids = users.map(({ id }) => id);
  const rows = await test.listRows('users', { id: ids }, ['passwordHash']);
  for (const { passwordHash } of rows) expect(passwordHash).toMatch(argon2id);
  expect(new Set(rows.map(({ passwordHash }) => passwordHash)).size).toBe(2);
});

it('issues a session token of 256 random bits for eight hours, stored as SHA-256', async () => {
  const user = await test.aUser({ password });
  const signIn = async () => logon(user.email, password);
  const tokens = [await signIn(), await signIn()].map(
    (reply) => reply.json<{ token: string }>().token,
  );
  expect(tokens).toEqual([expect.stringMatching(token256), expect.stringMatching(token256)]);
  const rows = await test.listRows('sessions', { userId: user.id });
  expect(rows.map(({ tokenHash }) => tokenHash.toString('hex')).toSorted()).toEqual(
    tokens.map((token) => sha256(token).toString('hex')).toSorted(),
  );
  for (const { createdAt, expiresAt, kind } of rows)
    expect([kind, expiresAt.getTime() - createdAt.getTime()]).toEqual(['full', hours(8)]);
});

it('sends an eight-digit code for five minutes, stored as HMAC, then a grant', async () => {
  const user = await test.aUser({ cell: '0820000777' });
  const token = await test.data<string>(`GET /v2/sendOtp?email=${user.email}`);
  expect(token).toMatch(token256);
  const { challengeId } = await test.getRow('otpTokens', { tokenHash: sha256(token) });
  const challenge = await test.getRow('otpChallenges', { id: challengeId });
  expect(challenge.codeHash).toMatch(token256);
  expect(challenge.expiresAt.getTime() - challenge.createdAt.getTime()).toBe(minutes(5));
  const text = (await test.sms()).find(({ to }) => to === '0820000777')?.text ?? '';
  const otp = /^\d{8}(?= )/.exec(text)?.[0];
  const verified = await test.call('POST /v2/verifyOtp', { body: { otp, token } });
  expect(verified.json()).toEqual({
    data: { userId: user.id, token: expect.stringMatching(token256) },
  });
  const [grant] = await test.listRows('sessions', { userId: user.id });
  expect([
    grant?.kind,
    (grant?.expiresAt.getTime() ?? 0) - (grant?.createdAt.getTime() ?? 0),
  ]).toEqual(['reset', minutes(10)]);
});

it.each([
  ['http://recoup.test', ''],
  ['https://recoup.test', '; Secure'],
])('sets two cookies at a sign-in at %s, which carry no authority', async (publicUrl, secure) => {
  const app = await buildApp({ db: test.db, clock: test.clock, publicUrl });
  const user = await test.aUser({ password });
  const reply = await app.inject({
    method: 'POST',
    url: '/core/api/logon',
    payload: { email: user.email, password },
  });
  const cookies = [reply.headers['set-cookie']].flat();
  expect(cookies).toHaveLength(2);
  const attributes = (cookies[0] ?? '').split('; ');
  // The page reads it (specification, section 9). A session cookie without a Domain.
  expect(attributes[0]).toMatch(/^XSRF-TOKEN=[0-9a-f]{32}$/);
  expect(attributes.slice(1).toSorted()).toEqual([
    'Path=/',
    'SameSite=Strict',
    ...(secure === '' ? [] : ['Secure']),
  ]);
  const device = secure === '' ? 'recoup-device' : '__Host-recoup-device';
  const [value = '', ...rules] = (cookies[1] ?? '').split('; ');
  expect(value).toMatch(new RegExp(`^${device}=[\\w-]{43}$`));
  expect(rules.toSorted()).toEqual([
    'HttpOnly',
    'Max-Age=5184000',
    'Path=/',
    'SameSite=Strict',
    ...(secure === '' ? [] : ['Secure']),
  ]);
  const cookie = `${attributes[0]}; ${value}`;
  const only = await app.inject({ method: 'GET', url: '/core/api/me', headers: { cookie } });
  expect(only).toAnswer(401);
  await app.close();
});

it('bounds statements, locks and idle transactions in time', async () => {
  const read = async (name: string) => {
    const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(
      test.db,
    );
    return rows[0]?.value;
  };
  const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  expect(await Promise.all(names.map((name) => read(name)))).toEqual(['30s', '10s', '30s']);
});
