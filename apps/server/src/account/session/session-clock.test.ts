import { describe, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { hours, minutes, seconds } from '../../platform/core/clock.ts';
import { createSession } from './sessions.service.ts';

const test = useApp();
const fresh = 'lantern-harbour-quiet-7';
const second = seconds(1);

/** Uses a session every 29 minutes, so that it is not idle when `age` has passed. */
async function keepAlive(token: string, age: number): Promise<void> {
  for (let left = age; left > 0; left -= minutes(29)) {
    test.clock.advance(Math.min(left, minutes(29)));
    await test.call('GET /me', { token });
  }
}

async function me(token: string): Promise<number> {
  return (await test.call('GET /me', { token })).statusCode;
}

it.each(['full', 'restricted'] as const)(
  'ends a %s session 30 minutes after it was used last, to the second',
  async (kind) => {
    const user = await test.anAdmin();
    const open = async () =>
      createSession(test.db, { userId: user.id, kind, now: test.clock.now() });
    const [used, idle] = [await open(), await open()];
    test.clock.advance(minutes(30) - second);
    expect(await me(used)).toBe(200);
    test.clock.advance(second);
    expect(await me(idle)).toBe(401);
    test.clock.advance(minutes(30) - 2 * second);
    expect(await me(used)).toBe(200);
    test.clock.advance(minutes(30));
    expect(await me(used)).toBe(401);
  },
);

it.each(['full', 'restricted'] as const)(
  'ends a %s session after 8 hours of use, to the second',
  async (kind) => {
    const user = await test.anAdmin();
    const token = await createSession(test.db, { userId: user.id, kind, now: test.clock.now() });
    await keepAlive(token, hours(8) - second);
    expect(await me(token)).toBe(200);
    test.clock.advance(second);
    expect(await me(token)).toBe(401);
  },
);

it('returns the remaining time of a session, at most until its end', async () => {
  const token = await test.signInAs();
  expect((await test.call('GET /me', { token })).headers['session-seconds-left']).toBe('1800');
  await keepAlive(token, minutes(29));
  expect((await test.call('GET /me', { token })).headers['session-seconds-left']).toBe('1800');
  await keepAlive(token, hours(8) - minutes(39));
  expect((await test.call('GET /me', { token })).headers['session-seconds-left']).toBe('600');
});

it('lets a reset grant set a password for ten minutes, to the second', async () => {
  const user = await test.anAdmin();
  const grant = async () =>
    createSession(test.db, { userId: user.id, kind: 'reset', now: test.clock.now() });
  const reset = async (token: string) =>
    (
      await test.call(`PUT /users/update-passwordv2/${user.id}`, {
        token,
        body: { newPassword: fresh },
      })
    ).statusCode;
  const late = await grant();
  test.clock.advance(minutes(10));
  expect(await reset(late)).toBe(401);
  const good = await grant();
  test.clock.advance(minutes(10) - second);
  expect(await reset(good)).toBe(200);
});

describe.each([
  ['4 hours', hours(4)],
  ['a month', hours(31 * 24)],
])('a clock that was %s ahead and went back', (_, ahead) => {
  const opened = async (user: { id: string }, aheadMs: number) => {
    const now = new Date(test.clock.now().getTime() + aheadMs);
    return createSession(test.db, { userId: user.id, kind: 'full', now });
  };

  it('leaves no session that it opened, and lets its user sign in', async () => {
    const user = await test.anAdmin();
    const early: string[] = [];
    while (early.length < 5) early.push(await opened(user, ahead));
    for (const token of early) expect(await me(token)).toBe(401);
    expect(await me(await opened(user, 0))).toBe(200);
    expect(await test.listRows('sessions', { userId: user.id })).toHaveLength(1);
  });

  it('leaves no session confirmed until then', async () => {
    const user = await test.anAdmin();
    const token = await opened(user, 0);
    const authenticatedAt = new Date(test.clock.now().getTime() + ahead);
    await test.updateRows('sessions', { userId: user.id }, { authenticatedAt });
    const change = { token, body: { cellNumber: '0831234567' } };
    expect(await test.call(`PUT /users/update-cellnumber/${user.id}`, change)).toAnswer(403, {
      code: 'reauthentication_required',
    });
  });
});
