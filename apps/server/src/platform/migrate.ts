import { runMigrations } from 'graphile-worker';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Migration, type MigrationProvider, Migrator, sql } from 'kysely';
import type pg from 'pg';
import type { Db, Trx } from './db.ts';
import { quietLogger } from './jobs.ts';
import { separateRole } from './migrate-role.ts';
import { packageRoot } from './package-root.ts';

const ownFiles = join(packageRoot, 'migrations');

/** Runs the SQL files that have not run yet, in the order of their numbers; several processes may call it at once. */
export async function migrate(db: Db, pool: pg.Pool, folder = ownFiles): Promise<void> {
  // The job queue keeps its own tables; ours may refer to its functions.
  await runMigrations({ pgPool: pool, logger: quietLogger });
  const { error } = await new Migrator({ db, provider: sqlFiles(folder) }).migrateToLatest();
  if (error !== undefined) throw error instanceof Error ? error : new Error('a migration failed', { cause: error });
  await separateRole(db);
}

/** Whoever fills an empty database does it alone. */
export async function lockFirstStart(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('first start', 0))`.execute(trx);
}

function sqlFiles(folder: string): MigrationProvider {
  return {
    async getMigrations() {
      const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).toSorted();
      const read = async (name: string): Promise<[string, Migration]> => {
        const text = await readFile(join(folder, name), 'utf8');
        const up = async (trx: Db): Promise<void> => {
          // A new key of a large table takes as long as it takes; a start that gives up would give up every time.
          await sql`set local statement_timeout = 0`.execute(trx);
          await sql.raw(text).execute(trx);
        };
        return [name.replace(/\.sql$/, ''), { up }];
      };
      return Object.fromEntries(await Promise.all(names.map(read)));
    },
  };
}
