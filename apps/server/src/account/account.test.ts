import { role, userStatus } from '@recoup/contract/core/access';
import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { aFirm, aUser } from '../../test/factories.ts';
import { hours, minutes } from '../platform/core/clock.ts';

const test = useApp();
const password = 'a-long-and-quiet-river';

async function logon(email: string, given: string) {
  return test.call('POST /logon', { body: { email, password: given } });
}

it('signs in with the e-mail in any case and the password, and returns the user', async () => {
  const firm = await aFirm(test.db, { name: 'Ndlovu Attorneys' });
  const user = await aUser(test.db, {
    firm,
    role: role.attorneyAdmin,
    name: 'Grace Ndlovu',
    password,
  });
  const reply = await logon(user.email.toUpperCase(), password);
  expect(reply).toAnswer(200);
  const me = await test.call('GET /me', { token: reply.json<{ token: string }>().token });
  expect(me.json()).toMatchObject({
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
])('answers %s as it answers an unknown e-mail', async (_, status, given) => {
  const user = await aUser(test.db, { status, password });
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

it('ends a session when its user is blocked', async () => {
  const user = await aUser(test.db);
  const token = await test.signIn(user);
  await test.updateRows('users', { id: user.id }, { status: userStatus.blocked });
  expect(await test.call('GET /me', { token })).toAnswer(401);
});

it('ends an idle session after 30 minutes, and any session after 8 hours', async () => {
  const token = await test.signInAs();
  test.clock.advance(minutes(29));
  expect(await test.call('GET /me', { token })).toAnswer(200);
  for (let count = 0; count < 15; count += 1) {
    test.clock.advance(minutes(29));
    expect(await test.call('GET /me', { token })).toAnswer(200);
  }
  test.clock.advance(hours(8) - 16 * minutes(29));
  expect(await test.call('GET /me', { token })).toAnswer(401);
  const idle = await test.signInAs();
  test.clock.advance(minutes(30));
  expect(await test.call('GET /me', { token: idle })).toAnswer(401);
});

it('opens nothing but the change of password while one must be changed', async () => {
  const user = await aUser(test.db, { role: role.attorneyAdmin, password, pwdResetRequired: true });
  const { token } = (await logon(user.email, password)).json<{ token: string }>();
  expect((await test.call('GET /me', { token })).json()).toMatchObject({ pwdResetRequired: true });
  expect(await test.call('GET /users', { token })).toAnswer(403, {
    code: 'password_change_required',
  });
});
