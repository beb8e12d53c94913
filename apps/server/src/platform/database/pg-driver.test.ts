import { getHeapSpaceStatistics } from 'node:v8';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';

const test = useApp();
const megabyte = 1_048_576;

it('reads many rows in pieces without keeping any of them', async () => {
  // A first pass, so that code and caches are there.
  await readRows(20_000);
  const before = oldGeneration();
  // 120 MB pass through; when they were held until the old generation is collected, some 30 MB
  // stood there.
  await readRows(400_000);
  expect((oldGeneration() - before) / megabyte).toBeLessThan(8);
});

it('reports the error of the database', async () => {
  await expect(sql`select 1 / 0`.execute(test.db)).rejects.toMatchObject({
    code: '22012',
    message: 'division by zero',
  });
  expect((await sql<{ one: number }>`select ${1}::integer as one`.execute(test.db)).rows).toEqual([
    { one: 1 },
  ]);
});

async function readRows(count: number): Promise<void> {
  await test.db.transaction().execute(async (trx) => {
    await sql`declare rows no scroll cursor for
      select n, repeat('x', 200) || n as text
      from generate_series(1, ${sql.lit(count)}) n`.execute(trx);
    for (;;) {
      const { rows } = await sql`fetch forward 500 from rows`.execute(trx);
      if (rows.length === 0) return;
    }
  });
}

function oldGeneration(): number {
  return (
    getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')
      ?.space_used_size ?? Number.NaN
  );
}
