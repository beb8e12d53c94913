import { userStatus } from '@recoup/contract/core/access';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { fresh, password, signedIn } from '../../../test/passwords.ts';

const test = useApp();
it('keeps the five latest sessions of a user', async () => {
  const user = await test.aUser();
  const tokens: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    test.clock.advance(1000);
    tokens.push(await test.signIn(user));
  }
  const statuses = await Promise.all(
    tokens.map(async (token) => (await test.call('GET /me', { token })).statusCode),
  );
  expect(statuses).toEqual([401, 200, 200, 200, 200, 200]);
});

it('ends a blocked user’s sessions in every process at the next request', async () => {
  const user = await test.anAdmin();
  const token = await test.signIn(user);
  const other = await test.anotherProcess();
  const me = async () =>
    other.inject({ url: '/core/api/me', headers: { authorization: `Bearer ${token}` } });
  expect(await me()).toAnswer(200);
  await test.updateRows('users', { id: user.id }, { status: userStatus.blocked });
  expect(await me()).toAnswer(401);
  expect(await test.call('GET /me', { token })).toAnswer(401);
});

it('ends all sessions in every process when a password is changed in one', async () => {
  const user = await signedIn(test);
  const old = await test.signIn(user);
  const other = await test.anotherProcess();
  await test.call(`PUT /users/update-password/${user.id}`, {
    token: user.token,
    body: { oldPassword: password, newPassword: fresh },
  });
  const statuses = [old, user.token].map(async (token) => {
    const reply = await other.inject({
      url: '/core/api/me',
      headers: { authorization: `Bearer ${token}` },
    });
    return reply.statusCode;
  });
  expect(await Promise.all(statuses)).toEqual([401, 200]);
});
