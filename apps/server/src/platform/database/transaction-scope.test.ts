import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { createFirmScope } from '../core/actor.ts';
import { connect, type Db, withScope } from './connections.ts';
import { isConnectionLost } from './error-codes.ts';
import { createPool } from './pool.ts';

const test = useApp();
const ctx: { requests?: pg.Pool; db?: Db; firmId: string } = { firmId: '' };
const requests = (): pg.Pool => ctx.requests as pg.Pool; // set in beforeAll
const below = (): Db => withScope(ctx.db as Db, createFirmScope(ctx.firmId)); // set in beforeAll

beforeAll(async () => {
  ctx.requests = createPool(test.databaseUrl, { max: 1, directUrl: test.databaseUrl });
  ctx.db = connect(createPool(test.databaseUrl, { max: 1 }), ctx.requests);
  ctx.firmId = (await test.aFirm()).id;
  await test.aFirm();
  await sql`create table late (id integer primary key, of_id integer
    references late deferrable initially deferred)`.execute(test.db);
  await sql`grant select, insert on late to recoup_app`.execute(test.db);
});
afterAll(async () => {
  await sql`select 1`.execute(ctx.db as Db); // set in beforeAll
  await ctx.db?.destroy();
});

type Told = { role: string; firm: string | null; limit: string; jit: string; prepared: number };
const told = sql<Told>`select current_user as role, current_setting('recoup.firm', true) as firm,
  current_setting('statement_timeout') as limit, current_setting('jit') as jit,
  (select count(*) from pg_prepared_statements) as prepared`;

/** What the connection itself has, outside of any transaction of the product. */
async function ownState(): Promise<unknown> {
  const client = await requests().connect();
  const { rows } = await client.query(
    'select current_user as role, ' +
      `nullif(current_setting('recoup.firm', true), '') as firm,
    current_setting('statement_timeout') as limit`,
  );
  client.release();
  return rows[0];
}

it('enters role, firm and settings for each transaction alone', async () => {
  const inside = { role: 'recoup_app', firm: ctx.firmId, limit: '30s', jit: 'off', prepared: 0 };
  const outside = { role: 'recoup', firm: null, limit: '0' };
  expect((await told.execute(below())).rows).toEqual([inside]);
  expect(await ownState()).toEqual(outside);
  await below()
    .transaction()
    .execute(async (trx) => {
      expect((await told.execute(trx)).rows).toEqual([inside]);
    });
  expect(await ownState()).toEqual(outside);
  await expect(sql`select 1 / 0`.execute(below())).rejects.toMatchObject({ code: '22012' });
  await expect(
    below()
      .transaction()
      .execute(async (trx) => sql`select 1 / 0`.execute(trx)),
  ).rejects.toMatchObject({ code: '22012' });
  expect(await ownState()).toEqual(outside);
});

it('reads in one round trip', async () => {
  const client = await requests().connect();
  let answers = 0;
  const { connection } = client as typeof client & { connection: pg.Connection }; // pg's own
  connection.on('readyForQuery', () => (answers += 1));
  client.release();
  const { rows } = await sql`select id from firms`.execute(below());
  expect([rows, answers]).toEqual([[{ id: ctx.firmId }], 1]);
});

it('reports what the end of the transaction refuses, and keeps nothing', async () => {
  const insert = sql`insert into late values (1, 2)`;
  await expect(insert.execute(below())).rejects.toMatchObject({ code: '23503' });
  await expect(
    below()
      .transaction()
      .execute(async (trx) => insert.execute(trx)),
  ).rejects.toMatchObject({ code: '23503' });
  expect((await sql`select * from late`.execute(test.db)).rows).toEqual([]);
  await sql`insert into late values (1, 1)`.execute(below());
  expect((await sql`select id from late`.execute(below())).rows).toEqual([{ id: 1 }]);
});

it('does not report a commit that rolled back, since an error was not passed on', async () => {
  const silent = below()
    .transaction()
    .execute(async (trx) => {
      await sql`insert into late values (3, 3)`.execute(trx);
      await sql`select 1 / 0`.execute(trx).catch(() => {});
    });
  await expect(silent).rejects.toThrow('rolled back');
  expect((await sql`select id from late where id = 3`.execute(below())).rows).toEqual([]);
});

it('runs nothing where the scope is refused', async () => {
  await sql`select 1`.execute(below());
  const unknown = withScope(ctx.db as Db, createFirmScope('\0')); // set in beforeAll
  const write = sql`insert into late values (2, 2)`;
  await expect(write.execute(unknown)).rejects.toMatchObject({ code: '22021' });
  const transaction = unknown.transaction().execute(async (trx) => write.execute(trx));
  await expect(transaction).rejects.toThrow(/message|sequence|quoted/);
  expect((await sql`select id from late where id = 2`.execute(test.db)).rows).toEqual([]);
  expect((await told.execute(below())).rows).toMatchObject([{ role: 'recoup_app' }]);
});

it('does not use a connection again that was lost in the middle', async () => {
  const asleep = sql`select pg_sleep(60) /* lost */`.execute(below());
  asleep.catch(() => {});
  const kill = sql<{ pid: number }>`select pg_terminate_backend(pid) from pg_stat_activity
    where query like '%pg_sleep(60) /* lost */%' and pid <> pg_backend_pid()`;
  await expect.poll(async () => (await kill.execute(test.db)).rows.length).toBe(1);
  await expect(asleep).rejects.toSatisfy(isConnectionLost);
  expect((await told.execute(below())).rows).toMatchObject([{ firm: ctx.firmId }]);
});
