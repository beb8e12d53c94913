import { passwordMessages } from '@recoup/contract/account/password-rules';
import { userStatus } from '@recoup/contract/core/access';
import { smsNeeded } from '@recoup/contract/core/cell-numbers';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { nameFromEmail } from '@recoup/contract/users/name-from-email';
import { minutes } from '../../platform/core/clock.ts';
import type { Db } from '../../platform/database/connections.ts';

type RegistrationReply = {
  data: { _id: string; name: string; firm: { _id: string } };
  fields?: Record<string, string>;
};

const adminOf = (firm: { id: string; domain: string }, more: object = {}) => ({
  role: 1,
  firm: firm.id,
  email: `lerato.nkosi@${firm.domain}`,
  cell: '+27 82 555-0101',
  status: 2,
  ...more,
});

const mailsTo = async (db: Db, address: string) =>
  db.selectFrom('mails').where('toAddress', '=', address).selectAll().execute();

const test = useApp();
const attorneyOf = (firm: { id: string; domain: string }, more: object = {}) => ({
  role: 0,
  firm: firm.id,
  name: 'Thabo Mokoena',
  email: `t.mokoena@${firm.domain}`,
  cell: '0825550111',
  status: 2,
  password: 'paper-lion-station-18',
  ...more,
});
const signInSystem = async () => test.signInAs({ firm: null });
const signInAdmin = async (firm: { id: string; domain: string }) => test.signInAdmin({ firm });

it('sets an attorney’s initial password, to be changed at the first sign-in', async () => {
  const firm = await test.aFirm();
  const body = attorneyOf(firm);
  await test.call('POST /register', { token: await signInAdmin(firm), body });
  const logon = await test.call('POST /logon', {
    body: { email: body.email, password: body.password },
  });
  const { token } = logon.json<{ token: string }>();
  expect(await test.call('GET /me', { token })).toAnswer({ role: 0, pwdResetRequired: true });
});

it.each([
  [1, { email: '' }, 'email', 'Email is required'],
  [1, { email: 'nobody' }, 'email', 'Invalid email address'],
  [1, { email: 'a@firm.africa' }, 'email', 'Invalid email address'],
  [1, { email: 'a@elsewhere.co.za' }, 'email', 'Invalid domain'],
  [1, { cell: '' }, 'cell', 'Cell is required'],
  [1, { cell: '082555' }, 'cell', 'Cell must be at least 10 numbers long.'],
  [1, { cell: '08255501011' }, 'cell', 'Cell must not be more than 10 numbers long.'],
  [1, { cell: '011 555 1234' }, 'cell', smsNeeded],
  [1, { cell: '0861234567' }, 'cell', smsNeeded],
  [1, { firm: '' }, 'firm', 'Please choose a firm.'],
  [1, { firm: undefined }, 'firm', 'Please choose a firm.'],
  [1, { firm: { _id: 'x' } }, 'firm', 'Not a valid id.'],
  [1, { status: 0 }, 'status', 'Must be 1 (Inactive) or 2 (Active).'],
  [0, { cell: '' }, 'cell', 'Cell is required'],
  [0, { cell: '082555' }, 'cell', 'Cell must be at least 10 characters long.'],
  [0, { cell: '08255501011' }, 'cell', 'Cell must not be more than 10 characters long.'],
  [0, { name: '' }, 'name', 'Name is required.'],
  [0, { name: 'Jo' }, 'name', 'Name must be at least 3 characters long.'],
  [0, { name: 'x'.repeat(51) }, 'name', 'Name must not be more than 50 characters long.'],
  [0, { email: 'nobody' }, 'email', 'Invalid email id'],
  [0, { email: 'a@elsewhere.co.za' }, 'email', 'Invalid email id'],
  [0, { password: 'short' }, 'password', 'Must be at least 12 characters long.'],
])('rejects role %i with %j: %s shows %s', async (kind, more, field, message) => {
  const firm = await test.aFirm();
  const [token, body] =
    kind === 1
      ? [await signInSystem(), adminOf(firm, more)]
      : [await signInAdmin(firm), attorneyOf(firm, more)];
  expect(await test.call('POST /register', { token, body })).toAnswer(400, {
    code: 'invalid_input',
    fields: { [field]: message },
  });
});

