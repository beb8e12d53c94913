import { userStatus } from '@recoup/contract/core/access';
import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { countLockWaits } from '../../test/lock-waits.ts';
import { people } from '../../test/people.ts';
import { updateRows } from '../../test/rows.ts';

const test = useApp();

it.each(['attorney', 'admin', 'system'] as const)(
  'changes the own name and date form of the %s, and audits what differs',
  async (who) => {
    const all = await people(test.db);
    const me = all[who];
    const token = await test.signIn(me);
    const before = (await test.call('GET /me', { token })).json<object>();
    expect(before).toMatchObject({ dateForm: 'd mmm yyyy' });
    const reply = await test.call('PUT /me', {
      token,
      body: { name: '  Nomsa  Dlamini ', dateForm: 'dd/mm/yyyy' },
    });
    const after = { ...before, name: 'Nomsa  Dlamini', initials: 'ND', dateForm: 'dd/mm/yyyy' };
    expect([reply.statusCode, reply.json()]).toEqual([200, { data: after }]);
    expect((await test.call('GET /me', { token })).json()).toEqual(after);
    const audit = await test.listRows('auditLog', { subjectId: me.id }, [
      'action',
      'actorId',
      'firmId',
      'details',
    ]);
    expect(audit).toEqual([
      {
        action: 'user.updated',
        actorId: me.id,
        firmId: who === 'system' ? null : all.firm.id,
        details: {
          name: [expect.any(String), 'Nomsa  Dlamini'],
          dateForm: ['d mmm yyyy', 'dd/mm/yyyy'],
        },
      },
    ]);
  },
);

it('keeps what is absent, writes nothing for equal values, and outdates open forms', async () => {
  const { admin, attorney } = await people(test.db);
  const token = await test.signIn(attorney);
  const name = (await test.call('GET /me', { token })).json<{ name: string }>().name;
  await test.call('PUT /me', { token, body: { dateForm: 'yyyy-mm-dd' } });
  const again = await test.call('PUT /me', { token, body: { dateForm: 'yyyy-mm-dd', name } });
  expect(again).toAnswer({ data: { name, dateForm: 'yyyy-mm-dd' } });
  expect(await test.call('PUT /me', { token, body: {} })).toAnswer(200);
  const audit = await test.listRows('auditLog', { subjectId: attorney.id }, ['details']);
  expect(audit).toEqual([{ details: { dateForm: ['d mmm yyyy', 'yyyy-mm-dd'] } }]);
  // A form that a firm admin opened before is outdated, as after any change of the user.
  const outdated = await test.call(`PUT /users/${attorney.id}`, {
    token: await test.signIn(admin),
    body: { version: 1, name: 'Thabo M. Mokoena' },
  });
  expect(outdated).toAnswer({ code: 'changed_meanwhile' });
});

it.each([
  [{ name: '' }, 'name', 'Name is required.'],
  [{ name: 'Al' }, 'name', 'Name must be at least 3 characters long.'],
  [{ name: 'a'.repeat(51) }, 'name', 'Name must not be more than 50 characters long.'],
  [{ name: 7 }, 'name', 'Must be text.'],
  [{ name: 'Two\nLines' }, 'name', 'Must be one line without control characters.'],
  [
    { dateForm: 'mm/dd/yyyy' },
    'dateForm',
    'Must be one of d mmm yyyy, dd/mm/yyyy, yyyy/mm/dd, yyyy-mm-dd.',
  ],
])('rejects %j', async (body, field, message) => {
  const { attorney } = await people(test.db);
  expect(await test.call('PUT /me', { token: await test.signIn(attorney), body })).toAnswer(400, {
    fields: { [field]: message },
  });
});

it('rejects other fields of the account', async () => {
  const { attorney } = await people(test.db);
  const token = await test.signIn(attorney);
  for (const body of [{ email: 'a@b.co.za' }, { role: 10 }, { status: 2 }, { cell: '0825550111' }])
    expect((await test.call('PUT /me', { token, body })).statusCode).toBe(400);
});

it('changes nothing for a user who is blocked while the change waits', async () => {
  const { attorney } = await people(test.db);
  const token = await test.signIn(attorney);
  const reply = await test.db.transaction().execute(async (trx) => {
    await updateRows(trx, 'users', { id: attorney.id }, { status: userStatus.blocked });
    const waiting = test.call('PUT /me', { token, body: { name: 'Another Name' } });
    await expect.poll(() => countLockWaits(test.db)).toBe(1);
    // Not to be awaited before this transaction ends.
    return () => waiting;
  });
  expect(await reply()).toAnswer(401);
});
