import { beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { insertAudit } from '../../src/platform/security/audit-log.repository.ts';
import { useApp } from '../app.ts';
import { countLockWaits } from '../lock-waits.ts';
import { changedBetween, type Digest, type Tables, watchTables } from './digest.ts';

const test = useApp();
const ctx: { tables?: Tables; before: Digest; firm: string; user: string } = {
  before: new Map(),
  firm: '',
  user: '',
};

beforeAll(async () => {
  const firm = await test.aFirm();
  const user = await test.aUser({ firm });
  await test.signIn(user);
  ctx.firm = firm.id;
  ctx.user = user.id;
  ctx.tables = await watchTables(test.db);
  ctx.before = await ctx.tables.keep();
});

async function changes(): Promise<string[] | undefined> {
  const after = await ctx.tables?.digestIfWritten();
  await ctx.tables?.restore();
  return after && changedBetween(ctx.before, after);
}

it('has no hashes after a query that writes nothing', async () => {
  // A sign-in may write a moment after its answer.
  await expect.poll(changes).toBeUndefined();
  await sql`select from users`.execute(test.db);
  expect(await changes()).toBeUndefined();
});

it('finds the rows that a cascade removed, and puts them back', async () => {
  await sql`delete from users where id = ${ctx.user}`.execute(test.db);
  expect(await changes()).toEqual([`sessions ${ctx.firm}`, `users ${ctx.firm}`]);
  expect(await changes()).toBeUndefined();
  const { rows } = await sql`select from sessions where user_id = ${ctx.user}`.execute(test.db);
  expect(rows).toHaveLength(1);
});

it('finds the rows that a truncation removed, and puts them back', async () => {
  await sql`truncate sessions`.execute(test.db);
  expect(await changes()).toEqual([`sessions ${ctx.firm}`]);
  const { rows } = await sql`select from sessions`.execute(test.db);
  expect(rows).toHaveLength(1);
});

it('notices a write that was rolled back, which changes nothing', async () => {
  await test.db
    .transaction()
    .execute(async (trx) => {
      await sql`update users set name = 'Another'`.execute(trx);
      throw new Error('rolled back');
    })
    .catch(() => {});
  expect(await changes()).toEqual([]);
});

it('puts back counters of failures with the next change', async () => {
  const count = async () => (await sql`select from limits`.execute(test.db)).rows.length;
  await test.call('POST /logon', { body: { email: 'nobody@firm.co.za', password: 'wrong' } });
  expect(await count()).toBeGreaterThan(0);
  await sql`update users set name = 'Another'`.execute(test.db);
  expect(await changes()).toEqual([`users ${ctx.firm}`]);
  expect(await count()).toBe(0);
});

it('waits for a transaction whose commit has still to chain a line of the audit log', async () => {
  const line = {
    action: 'user.updated',
    subjectId: ctx.user,
    firmId: ctx.firm,
    actorId: null,
    address: '127.0.0.1',
    requestId: 'a-request',
    now: test.clock.now(),
  } as const;
  await insertAudit(test.db, line);
  const writing = await test.db.startTransaction().execute();
  await sql`update users set name = 'Another'`.execute(writing);
  await insertAudit(writing, line);
  const restored = ctx.tables?.restore();
  await expect.poll(async () => countLockWaits(test.db)).toBe(1);
  await writing.commit().execute();
  await restored;
  expect(await changes()).toBeUndefined();
});