it('rejects an initial password made of the name of the firm', async () => {
  const firm = await test.aFirm({ name: 'Ubuntu Chambers' });
  const body = attorneyOf(firm, { password: 'Ubuntu Chambers' });
  const reply = await test.call('POST /register', { token: await signInAdmin(firm), body });
  expect(reply).toAnswer(400, { fields: { password: passwordMessages.fromContext } });
});

it('accepts a landline for an attorney, but not for a firm admin, who needs an SMS', async () => {
  const firm = await test.aFirm();
  const attorney = await test.call('POST /register', {
    token: await signInAdmin(firm),
    body: attorneyOf(firm, { cell: '\u202a011 555 1234\u202c' }),
  });
  expect(attorney).toAnswer({ data: { cell: '0115551234' } });
  const token = await signInSystem();
  const { _id } = (
    await test.call('POST /register', { token, body: adminOf(firm) })
  ).json<RegistrationReply>().data;
  const change = (cell: string) => test.call(`PUT /users/${_id}`, { token, body: { cell } });
  expect(await change('0115551234')).toAnswer({
    code: 'invalid_input',
    fields: { cell: smsNeeded },
  });
  await test.updateRows('users', { id: _id }, { passwordHash: 'of a password' });
  expect(await change('0115551234')).toAnswer(200);
});

it.each([0, 1])('accepts the whole form of role %i, and ignores other fields', async (kind) => {
  const firm = await test.aFirm();
  const whole = {
    _id: '',
    initials: 'XX',
    pwdResetRequired: false,
    firm: { _id: firm.id, name: 'x', logo: null, domains: [] },
  };
  const [token, body] =
    kind === 1
      ? [
          await signInSystem(),
          adminOf(firm, { ...whole, password: '', disbursementTypes: [], callFees: [] }),
        ]
      : [await signInAdmin(firm), attorneyOf(firm, whole)];
  const reply = await test.call('POST /register', { token, body });
  expect(reply).toAnswer(201, {
    data: { role: kind, pwdResetRequired: true, firm: { _id: firm.id, name: firm.name } },
  });
  expect(reply.json<{ data: { initials: string } }>().data.initials).not.toBe('XX');
});

it('accepts an email at a registered domain with any ending', async () => {
  const firm = await test.aFirm({ domain: 'ubuntu-law.africa' });
  const reply = await test.call('POST /register', {
    token: await signInSystem(),
    body: adminOf(firm),
  });
  expect(reply).toAnswer(201);
});

it('audits actor, added user and address, and no secret', async () => {
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm });
  const reply = await test.call('POST /register', {
    token: await test.signIn(admin),
    body: attorneyOf(firm),
  });
  const record = await test.getRow('auditLog', {
    subjectId: reply.json<RegistrationReply>().data._id,
  });
  expect(record).toMatchObject({
    action: 'user.created',
    actorId: admin.id,
    firmId: firm.id,
    address: '127.0.0.1',
    at: test.clock.now(),
  });
  expect(JSON.stringify(record)).not.toMatch(/paper-lion|argon/);
});

it('adds a firm admin with a name from the email, an invitation and no password', async () => {
  const firm = await test.aFirm({ name: 'Nkosi & Partners' });
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
  const firm = await test.aFirm();
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
  const firm = await test.aFirm();
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
  const firm = await test.aFirm();
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
])('rejects the email of %s', async (whose) => {
  const firm = await test.aFirm();
  const email = adminOf(firm).email;
  const other = await test.aFirm();
  const input = {
    'the firm’s present admin': { firm, role: 1 },
    'an attorney of the firm': { firm, role: 0 },
    'a blocked admin': { firm, role: 1, status: userStatus.blocked },
    'a person of another firm': { firm: other, role: 1 },
  }[whose];
  const user = await test.aUser({ ...input, email });
  if (whose === 'the firm’s present admin')
    await test.updateRows('firms', { id: firm.id }, { adminId: user.id });
  const reply = await test.call('POST /register', {
    token: await signInSystem(),
    body: adminOf(firm, { email: email.toUpperCase() }),
  });
  expect(reply).toAnswer(409, { code: 'conflict', fields: { email: /already/ } });
  expect(reply.body).not.toContain(other.name);
});
