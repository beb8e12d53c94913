import { userStatus } from '@recoup/contract/core/access';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { aUser } from '../../../test/factories.ts';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { createSessionIfUnchanged } from './sessions.service.ts';

const test = useApp();
const [passwordHash, countedKey] = ['$argon2id$the-one-compared', 'network:192.0.2.9'];

async function someone(): Promise<{
  id: string;
  open: () => Promise<string | undefined>;
  sessions: () => Promise<number>;
}> {
  const { id } = await aUser(test.db);
  await test.db.updateTable('users').set({ passwordHash }).where('id', '=', id).execute();
  return {
    id,
    open: async () =>
      createSessionIfUnchanged(test.db, {
        userId: id,
        kind: 'full',
        now: test.clock.now(),
        passwordHash,
        countedKey,
      }),
    sessions: async () =>
      (await test.db.selectFrom('sessions').select('id').where('userId', '=', id).execute()).length,
  };
}

async function counted(): Promise<number | undefined> {
  return (
    await test.db
      .selectFrom('limits')
      .select('count')
      .where('key', '=', countedKey)
      .executeTakeFirst()
  )?.count;
}

it.each([
  { status: userStatus.blocked },
  { status: userStatus.inactive },
  { passwordHash: '$argon2id$another' },
  { passwordHash: null },
])('opens none for a user who became %o during the wait, and refunds the count', async (change) => {
  const person = await someone();
  await test.db.deleteFrom('limits').where('key', '=', countedKey).execute();
  await test.db
    .insertInto('limits')
    .values({ key: countedKey, count: 3, expiresAt: test.clock.now() })
    .execute();
  const opening = await test.db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set(change).where('id', '=', person.id).execute();
    const waiting = person.open();
    await expect.poll(() => countLockWaits(test.db)).toBe(1);
    return { waiting };
  });
  expect(await opening.waiting).toBeUndefined();
  expect(await person.sessions()).toBe(0);
  expect(await counted()).toBe(2);
});

it('keeps five of many concurrent sessions, and the count never negative', async () => {
  const person = await someone();
  await test.db.deleteFrom('limits').where('key', '=', countedKey).execute();
  await test.db
    .insertInto('limits')
    .values({ key: countedKey, count: 7, expiresAt: test.clock.now() })
    .execute();
  const tokens = await Promise.all(Array.from({ length: 20 }, person.open));
  expect(new Set(tokens).size).toBe(20);
  expect(await person.sessions()).toBe(5);
  expect(await counted()).toBe(0);
});
