import { runMigrations } from 'graphile-worker';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Migration, type MigrationProvider, Migrator, sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../platform/database/connections.ts';
import { silentLogger } from '../platform/jobs/worker-run.ts';
import { ensureAppRole } from '../platform/database/app-role.ts';
import { packageRoot } from '../platform/core/package-root.ts';
import { StartupError } from '../platform/core/startup-error.ts';

const ownFiles = join(packageRoot, 'migrations');

/** Several processes may migrate at once. */
export async function migrate(db: Db, pool: pg.Pool, folder = ownFiles): Promise<void> {
  await requireKnownSchema(db, folder);
  // graphile-worker has its own tables; ours use its functions.
  await runMigrations({ pgPool: pool, logger: silentLogger });
  const { error } = await new Migrator({ db, provider: sqlFiles(folder) }).migrateToLatest();
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('a migration failed', { cause: error });
  await ensureAppRole(db);
}

const oldestPostgres = 150_000;

/** Throws StartupError for an old PostgreSQL. */
export function requirePostgres(version: number): void {
  if (version >= oldestPostgres) return;
  throw new StartupError(
    `PostgreSQL ${Math.floor(version / 10_000)} is too old: ` +
      'Recoup needs PostgreSQL 15 or newer. Upgrade it, or correct DATABASE_URL.',
  );
}

/** Before any write: an older release would damage a newer schema. */
async function requireKnownSchema(db: Db, folder: string): Promise<void> {
  const found = await sql<{ version: number; hasMigrations: boolean }>`
    select current_setting('server_version_num')::int as version,
      to_regclass('kysely_migration') is not null as has_migrations`.execute(db);
  requirePostgres(found.rows[0]?.version ?? 0);
  if (found.rows[0]?.hasMigrations !== true) return;
  const known = new Set((await migrationFiles(folder)).map((name) => name.replace(/\.sql$/, '')));
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db);
  const unknown = rows.find(({ name }) => !known.has(name));
  if (!unknown) return;
  throw new StartupError(
    'A newer version of Recoup has changed this database: ' +
      `this one does not know its migration ${unknown.name}. ` +
      'Start the newer version, ' +
      'or restore the backup from before the upgrade into an empty database.',
  );
}

async function migrationFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).toSorted();
}

function sqlFiles(folder: string): MigrationProvider {
  return {
    async getMigrations() {
      const names = await migrationFiles(folder);
      const read = async (name: string): Promise<[string, Migration]> => {
        const text = await readFile(join(folder, name), 'utf8');
        const up = async (trx: Db): Promise<void> => {
          // A large table may take longer than a request.
          await sql`set local statement_timeout = 0`.execute(trx);
          await sql.raw(text).execute(trx);
        };
        return [name.replace(/\.sql$/, ''), { up }];
      };
      return Object.fromEntries(await Promise.all(names.map(read)));
    },
  };
}
