import { passwordMessages } from '@recoup/contract/account/password-rules';
import { role } from '@recoup/contract/core/access';
import { smsNeeded } from '@recoup/contract/core/cell-numbers';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { aFirm, aUser } from '../../../test/factories.ts';
import { adminOf, type RegistrationReply } from '../../../test/registration.ts';

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
const signInAdmin = async (firm: { id: string; domain: string }) =>
  test.signInAs({ firm, role: role.attorneyAdmin });

it('sets an attorney’s initial password, to be changed at the first sign-in', async () => {
  const firm = await aFirm(test.db);
  const body = attorneyOf(firm);
  await test.call('POST /register', { token: await signInAdmin(firm), body });
  const logon = await test.call('POST /logon', {
    body: { email: body.email, password: body.password },
  });
  const { token } = logon.json<{ token: string }>();
  expect((await test.call('GET /me', { token })).json()).toMatchObject({
    role: 0,
    pwdResetRequired: true,
  });
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
  const firm = await aFirm(test.db);
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
  const firm = await aFirm(test.db, { name: 'Ubuntu Chambers' });
  const body = attorneyOf(firm, { password: 'Ubuntu Chambers' });
  const reply = await test.call('POST /register', { token: await signInAdmin(firm), body });
  expect(reply).toAnswer(400, { fields: { password: passwordMessages.fromContext } });
});

it('accepts a landline for an attorney, but not for a firm admin, who needs an SMS', async () => {
  const firm = await aFirm(test.db);
  const attorney = await test.call('POST /register', {
    token: await signInAdmin(firm),
    body: attorneyOf(firm, { cell: '\u202a011 555 1234\u202c' }),
  });
  expect(attorney.json()).toMatchObject({ data: { cell: '0115551234' } });
  const token = await signInSystem();
  const { _id } = (
    await test.call('POST /register', { token, body: adminOf(firm) })
  ).json<RegistrationReply>().data;
  const change = (cell: string) => test.call(`PUT /users/${_id}`, { token, body: { cell } });
  expect((await change('0115551234')).json()).toMatchObject({
    code: 'invalid_input',
    fields: { cell: smsNeeded },
  });
  await test.updateRows('users', { id: _id }, { passwordHash: 'of a password' });
  expect(await change('0115551234')).toAnswer(200);
});

it.each([0, 1])('accepts the whole form of role %i, and ignores other fields', async (kind) => {
  const firm = await aFirm(test.db);
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

it('accepts an e-mail at a registered domain with any ending', async () => {
  const firm = await aFirm(test.db, { domain: 'ubuntu-law.africa' });
  const reply = await test.call('POST /register', {
    token: await signInSystem(),
    body: adminOf(firm),
  });
  expect(reply).toAnswer(201);
});

it('audits actor, added user and address, and no secret', async () => {
  const firm = await aFirm(test.db);
  const admin = await aUser(test.db, { firm, role: role.attorneyAdmin });
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
