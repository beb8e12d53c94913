import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { hours } from '../../platform/core/clock.ts';

const test = useApp();

async function fail(email: string, from: string): Promise<void> {
  const body = { email, password: 'not-the-password-at-all' };
  expect(await test.call('POST /logon', { body, from })).toAnswer(401);
  await test.settled();
}

async function refusals(firmId: string) {
  return test.listRows('auditLog', { firmId, action: 'user.sign-in-refused' }, [
    'subjectId',
    'actorId',
    'address',
    'outcome',
  ]);
}

it('records the first failed sign-in of an account in an hour', async () => {
  const firm = await test.aFirm();
  const [one, other] = [await test.aUser({ firm }), await test.aUser({ firm })];
  const line = { actorId: null, outcome: 'refused' };
  await fail(one.email, '192.0.2.1');
  await fail(one.email, '192.0.2.2');
  await fail(other.email, '192.0.2.2');
  await fail('nobody@nowhere.co.za', '192.0.2.2');
  expect(await refusals(firm.id)).toEqual([
    { ...line, subjectId: one.id, address: '192.0.2.1' },
    { ...line, subjectId: other.id, address: '192.0.2.2' },
  ]);
  test.clock.advance(hours(1));
  await fail(one.email, '192.0.2.3');
  expect(await refusals(firm.id)).toHaveLength(3);
});

it('shows the firm admin who was tried, and from where', async () => {
  const firm = await test.aFirm();
  const user = await test.aUser({ firm, name: 'Thabo Mokoena' });
  await fail(user.email, '192.0.2.4');
  const token = await test.signIn(await test.anAdmin({ firm }));
  expect(await test.call('GET /audit?action=user.sign-in-refused', { token })).toAnswer(200, {
    data: [
      {
        actor: null,
        actorKind: 'user',
        sentence: 'Failed to sign in as Thabo Mokoena',
        address: '192.0.2.4',
        outcome: 'refused',
      },
    ],
  });
});

it('records a hundred failed sign-ins in a day, and once that no more are listed', async () => {
  const firm = await test.aFirm();
  await listed(firm.id, 99);
  await fail((await test.aUser({ firm })).email, '192.0.2.5');
  expect(await refusals(firm.id)).toHaveLength(1);
  expect(await fullLogs(firm.id)).toHaveLength(0);
  const users = await Promise.all([1, 2, 3].map(() => test.aUser({ firm })));
  await Promise.all(users.map(({ email }, index) => fail(email, `192.0.2.${6 + index}`)));
  test.clock.advance(hours(2));
  await fail(users[0]?.email ?? '', '192.0.2.9');
  expect(await refusals(firm.id)).toHaveLength(1);
  expect(await fullLogs(firm.id)).toHaveLength(1);
});

it('says so again in the next 24 hours', async () => {
  const firm = await test.aFirm();
  await listed(firm.id, 100);
  test.clock.advance(hours(23));
  const users = await Promise.all([1, 2].map(() => test.aUser({ firm })));
  await fail(users[0]?.email ?? '', '192.0.2.5');
  test.clock.advance(hours(2));
  await test.deleteRows('limits', { key: `refused:${firm.id}` });
  await listed(firm.id, 100);
  await fail(users[1]?.email ?? '', '192.0.2.6');
  expect(await fullLogs(firm.id)).toHaveLength(2);
});

it('tells the firm admin that further failed sign-ins are not listed', async () => {
  const firm = await test.aFirm();
  await listed(firm.id, 100);
  await fail((await test.aUser({ firm })).email, '192.0.2.7');
  const token = await test.signIn(await test.anAdmin({ firm }));
  const sentence = 'Stopped listing failed sign-ins after 100 in 24 hours';
  expect(await test.call('GET /audit?action=user.sign-ins-unlisted', { token })).toAnswer(200, {
    data: [{ actor: null, actorKind: 'job', sentence, subject: null, address: '192.0.2.7' }],
  });
});

/** The limit of a firm that has so many failed sign-ins in its log. */
async function listed(firmId: string, count: number): Promise<void> {
  const expiresAt = new Date(test.clock.now().getTime() + hours(24));
  await test.insertRows('limits', { key: `refused:${firmId}`, count, expiresAt });
}

async function fullLogs(firmId: string) {
  return test.listRows('auditLog', { firmId, action: 'user.sign-ins-unlisted' }, ['id']);
}
