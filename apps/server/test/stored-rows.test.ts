import { expect, inject, it } from 'vitest';
import { copyDatabase, withClient } from './database.ts';
import { restoreRows, storeRows } from './stored-rows.ts';

it('puts rows back that a transaction is writing meanwhile', async () => {
  const { url, drop } = await copyDatabase(inject('databaseUrl'));
  await withClient(url, async (writer) => {
    await writer.query('create table written (line int)');
    await storeRows(url);
    await writer.query('begin; insert into written values (1)');
    const restored = restoreRows(url);
    await withClient(url, async (other) => {
      const waiting = `select from pg_locks where not granted and relation = 'written'::regclass`;
      await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);
    });
    await writer.query('commit');
    expect(await restored).toBe(true);
    expect((await writer.query('select from written')).rowCount).toBe(0);
  });
  await drop();
});
