import { role, userStatus } from '@recoup/contract/core/access';
import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { aUser } from '../../test/factories.ts';
import { people } from '../../test/people.ts';

const test = useApp();

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
  const earlier = await aUser(test.db, {
    firm,
    role: role.attorneyAdmin,
    status: userStatus.inactive,
    cell: '0825550111',
  });
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
