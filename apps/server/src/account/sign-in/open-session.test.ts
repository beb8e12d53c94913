import { role, userStatus } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { insertRows } from '../../../test/rows.ts';

const test = useApp();
const password = 'a-long-and-quiet-river';

async function aPerson(from: string) {
  const firm = await test.aFirm();
  const { id, email } = await test.aUser({ firm, password });
  return {
    id,
    logOn: async () => test.call('POST /logon', { body: { email, password }, from }),
    sessions: async () => (await test.listRows('sessions', { userId: id }, ['id'])).length,
    counted: async () => test.listRows('limits', { key: `network:${from}` }, ['count']),
  };
}

it.each([
  [{ status: userStatus.blocked }, '192.0.2.1'],
  [{ status: userStatus.inactive }, '192.0.2.2'],
  [{ passwordHash: '$argon2id$another' }, '192.0.2.3'],
  [{ passwordHash: null }, '192.0.2.4'],
  [{ role: role.auditor, endsOn: '2020-01-01' }, '192.0.2.5'],
])(
  'opens none for a user who got %o during the hash, and refunds the count',
  async (change, ip) => {
    const person = await aPerson(ip);
    const opening = await test.db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set(change).where('id', '=', person.id).execute();
      const waiting = person.logOn();
      await expect.poll(() => countLockWaits(test.db)).toBe(1);
      return { waiting };
    });
    expect(await opening.waiting).toAnswer(401);
    expect([await person.sessions(), await person.counted()]).toEqual([0, [{ count: 0 }]]);
  },
);

it('asks for a second factor that was added during the hash', async () => {
  const person = await aPerson('192.0.2.7');
  const opening = await test.db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', person.id).forUpdate().execute();
    const waiting = person.logOn();
    await expect.poll(() => countLockWaits(test.db)).toBe(1);
    const now = test.clock.now();
    const factor = { id: newId(), userId: person.id, kind: 'totp', name: 'Phone', lastStep: 1 };
    await insertRows(trx, 'secondFactors', {
      ...factor,
      createdAt: now,
      confirmedAt: now,
      sealedSecret: Buffer.from('sealed'),
    });
    return { waiting };
  });
  expect(await opening.waiting).toAnswer(401, { code: 'second_factor_required' });
  expect([await person.sessions(), await person.counted()]).toEqual([0, [{ count: 0 }]]);
});

it('keeps five of many concurrent sessions, and counts none of them', async () => {
  const person = await aPerson('192.0.2.8');
  const replies = await Promise.all(Array.from({ length: 20 }, person.logOn));
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect([await person.sessions(), await person.counted()]).toEqual([5, [{ count: 0 }]]);
});
