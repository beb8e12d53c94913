import { expect, it } from 'vitest';
import { fresh } from '../../../test/passwords.ts';
import { createInitialPassword } from '../../account/operator.service.ts';
import { hours } from '../../platform/core/clock.ts';
import { invitationOfAttorney } from './invitations.ts';
import { useApp } from '../../../test/app.ts';

type SignInReply = {
  data: { _id: string };
  initialPassword: string | null;
  message: string;
  token: string;
};

const initialPassword = 'paper-lion-station-18';

let network = 0;

function elsewhere(): string {
  network += 1;
  return `10.77.${network}.1`;
}

/** The requests around initial passwords and invitations; each sign-in has its own network. */
function useFirstSignIn() {
  const test = useApp();
  /** A firm whose admin registers attorneys with an initial password. */
  const anOffice = async () => {
    const firm = await test.aFirm();
    const admin = await test.anAdmin({ firm });
    const token = async () => test.signIn(admin);
    const add = async (cell: string) => {
      const body = {
        role: 0,
        firm: firm.id,
        name: 'Thabo Mokoena',
        email: `t.mokoena@${firm.domain}`,
        cell,
        password: initialPassword,
      };
      const reply = await test.call('POST /register', { token: await token(), body });
      return { ...body, id: reply.json<SignInReply>().data._id };
    };
    return { firm, add, token };
  };
  return {
    test,
    anOffice,
    waitDays: (count: number) => test.clock.advance(hours(24 * count)),
    renew: (id: string, token: string, body: object = {}) =>
      test.call(`PUT /users/${id}/first-sign-in`, { token, body }),
    /** The texts of the invitations, oldest first. */
    invitationsTo: async (email: string) => {
      const mails = test.db
        .selectFrom('mails')
        .where('toAddress', '=', email)
        .where('subject', 'like', 'Your Recoup account for %');
      return (await mails.orderBy('createdAt').select('body').execute()).map(({ body }) => body);
    },
    /** The SMS to this cell after a request for a code. */
    requestCode: async (email: string, cell: string) => {
      await test.call(`GET /v2/sendOtp?email=${email}`, { from: '10.78.1.1' });
      return (await test.sms()).findLast(({ to }) => to === cell)?.text;
    },
    logon: async (email: string, password: string, from = elsewhere()) =>
      test.call('POST /logon', { body: { email, password }, from }),
  };
}

const { anOffice, invitationsTo, logon, renew, requestCode, test, waitDays } = useFirstSignIn();

type Grant = { data: { token: string } };

async function resetByCode(email: string, id: string) {
  const token = await test.data<string>(`GET /v2/sendOtp?email=${email}`, { from: '10.78.2.1' });
  const otp = (await test.sms()).at(-1)?.text.slice(0, 8);
  const grant = (
    await test.call('POST /v2/verifyOtp', { body: { otp, token }, from: '10.78.2.1' })
  ).json<Grant>().data.token;
  const body = { newPassword: fresh };
  expect(await test.call(`PUT /users/update-passwordv2/${id}`, { token: grant, body })).toAnswer(
    200,
  );
}
it.each([
  ['0825550111', 'Please choose “Forgot password”: a code is sent to your cell.'],
  ['0115550111', 'Please ask your firm admin for a new one.'],
])(
  'explains the way on after 14 days, to the right password alone, for the cell %s',
  async (cell, advice) => {
    const { add } = await anOffice();
    const { email } = await add(cell);
    expect(await logon(email, initialPassword)).toAnswer(200);
    waitDays(14);
    expect(await logon(email, initialPassword)).toAnswer(401, {
      code: 'first_sign_in_ended',
      message: expect.stringContaining(advice),
    });
    expect(await logon(email, fresh)).toAnswer({ code: 'wrong_credentials' });
  },
);

it('lets a user whose initial password has ended choose a password by a code', async () => {
  const { add } = await anOffice();
  const { email, id } = await add('0825550115');
  waitDays(15);
  await resetByCode(email, id);
  expect(await logon(email, fresh)).toAnswer(200);
});

async function choosePassword(email: string, id: string, initial: string) {
  const session = (await logon(email, initial)).json<SignInReply>().token;
  const body = { oldPassword: initial, newPassword: fresh };
  expect(await test.call(`PUT /users/update-password/${id}`, { token: session, body })).toAnswer(
    200,
  );
}

const actionsOf = async (id: string) => (await test.listAudit(id)).map(({ action }) => action);

it('counts nothing against the network where the right initial password has ended', async () => {
  const { add } = await anOffice();
  const { email } = await add('0115550111');
  waitDays(14);
  const from = '10.76.1.1';
  expect(await logon(email, initialPassword, from)).toAnswer({ code: 'first_sign_in_ended' });
  const counted = await test.listRows('limits', { key: `network:${from}` }, ['count']);
  expect(counted).toEqual([{ count: 0 }]);
});

it('is renewed by a random password for an attorney whose cell receives no SMS', async () => {
  const { add, token } = await anOffice();
  const { email, id } = await add('0115550111');
  waitDays(15);
  const [first, second] = [await renew(id, await token()), await renew(id, await token())];
  const until = new Date(test.clock.now().getTime() + hours(14 * 24)).toISOString();
  expect(second).toAnswer(200, { data: { firstSignInUntil: until, pwdResetRequired: true } });
  const made = [first, second].map((reply) => reply.json<SignInReply>().initialPassword ?? '');
  expect(made).toEqual([
    expect.stringMatching(/^(?:[a-z2-9]{4}-?){4}$/),
    expect.not.stringMatching(made[0] ?? ''),
  ]);
  for (const gone of [initialPassword, made[0] ?? ''])
    expect(await logon(email, gone)).toAnswer({ code: 'wrong_credentials' });
  await choosePassword(email, id, made[1] ?? '');
  waitDays(30);
  expect(await logon(email, fresh)).toAnswer(200);
  const renewed = 'user.first-sign-in-renewed';
  expect(await actionsOf(id)).toEqual(['user.created', renewed, renewed, 'user.password-changed']);
  expect(await invitationsTo(email)).toHaveLength(0);
});

