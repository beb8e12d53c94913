import { userStatus } from '@recoup/contract/core/access';
import { expect, it } from 'vitest';
import { fresh, password } from '../../../test/passwords.ts';
import { useResetCodes } from '../../../test/reset-codes.ts';
import { minutes } from '../../platform/core/clock.ts';

const { codesFor, elsewhere, sendOtp, started, test, verify } = useResetCodes();

async function granted(cell: string) {
  const { user, token, code } = await started({ cell });
  const reply = await verify(code, token);
  expect(reply).toAnswer(200);
  return { user, grant: reply.json<{ data: { userId: string; token: string } }>().data };
}

it('leads from the email over the SMS to a new password', async () => {
  const { user, grant } = await granted('0821110001');
  expect(grant.userId).toBe(user.id);
  const old = await test.signIn(user);
  const path = `PUT /users/update-passwordv2/${user.id}`;
  expect(
    (await test.call(path, { token: grant.token, body: { newPassword: fresh } })).json(),
  ).toEqual({ data: { userId: user.id } });
  expect(await test.call('GET /me', { token: old })).toAnswer(401);
  expect(await test.call('POST /logon', { body: { email: user.email, password } })).toAnswer(401);
  expect(await test.call('POST /logon', { body: { email: user.email, password: fresh } })).toAnswer(
    200,
  );
  expect((await test.sms()).at(-1)?.to).toBe('0821110001');
  expect((await test.sms()).at(-1)?.text).toContain('was reset');
  const mails = await test.listRows('mails', { toAddress: user.email }, ['subject']);
  expect(mails).toEqual([{ subject: 'Your Recoup password was reset' }]);
});

it('sets a first password, and forces no change', async () => {
  const user = await test.anAdmin({ cell: '0821110002', pwdResetRequired: true });
  const token = await sendOtp(user.email);
  const [code = ''] = await codesFor('0821110002');
  const grant = (await verify(code, token)).json<{ data: { token: string } }>().data;
  await test.call(`PUT /users/update-passwordv2/${user.id}`, {
    token: grant.token,
    body: { newPassword: fresh },
  });
  const signedIn = (
    await test.call('POST /logon', { body: { email: user.email, password: fresh } })
  ).json<{ token: string }>();
  expect(await test.call('GET /users', { token: signedIn.token })).toAnswer(200);
});

it.each([
  ['an unknown email', async () => ({ email: 'nobody@nowhere.co.za', cell: '' })],
  ['a blocked user', async () => aUserWith({ cell: '0821110011', status: userStatus.blocked })],
  ['an inactive user', async () => aUserWith({ cell: '0821110012', status: userStatus.inactive })],
  ['a user without a cell', async () => aUserWith({ cell: '' })],
  ['a landline', async () => aUserWith({ cell: '0115551234' })],
  ['a voice-over-IP number', async () => aUserWith({ cell: '0871234567' })],
])('answers %s like a known user, and sends nothing', async (_, prepare) => {
  const { email } = await prepare();
  const before = (await test.sms()).length;
  const reply = await test.call(`GET /v2/sendOtp?email=${email}`, { from: elsewhere() });
  expect(reply).toAnswer(200);
  expect(reply.body).toMatch(/^\{"data":"[A-Za-z0-9_-]{43}"\}$/);
  expect(await test.sms()).toHaveLength(before);
  expect(await verify('12345678', reply.json<{ data: string }>().data)).toAnswer({
    code: 'invalid_input',
    fields: { otp: 'Please enter valid OTP' },
  });
});

async function aUserWith(input: { cell: string; status?: number }) {
  return { ...(await test.aUser(input)), cell: input.cell };
}

it.each([
  ['', 'Email is required'],
  ['?email=', 'Email is required'],
  ['?email=nobody', 'Invalid email id'],
])('rejects %j', async (query, message) => {
  expect(await test.call(`GET /v2/sendOtp${query}`)).toAnswer(400, { fields: { email: message } });
});

it('issues one grant for 50 correct codes at once', async () => {
  const { token, code, user } = await started({ cell: '0821110013' });
  const replies = await Promise.all(
    Array.from({ length: 50 }, async () => verify(code, token, elsewhere())),
  );
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const grants = await test.listRows('sessions', { userId: user.id });
  expect(grants).toHaveLength(1);
});

it('issues no grant to a user who was blocked after the SMS', async () => {
  const { token, code, user } = await started({ cell: '0821110014' });
  await test.updateRows('users', { id: user.id }, { status: userStatus.blocked });
  expect(await verify(code, token)).toAnswer(400);
});

it('opens nothing with a grant but one new password of its user, within ten minutes', async () => {
  const { user, grant } = await granted('0821110015');
  const other = await test.aUser();
  const set = async (id: string) =>
    test.call(`PUT /users/update-passwordv2/${id}`, {
      token: grant.token,
      body: { newPassword: fresh },
    });
  expect(await test.call('GET /me', { token: grant.token })).toAnswer(401);
  expect(await set(other.id)).toAnswer(404);
  const weak = await test.call(`PUT /users/update-passwordv2/${user.id}`, {
    token: grant.token,
    body: { newPassword: 'Welcome1234!' },
  });
  expect(weak.json<{ fields: Record<string, string> }>().fields.newPassword).toContain(
    'is a common password',
  );
  const replies = await Promise.all([set(user.id), set(user.id), set(user.id)]);
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200, 401, 401,
  ]);
  const late = await granted('0821110016');
  test.clock.advance(minutes(10));
  const path = `PUT /users/update-passwordv2/${late.user.id}`;
  expect(await test.call(path, { token: late.grant.token, body: { newPassword: fresh } })).toAnswer(
    401,
  );
});

it('does not accept a session as a grant', async () => {
  const user = await test.anAdmin();
  const path = `PUT /users/update-passwordv2/${user.id}`;
  expect(await test.call(path, { body: { newPassword: fresh } })).toAnswer(401);
  expect(
    await test.call(path, { token: await test.signIn(user), body: { newPassword: fresh } }),
  ).toAnswer(403);
});

it('ends the wait after failed sign-ins once the user has reset the password', async () => {
  const { user, grant } = await granted('0821110019');
  const from = elsewhere();
  for (let count = 0; count < 5; count += 1)
    await test.call('POST /logon', { body: { email: user.email, password: 'x' }, from });
  expect(await test.call('POST /logon', { body: { email: user.email, password }, from })).toAnswer(
    429,
  );
  await test.call(`PUT /users/update-passwordv2/${user.id}`, {
    token: grant.token,
    body: { newPassword: fresh },
    from,
  });
  expect(
    await test.call('POST /logon', { body: { email: user.email, password: fresh }, from }),
  ).toAnswer(200);
});
