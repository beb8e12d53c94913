import { userStatus } from '@recoup/contract/core/access';
import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { consumeLimit } from '../platform/security/rate-limits.repository.ts';
import { runUserCommand } from '../commands/operator-commands.ts';
import { resetLimits, setBlocked, signOut } from './operator.service.ts';

const test = useApp();

it('blocks a user at once, and lets the user in again', async () => {
  const password = 'a-long-and-quiet-river';
  const user = await test.aUser({ password });
  const token = await test.signIn(user);
  const now = test.clock.now();
  expect(await setBlocked(test.db, { email: user.email.toUpperCase(), isBlocked: true, now })).toBe(
    `${user.email} is blocked; every session has ended.`,
  );
  expect(await test.call('GET /me', { token })).toAnswer(401);
  expect(await test.call('POST /logon', { body: { email: user.email, password } })).toAnswer(401);
  expect(await setBlocked(test.db, { email: user.email, isBlocked: false, now })).toContain(
    'is active again',
  );
  expect(await test.call('GET /me', { token })).toAnswer(401);
  expect(await test.call('POST /logon', { body: { email: user.email, password } })).toAnswer(200);
  const audit = await test.listAudit(user.id);
  expect(audit).toMatchObject([
    { action: 'user.blocked', actorId: null, address: 'console', details: { status: [2, 0] } },
    { action: 'user.unblocked', details: { status: [0, 2] } },
  ]);
});

it('does not activate an inactive user', async () => {
  const user = await test.aUser({ status: userStatus.inactive });
  expect(
    await setBlocked(test.db, { email: user.email, isBlocked: false, now: test.clock.now() }),
  ).toContain('is not blocked');
});

it('ends every session of an active user, and of no other user', async () => {
  const [user, other] = [await test.aUser(), await test.aUser()];
  const [one, two, foreign] = [
    await test.signIn(user),
    await test.signIn(user),
    await test.signIn(other),
  ];
  expect(await signOut(test.db, { email: user.email, now: test.clock.now() })).toBe(
    `Every session of ${user.email} has ended.`,
  );
  const statuses = await Promise.all(
    [one, two, foreign, await test.signIn(user)].map(
      async (token) => (await test.call('GET /me', { token })).statusCode,
    ),
  );
  expect(statuses).toEqual([401, 401, 200, 200]);
  const audit = await test.listAudit(user.id);
  expect(audit).toMatchObject([
    { action: 'user.sessions-ended', actorId: null, address: 'console' },
  ]);
});

it('resets an account’s limits of sign-ins, codes and SMS, and those of its firm', async () => {
  const user = await test.aUser({ password: 'a-long-and-quiet-river', cell: '0829990077' });
  const from = '10.77.0.1';
  const logon = async (password: string) =>
    (await test.call('POST /logon', { body: { email: user.email, password }, from })).statusCode;
  const sendOtp = async () => {
    await test.call(`GET /v2/sendOtp?email=${user.email}`, { from });
    return (await test.sms()).filter(({ to }) => to === '0829990077').length;
  };
  for (let count = 0; count < 5; count += 1) await logon('wrong');
  expect([await logon('a-long-and-quiet-river'), await sendOtp(), await sendOtp()]).toEqual([
    429, 1, 1,
  ]);
  const strangers = {
    key: `sms:firm:${user.firmId}:strangers`,
    max: 200,
    now: test.clock.now(),
    windowMs: 24 * 3_600_000,
  };
  for (let count = 0; count < 200; count += 1) await consumeLimit(test.db, strangers);
  expect(await resetLimits(test.db, { email: user.email, now: test.clock.now() })).toContain(
    `limits of ${user.email} are reset`,
  );
  expect([await logon('a-long-and-quiet-river'), await sendOtp()]).toEqual([200, 2]);
  const audit = await test.listAudit(user.id);
  expect(audit).toMatchObject([{ action: 'user.limits-reset', actorId: null, address: 'console' }]);
});

it('names an unknown email, and the usage of the command', async () => {
  await expect(
    setBlocked(test.db, { email: 'nobody@x.co.za', isBlocked: true, now: test.clock.now() }),
  ).rejects.toThrow(/no user.*nobody@x/);
  await expect(runUserCommand(['delete', 'a@b.co.za'])).rejects.toThrow(
    /npm run user -- block EMAIL/,
  );
});
