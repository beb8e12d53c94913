import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { createBackup, restore } from '../apps/server/src/backup/backup.ts';
import { connect } from '../apps/server/src/platform/database/connections.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { excludedTables } from '../apps/server/src/backup/table-copy.ts';
import { migrate } from '../apps/server/src/startup/migrate.ts';
import { seedDemo } from '../apps/server/src/seeds/demo.ts';
import { defineDrill } from './support/drill.ts';
import { startPostgres } from './support/postgres.ts';

export const drill = defineDrill({
  about:
    'Backs up the demo with so many more entries, restores it into another database, ' +
    'and compares every table.',
  options: { entries: 1_000_000 },
  run: async ({ entries }) => {
    const postgres = await startPostgres();
    const folder = await mkdtemp(path.join(tmpdir(), 'recoup-backup-drill-'));
    const file = path.join(folder, 'all.backup');
    const secondUrl = postgres.url.replace('/recoup?', '/second?');
    const [first, second] = [
      createPool(postgres.url, { max: 2 }),
      createPool(secondUrl, { max: 2 }),
    ];
    const [from, to] = [connect(first), connect(second)];
    try {
      await first.query('create database second');
      await migrate(from, first);
      await migrate(to, second);
      await from.transaction().execute(async (trx) => seedDemo(trx, new Date()));
      await addEntries(first, entries);
      const written = await timed(async () =>
        createBackup(postgres.url, { file, now: new Date() }),
      );
      const restored = await timed(async () => restore(secondUrl, { file }));
      const [before, after] = [await digestOf(first), await digestOf(second)];
      const different = Object.keys(before).filter((table) => before[table] !== after[table]);
      const { size } = await stat(file);
      const memoryMiB = Math.round(process.resourceUsage().maxRSS / 1024);
      const tables = Object.keys(before).length;
      const seconds = { backupSeconds: written, restoreSeconds: restored };
      console.log({ tables, entries, different, fileMB: size / 1e6, ...seconds, memoryMiB });
      return different.length === 0 && tables > 10;
    } finally {
      await Promise.all([from.destroy(), to.destroy()]);
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
});

/** What there is over and over, each with a narration of its own. */
async function addEntries(pool: pg.Pool, entries: number): Promise<void> {
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query(
    `insert into entries (id, firm_id, attorney_id, matter_id, disbursement_type_id, date, minutes,
      amount_cents, narration, created_by)
    select gen_random_uuid(), firm_id, attorney_id, matter_id, disbursement_type_id, date, minutes,
      amount_cents, narration || n, created_by
    from entries cross join generate_series(1, $1) n limit $2`,
    [Math.ceil(entries / 300), entries],
  );
  client.release();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return Math.round((performance.now() - startedAt) / 100) / 10;
}

/** Of every table its count of rows and a sum over all of them, in any order. */
async function digestOf(pool: pg.Pool): Promise<Record<string, string>> {
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
      and not relname = any ($1)`,
    [excludedTables],
  );
  const digest: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ all: string }>(
      `select concat(count(*), ' ', sum(hashtextextended(t::text, 0)::numeric)) as all
        from "${name}" t`,
    );
    digest[name] = rows[0]?.all ?? '';
  }
  client.release();
  return digest;
}
