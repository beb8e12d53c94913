import { expect, inject, it } from 'vitest';
import { copyDatabase, withClient } from './database.ts';
import { restoreRows, storeRows } from './stored-rows.ts';

it.each([
  ['writing', 'insert into later values (2)'],
  ['locking', 'select from later for update'],
])('restores rows that a transaction is %s meanwhile, in another order', async (_, first) => {
  const { url, drop } = await copyDatabase(inject('databaseUrl'));
  await withClient(url, async (writer) => {
    await writer.query('create table earlier (line int); create table later (line int)');
    await writer.query('insert into later values (1)');
    await storeRows(url);
    await writer.query(`begin; ${first}`);
    const restored = restoreRows(url);
    restored.catch(() => {});
    await withClient(url, async (other) => {
      const waiting = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);
    });
    await writer.query('insert into earlier values (3)');
    await writer.query('commit');
    expect(await restored).toBe(true);
    const { rows } = await writer.query('select line from earlier union all table later');
    expect(rows).toEqual([{ line: 1 }]);
  });
  await drop();
});