it('is renewed by an invitation, which expires too, if the cell receives SMS', async () => {
  const { add, token } = await anOffice();
  const { email, id, cell } = await add('0825550112');
  const renewals = [await renew(id, await token()), await renew(id, await token())];
  expect(renewals.map((reply) => reply.json<SignInReply>().initialPassword)).toEqual([null, null]);
  expect(await invitationsTo(email)).toEqual([
    expect.stringMatching(/works for 14 days, until .* Later, ask your firm admin for a new one\./),
  ]);
  expect(await logon(email, initialPassword)).toAnswer({ code: 'wrong_credentials' });
  expect(await requestCode(email, cell)).toMatch(/^\d{8} is your Recoup one-time password/);
  waitDays(14);
  expect(await requestCode(email, cell)).toBe(
    'Your invitation to Recoup has ended after 14 days. ' +
      'Please ask your administrator for a new one.',
  );
});

it.each([
  [
    'an initial password',
    '0115550111',
    async (email: string, id: string) => choosePassword(email, id, initialPassword),
  ],
  ['a code', '0825550113', resetByCode],
])('is rejected for a user who has ever chosen a password, by %s', async (_, cell, choose) => {
  const { add, token } = await anOffice();
  const { email, id } = await add(cell);
  await choose(email, id);
  const before = await test.listRows('users', { id }, ['passwordHash', 'invitedAt']);
  expect(await renew(id, await token())).toAnswer({ code: 'conflict' });
  await expect(createInitialPassword(test.db, { email, now: test.clock.now() })).rejects.toThrow(
    'belongs to a firm',
  );
  expect(await renew(id, await token())).toAnswer({ code: 'conflict' });
  expect(await test.listRows('users', { id }, ['passwordHash', 'invitedAt'])).toEqual(before);
  expect(await logon(email, fresh)).toAnswer(200);
});

it.each([
  ['an account that is not active', { status: 1 }, 'conflict'],
  ['a domain that the firm no longer has', { email: 'given.up@elsewhere.co.za' }, 'invalid_input'],
])('is rejected for %s', async (_, change, code) => {
  const { add, token } = await anOffice();
  const { id } = await add('0825550114');
  await test.updateRows('users', { id }, change);
  expect(await renew(id, await token())).toAnswer({ code });
});

const system = async () => test.signInAs({ firm: null });

it('expires for an invited firm admin with an SMS, and restarts with a new mail', async () => {
  const { firm } = await anOffice();
  const email = `lerato@${firm.domain}`;
  const person = { role: 1, firm: firm.id, email, cell: '0825559901' };
  const { _id } = (
    await test.call('POST /register', { token: await system(), body: person })
  ).json<SignInReply>().data;
  expect((await invitationsTo(email))[0]).toContain('This invitation works for 14 days, until ');
  waitDays(14);
  expect(await requestCode(email, person.cell)).toBe(
    'Your invitation to Recoup has ended after 14 days. ' +
      'Please ask your administrator for a new one.',
  );
  const codes = test.db.selectFrom('otpChallenges').select('userId').orderBy('createdAt', 'desc');
  // Not even the right code opens the account.
  expect(await codes.executeTakeFirst()).toEqual({ userId: null });
  expect(await renew(_id, await system())).toAnswer(200);
  expect(await renew(_id, await system())).toAnswer(200);
  expect(await invitationsTo(email)).toHaveLength(2);
  waitDays(1);
  expect(await requestCode(email, person.cell)).toMatch(/^\d{8} is your Recoup one-time password/);
  await test.updateRows('users', { id: _id }, { cell: '0115559901' });
  expect(await renew(_id, await system())).toAnswer({
    code: 'conflict',
    message: /cannot receive SMS/,
  });
});

it('takes no password that the firm admin has chosen', async () => {
  const own = await anOffice();
  const { id } = await own.add('0825550111');
  expect(await renew(id, await own.token(), { password: fresh })).toAnswer(400);
});

it('is made by the operator for a system administrator', async () => {
  const user = await test.aUser({ firm: null, password: initialPassword, pwdResetRequired: true });
  await test.updateRows('users', { id: user.id }, { invitedAt: test.clock.now() });
  waitDays(14);
  expect((await logon(user.email, initialPassword)).json<SignInReply>().message).toContain(
    'npm run user -- new-password',
  );
  const line = await createInitialPassword(test.db, { email: user.email, now: test.clock.now() });
  const made = /signs in with (\S+) within/.exec(line)?.[1] ?? '';
  expect(await logon(user.email, made)).toAnswer(200);
});

const to = {
  email: 'thandi@nkosi.co.za',
  firmName: 'Nkosi & Partners',
  publicUrl: 'https://recoup.nkosi.co.za',
  now: new Date('2026-11-25T22:30:00Z'),
  signOn: undefined,
};

it('writes the end of an invitation as the day in South Africa, without a zero before it', () => {
  expect(invitationOfAttorney({ ...to, expires: true }).body).toContain(
    'This invitation works for 14 days, until 10 December 2026.',
  );
  const later = new Date('2026-12-23T08:00:00Z');
  expect(invitationOfAttorney({ ...to, expires: true, now: later }).body).toContain(
    'until 6 January 2027.',
  );
});
