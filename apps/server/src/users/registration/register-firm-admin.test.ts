import { userStatus } from '@recoup/contract/core/access';
import { nameFromEmail } from '@recoup/contract/users/name-from-email';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { aFirm, aUser } from '../../../test/factories.ts';
import { adminOf, mailsTo, type RegistrationReply } from '../../../test/registration.ts';
import { minutes } from '../../platform/core/clock.ts';

const test = useApp();
const signInSystem = async () => test.signInAs({ firm: null });

it('adds a firm admin with a name from the e-mail, an invitation and no password', async () => {
  const firm = await aFirm(test.db, { name: 'Nkosi & Partners' });
  const reply = await test.call('POST /register', {
    token: await signInSystem(),
    body: adminOf(firm),
  });
  const { data } = reply.json<RegistrationReply>();
  expect(data).toMatchObject({
    name: 'Lerato Nkosi',
    cell: '0825550101',
    role: 1,
    status: 2,
    pwdResetRequired: true,
    initials: 'LN',
    version: 1,
  });
  expect(data.firm._id).toBe(firm.id);
  const row = await test.getRow('users', { id: data._id });
  expect(row.passwordHash).toBeNull();
  const [mail] = await mailsTo(test.db, row.email);
  const link = `http://recoup.test/logon?email=${encodeURIComponent(row.email)}`;
  expect(mail?.body.split('\n\n')).toContain(link);
  expect(mail?.body).toContain('Nkosi & Partners');
});

it.each([
  ['jo@nkosi.co.za', 'Jo Nkosi'],
  ['a.b.c@nkosi.co.za', 'A B C'],
  ["o'connor+x@nkosi.co.za", "O'connor"],
  ['_@ab.co.za', 'Attorney Admin'],
  [`${'x'.repeat(64)}@ab.co.za`, `X${'x'.repeat(49)}`],
])('makes of %s the name %s', (email, name) => {
  expect(nameFromEmail(email)).toBe(name);
});

it('answers a repeat before the admin is named with one user and one invitation', async () => {
  const firm = await aFirm(test.db);
  const token = await signInSystem();
  const first = (
    await test.call('POST /register', { token, body: adminOf(firm) })
  ).json<RegistrationReply>();
  const again = await test.call('POST /register', {
    token,
    body: adminOf(firm, { cell: '0835550102' }),
  });
  expect(again).toAnswer(201);
  expect(again.json<RegistrationReply>().data).toMatchObject({
    _id: first.data._id,
    cell: '0835550102',
    name: 'Lerato Nkosi',
  });
  expect(await mailsTo(test.db, adminOf(firm).email)).toHaveLength(1);
  test.clock.advance(minutes(11));
  await test.call('POST /register', { token, body: adminOf(firm) });
  expect(await mailsTo(test.db, adminOf(firm).email)).toHaveLength(2);
});

it('invites an admin who was added as inactive once the account is active', async () => {
  const firm = await aFirm(test.db);
  const token = await signInSystem();
  const { email } = adminOf(firm);
  for (const [status, mails] of [
    [userStatus.inactive, 0],
    [userStatus.active, 1],
    [userStatus.active, 1],
  ] as const) {
    await test.call('POST /register', { token, body: adminOf(firm, { status }) });
    expect(await mailsTo(test.db, email)).toHaveLength(mails);
  }
});

it('makes one person of two registrations at the same moment', async () => {
  const firm = await aFirm(test.db);
  const token = await signInSystem();
  const replies = await Promise.all(
    [1, 2, 3].map(() => test.call('POST /register', { token, body: adminOf(firm) })),
  );
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
  expect(new Set(replies.map((reply) => reply.json<RegistrationReply>().data._id)).size).toBe(1);
  expect(await mailsTo(test.db, adminOf(firm).email)).toHaveLength(1);
});

it.each([
  'the firm’s present admin',
  'an attorney of the firm',
  'a blocked admin',
  'a person of another firm',
])('rejects the e-mail of %s', async (whose) => {
  const firm = await aFirm(test.db);
  const email = adminOf(firm).email;
  const other = await aFirm(test.db);
  const given = {
    'the firm’s present admin': { firm, role: 1 },
    'an attorney of the firm': { firm, role: 0 },
    'a blocked admin': { firm, role: 1, status: userStatus.blocked },
    'a person of another firm': { firm: other, role: 1 },
  }[whose];
  const user = await aUser(test.db, { ...given, email });
  if (whose === 'the firm’s present admin')
    await test.updateRows('firms', { id: firm.id }, { adminId: user.id });
  const reply = await test.call('POST /register', {
    token: await signInSystem(),
    body: adminOf(firm, { email: email.toUpperCase() }),
  });
  expect(reply).toAnswer(409, {
    code: 'conflict',
    fields: { email: expect.stringContaining('already') },
  });
  expect(reply.body).not.toContain(other.name);
});
