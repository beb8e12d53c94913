import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { fresh, password, signedIn } from '../../test/passwords.ts';
import { minutes } from '../platform/core/clock.ts';

const test = useApp();
it('changes the own password, ends all other sessions and keeps this one', async () => {
  const user = await signedIn(test, { cell: '0829990001' });
  const other = await test.signIn(user);
  const body = { _id: user.id, oldPassword: password, newPassword: fresh, repeatPassword: fresh };
  const reply = await test.call(`PUT /users/update-password/${user.id}`, {
    token: user.token,
    body,
  });
  expect(reply.json()).toEqual({ data: { userId: user.id } });
  const counted = await test.db
    .selectFrom('limits')
    .where('key', 'like', 'network:%')
    .select('count')
    .execute();
  expect(counted).toEqual([{ count: 0 }]);
  expect(await test.call('GET /me', { token: user.token })).toAnswer(200);
  expect(await test.call('GET /me', { token: other })).toAnswer(401);
  expect(await test.call('POST /logon', { body: { email: user.email, password: fresh } })).toAnswer(
    200,
  );
  expect((await test.sms()).at(-1)?.to).toBe('0829990001');
  const mails = await test.listRows('mails', { toAddress: user.email }, ['subject']);
  expect(mails).toEqual([{ subject: 'Your Recoup password was changed' }]);
  const audit = await test.listAudit(user.id);
  expect(audit).toMatchObject([{ action: 'user.password-changed', actorId: user.id, details: {} }]);
});

it('makes a full session of a first sign-in', async () => {
  const user = await signedIn(test, { pwdResetRequired: true });
  expect(await test.call('GET /users', { token: user.token })).toAnswer({
    code: 'password_change_required',
  });
  const body = { oldPassword: password, newPassword: fresh };
  expect(
    await test.call(`PUT /users/update-password/${user.id}`, { token: user.token, body }),
  ).toAnswer(200);
  expect(await test.call('GET /users', { token: user.token })).toAnswer(200);
  expect(await test.call('GET /me', { token: user.token })).toAnswer({ pwdResetRequired: false });
});

it.each<[string, Record<string, string | undefined>, string, string | RegExp]>([
  ['a wrong old one', { oldPassword: 'not-my-one' }, 'oldPassword', 'Incorrect old password.'],
  ['no old password', { oldPassword: undefined }, 'oldPassword', 'Password is required'],
  ['a short one', { newPassword: 'short' }, 'newPassword', 'Must be at least 12 characters long.'],
  ['a common one', { newPassword: 'Password123456' }, 'newPassword', /is a common password/],
  ['the own name', { newPassword: 'Grace.Ndlovu.01' }, 'newPassword', /your name/],
  ['the same again', { newPassword: password }, 'newPassword', /differs from the old one/],
  ['two that differ', { repeatPassword: 'x' }, 'repeatPassword', 'Password did not match'],
  ['129 characters', { newPassword: 'lantern harbour '.repeat(9) }, 'newPassword', /more than 128/],
])('rejects %s at its field, and ends no session', async (_, input, field, message) => {
  const user = await test.anAdmin({ password, name: 'Grace Ndlovu' });
  const token = await test.signIn(user);
  const body = { oldPassword: password, newPassword: fresh, ...input };
  const reply = await test.call(`PUT /users/update-password/${user.id}`, { token, body });
  expect(reply).toAnswer(400);
  expect(reply.json<{ fields: Record<string, string> }>().fields[field]).toMatch(message);
  expect(await test.call('GET /me', { token })).toAnswer(200);
});

it('counts wrong old passwords as failed sign-ins', async () => {
  const user = await signedIn(test);
  const body = { oldPassword: 'not-my-password', newPassword: fresh };
  for (let count = 0; count < 5; count += 1) {
    expect(
      await test.call(`PUT /users/update-password/${user.id}`, { token: user.token, body }),
    ).toAnswer(400);
  }
  const right = { oldPassword: password, newPassword: fresh };
  expect(
    await test.call(`PUT /users/update-password/${user.id}`, { token: user.token, body: right }),
  ).toAnswer(429);
});

it('changes the own cell after a fresh sign-in, and notifies email and old number', async () => {
  const user = await signedIn(test, { cell: '0829990002' });
  const body = { cellNumber: '+27 (83) 123-4567' };
  const reply = await test.call(`PUT /users/update-cellnumber/${user.id}`, {
    token: user.token,
    body,
  });
  expect(reply).toAnswer(200);
  expect(await test.call('GET /me', { token: user.token })).toAnswer({ cell: '0831234567' });
  expect(
    (await test.sms()).filter(({ text }) => text.includes('cell number')).map(({ to }) => to),
  ).toEqual(['0829990002']);
  const mails = await test.listRows('mails', { toAddress: user.email }, ['subject']);
  expect(mails).toEqual([{ subject: 'Your Recoup cell number was changed' }]);
  const audit = await test.listAudit(user.id);
  expect(audit).toMatchObject([
    { action: 'user.cell-changed', details: { cell: ['0829990002', '0831234567'] } },
  ]);
});

it('requires the password ten minutes after the sign-in', async () => {
  const user = await signedIn(test);
  const change = async (body: object) =>
    test.call(`PUT /users/update-cellnumber/${user.id}`, { token: user.token, body });
  test.clock.advance(minutes(10));
  expect(await change({ cellNumber: '0831234567' })).toAnswer(200);
  test.clock.advance(1);
  expect(await change({ cellNumber: '0831234568' })).toAnswer(403, {
    code: 'reauthentication_required',
  });
  expect(await change({ cellNumber: '0831234568', password: 'not-my-password' })).toAnswer(400, {
    fields: { password: 'Incorrect password.' },
  });
  expect(await change({ cellNumber: '0831234568', password })).toAnswer(200);
  expect(await change({ cellNumber: '0831234569' })).toAnswer(200);
});

it.each([
  [{}, 'Cell is required'],
  [{ cellNumber: '082' }, 'Cell must be at least 10 numbers long.'],
  [{ cellNumber: '08212345678' }, 'Cell must not be more than 10 numbers long.'],
])('rejects the cell %j', async (body, message) => {
  const user = await signedIn(test);
  const reply = await test.call(`PUT /users/update-cellnumber/${user.id}`, {
    token: user.token,
    body,
  });
  expect(reply).toAnswer({ fields: { cellNumber: message } });
});
