import { userStatus, role } from '@recoup/contract/core/access';
import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { type People, people } from '../../test/people.ts';

const test = useApp();

it('accepts a user as it was read, and changes nothing', async () => {
  const { admin, attorney } = await people(test.db);
  const token = await test.signIn(admin);
  const body = await test.data<object>(`GET /users/${attorney.id}`, { token });
  const reply = await test.call(`PUT /users/${attorney.id}`, { token, body });
  expect([reply.statusCode, reply.json()]).toEqual([200, { data: body }]);
});

it('tells a person who never needed a password of a changed email', async () => {
  const { firm, admin, attorney } = await people(test.db);
  const changed = async (pwdResetRequired: boolean, name: string) => {
    await test.updateRows(
      'users',
      { id: attorney.id },
      { passwordHash: null, passwordResetRequired: pwdResetRequired },
    );
    const { email: before } = await test.getRow('users', { id: attorney.id });
    const body = { email: `${name}@${firm.domain}` };
    const token = await test.signIn(admin);
    expect(await test.call(`PUT /users/${attorney.id}`, { token, body })).toAnswer(200);
    return test.listRows('mails', { toAddress: before }, ['subject']);
  };
  expect(await changed(true, 'first')).toEqual([]);
  expect(await changed(false, 'second')).toEqual([{ subject: 'Your Recoup email was changed' }]);
});

it('rejects a body that is of another user', async () => {
  const { admin, attorney } = await people(test.db);
  const body = { _id: admin.id, name: 'Another Name' };
  const reply = await test.call(`PUT /users/${attorney.id}`, {
    token: await test.signIn(admin),
    body,
  });
  expect([reply.statusCode, reply.json<{ fields: object }>().fields]).toEqual([
    400,
    { _id: 'Must be the id of the address.' },
  ]);
});

it('updates the form’s fields, and ignores others of the specified client', async () => {
  const { firm, admin, attorney } = await people(test.db);
  const other = await test.aFirm();
  const token = await test.signIn(admin);
  const body = {
    _id: attorney.id,
    role: 10,
    firm: other.id,
    password: 'a-password-of-mine',
    initials: 'XX',
    pwdResetRequired: true,
    name: 'Thabo M. Mokoena',
    email: `THABO@${firm.domain}`,
    cell: '0027 82 555 0199',
    status: 2,
  };
  expect(await test.call(`PUT /users/${attorney.id}`, { token, body })).toAnswer(200, {
    data: {
      _id: attorney.id,
      role: 0,
      name: 'Thabo M. Mokoena',
      email: `thabo@${firm.domain}`,
      cell: '0825550199',
      initials: 'TM',
      version: 2,
    },
  });
  const row = await test.getRow('users', { id: attorney.id });
  expect(row).toMatchObject({
    role: 0,
    firmId: firm.id,
    passwordHash: null,
    passwordResetRequired: false,
  });
});

it('reads with version, call fees and types, and without the hash', async () => {
  const { admin, attorney } = await people(test.db);
  const reply = await test.call(`GET /users/${attorney.id}`, { token: await test.signIn(admin) });
  expect(reply).toAnswer({
    data: { callFees: [], disbursementTypes: [], version: 1, firm: { _id: attorney.firmId } },
  });
  expect(reply.body).not.toMatch(/hash/i);
});

it.each([
  ['inactivated', () => ({ status: 1 }), 401],
  ['given another email', ({ firm }: People) => ({ email: `new@${firm.domain}` }), 401],
  ['given another name', () => ({ name: 'Another Name' }), 200],
])('ends every session at once of a user who is %s, if it must', async (_, change, status) => {
  const all = await people(test.db);
  const theirs = await test.signIn(all.attorney);
  await test.call(`PUT /users/${all.attorney.id}`, {
    token: await test.signIn(all.admin),
    body: change(all),
  });
  expect(await test.call('GET /me', { token: theirs })).toAnswer(status);
  const left = await test.listRows('sessions', { userId: all.attorney.id });
  expect(left).toHaveLength(status === 200 ? 1 : 0);
});

it('cannot block, nor lift a block, and saves everything else of a blocked user', async () => {
  const { firm, admin, attorney } = await people(test.db);
  const token = await test.signIn(admin);
  const blocking = await test.call(`PUT /users/${attorney.id}`, { token, body: { status: 0 } });
  expect(blocking).toAnswer(400, { fields: { status: /Blocked/ } });
  const blocked = await test.aUser({ firm, status: userStatus.blocked });
  const change = (body: object) => test.call(`PUT /users/${blocked.id}`, { token, body });
  for (const status of [1, 2]) {
    expect(await change({ status, name: 'Not kept' })).toAnswer(400, {
      fields: { status: /operator/ },
    });
  }
  expect(await change({ status: 0, name: 'Sent back as read' })).toAnswer({
    data: { status: 0, name: 'Sent back as read' },
  });
  expect(await change({ name: 'Without a status' })).toAnswer({
    data: { status: 0, name: 'Without a status' },
  });
});

it('rejects an email that is taken in any firm, and one outside the domains', async () => {
  const { firm, admin, attorney, stranger } = await people(test.db);
  const token = await test.signIn(admin);
  await test.insertRows('firmDomains', { firmId: firm.id, position: 2, domain: 'second.legal' });
  await test.aUser({
    firm: { id: String(stranger.firmId), domain: 'x' },
    email: 'taken@second.legal',
  });
  const attempt = async (email: string) =>
    test.call(`PUT /users/${attorney.id}`, { token, body: { email } });
  expect(await attempt('Taken@Second.Legal')).toAnswer(409);
  expect(await attempt('thabo@elsewhere.co.za')).toAnswer({
    fields: { email: 'Invalid email id' },
  });
  expect(await attempt('free@second.legal')).toAnswer(200);
});

