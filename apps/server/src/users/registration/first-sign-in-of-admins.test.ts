import { expect, it } from 'vitest';
import { aUser } from '../../../test/factories.ts';
import { initialPassword, type SignInReply, useFirstSignIn } from '../../../test/first-sign-in.ts';
import { fresh } from '../../../test/passwords.ts';
import { createInitialPassword } from '../../account/operator.service.ts';

const { anOffice, invitationsTo, logon, renew, requestCode, test, waitDays } = useFirstSignIn();

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
  expect((await renew(_id, await system())).json()).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('cannot receive SMS'),
  });
});

it('takes no password that the firm admin has chosen', async () => {
  const own = await anOffice();
  const { id } = await own.add('0825550111');
  expect(await renew(id, await own.token(), { password: fresh })).toAnswer(400);
});

it('is made by the operator for a system administrator', async () => {
  const user = await aUser(test.db, {
    firm: null,
    password: initialPassword,
    pwdResetRequired: true,
  });
  await test.updateRows('users', { id: user.id }, { invitedAt: test.clock.now() });
  waitDays(14);
  expect((await logon(user.email, initialPassword)).json<SignInReply>().message).toContain(
    'npm run user -- new-password',
  );
  const line = await createInitialPassword(test.db, { email: user.email, now: test.clock.now() });
  const made = /signs in with (\S+) within/.exec(line)?.[1] ?? '';
  expect(await logon(user.email, made)).toAnswer(200);
});