it('keeps an email of a domain that the firm gave up, as long as it is not changed', async () => {
  const { firm, admin, attorney } = await people(test.db);
  await test.updateRows('firmDomains', { firmId: firm.id }, { domain: 'renamed.co.za' });
  await test.updateRows('users', { id: admin.id }, { email: 'admin@renamed.co.za' });
  const token = await test.signIn(admin);
  const reply = await test.call(`PUT /users/${attorney.id}`, {
    token,
    body: { email: attorney.email, name: 'Another Name' },
  });
  expect(reply).toAnswer(200);
});

it('accepts one of two changes of one version', async () => {
  const { admin, attorney } = await people(test.db);
  const token = await test.signIn(admin);
  const change = async (name: string) =>
    test.call(`PUT /users/${attorney.id}`, { token, body: { name, version: 1 } });
  const replies = await Promise.all([change('First Name'), change('Second Name')]);
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
    code: 'changed_meanwhile',
  });
});

it.each([
  [0, { email: 'nobody' }, 'email', 'Invalid email id'],
  [1, { email: 'nobody' }, 'email', 'Invalid email address'],
  [1, { email: 'a@elsewhere.co.za' }, 'email', 'Invalid domain'],
  [0, { email: ' ' }, 'email', 'Email is required'],
  [0, { cell: '1' }, 'cell', 'Cell must be at least 10 characters long.'],
  [0, { cell: '08255501234' }, 'cell', 'Cell must not be more than 10 characters long.'],
  [1, { cell: '1' }, 'cell', 'Cell must be at least 10 numbers long.'],
  [1, { cell: ' ' }, 'cell', 'Cell is required'],
  [0, { name: 'Jo' }, 'name', 'Name must be at least 3 characters long.'],
  [0, { status: 3 }, 'status', 'Must be 0, 1 or 2.'],
  [0, { admin: true }, 'admin', 'This field is not known here.'],
])('rejects for role %i %j: %s shows %s', async (kind, change, field, message) => {
  const { admin, attorney, system } = await people(test.db);
  const [by, whom] = kind === 1 ? [system, admin] : [admin, attorney];
  const reply = await test.call(`PUT /users/${whom.id}`, {
    token: await test.signIn(by),
    body: { role: kind, ...change },
  });
  expect(reply).toAnswer(400, { fields: { [field]: message } });
});

it('records changes in the audit log with before and after, and no empty change', async () => {
  const { firm, admin, attorney } = await people(test.db);
  const token = await test.signIn(admin);
  for (const body of [{ name: 'Thabo Dube', status: 2 }, { name: 'Thabo Dube' }])
    await test.call(`PUT /users/${attorney.id}`, { token, body });
  const records = await test.listRows('auditLog', { subjectId: attorney.id });
  expect(records).toMatchObject([
    {
      action: 'user.updated',
      actorId: admin.id,
      firmId: firm.id,
      details: { name: ['Thabo Mokoena', 'Thabo Dube'] },
      address: '127.0.0.1',
      at: test.clock.now(),
    },
  ]);
});

it.each([
  [{ cell: '0825550119' }, 'Your Recoup cell number was changed'],
  [{ email: 'new-address' }, 'Your Recoup email was changed'],
  [
    { cell: '0825550118', email: 'newer-address' },
    'Your Recoup email and cell number were changed',
  ],
])(
  'tells the owner at the address and the cell so far when an administrator changes %j',
  async (change, subject) => {
    const { firm, admin, attorney } = await people(test.db);
    await test.updateRows('users', { id: attorney.id }, { passwordHash: 'some hash' });
    const body = {
      name: 'Thabo Dube',
      ...change,
      ...('email' in change && { email: `${change.email}@${firm.domain}` }),
    };
    const token = await test.signIn(admin);
    const sent = (await test.sms()).length;
    expect(await test.call(`PUT /users/${attorney.id}`, { token, body })).toAnswer(200);
    expect(
      await test.call(`PUT /users/${attorney.id}`, { token, body: { name: 'Thabo Nkosi' } }),
    ).toAnswer(200);
    const mails = await test.listRows('mails', { firmId: firm.id }, [
      'toAddress',
      'subject',
      'body',
    ]);
    expect(mails).toEqual([
      {
        toAddress: attorney.email,
        subject,
        body: expect.stringContaining('An administrator changed the'),
      },
    ]);
    const toOldCell = {
      to: '0825550111',
      text: expect.stringMatching(
        /^An administrator changed the .*cell number of your Recoup account\./,
      ),
    };
    expect((await test.sms()).slice(sent)).toEqual('cell' in change ? [toOldCell] : []);
  },
);

it('notifies the old cell of an admin who is registered again with another one', async () => {
  const { firm, system } = await people(test.db);
  const earlier = await test.anAdmin({ firm, status: userStatus.inactive, cell: '0825550111' });
  await test.updateRows('users', { id: earlier.id }, { passwordHash: 'some hash' });
  const body = {
    role: role.attorneyAdmin,
    firm: firm.id,
    email: earlier.email,
    cell: '0825550119',
  };
  const sent = (await test.sms()).length;
  expect(await test.call('POST /register', { token: await test.signIn(system), body })).toAnswer(
    201,
  );
  expect((await test.sms()).slice(sent)).toEqual([
    { to: '0825550111', text: expect.stringContaining('changed the cell number') },
  ]);
});
