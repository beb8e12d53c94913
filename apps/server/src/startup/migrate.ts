import { runMigrations } from 'graphile-worker';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { showAllFirms } from '../platform/database/connection-scope.ts';
import { connect, type Db } from '../platform/database/connections.ts';
import { createPool } from '../platform/database/pool.ts';
import { silentLogger } from '../platform/jobs/worker.ts';
import { ensureAppRole } from '../platform/database/app-role.ts';
import { packageRoot } from '../platform/core/package-root.ts';
import { StartupError } from '../platform/core/startup-error.ts';

const ownFiles = join(packageRoot, 'migrations');

/**
 * Several processes may migrate at once. Each file is committed by itself, so its locks end with it
 * (docs/decisions/0072).
 */
export async function migrate(db: Db, pool: pg.Pool, folder = ownFiles): Promise<void> {
  await requireKnownSchema(db, folder);
  // graphile-worker has its own tables; ours use its functions.
  await runMigrations({ pgPool: pool, logger: silentLogger });
  await runFiles(pool, folder);
  await ensureAppRole(db);
}

/** For a database without a server. */
export async function migrateUrl(url: string): Promise<void> {
  const pool = createPool(url, { max: 2 });
  const db = connect(pool);
  try {
    await migrate(db, pool);
  } finally {
    await db.destroy();
  }
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
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  requireKnown(rows, await migrationFiles(folder));
}

function requireKnown(done: { name: string }[], files: string[]): void {
  const unknown = done.find(({ name }) => !files.includes(`${name}.sql`));
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

async function runFiles(pool: pg.Pool, folder: string): Promise<void> {
  const client = await pool.connect();
  try {
    await showAllFirms(client);
    // A large table may take longer than a request.
    await client.query('set statement_timeout = 0');
    await waitForTurn(client);
    await client.query(`create table if not exists kysely_migration
      (name varchar(255) primary key, timestamp varchar(255) not null)`);
    const files = await migrationFiles(folder);
    const { rows } = await client.query<{ name: string }>('select name from kysely_migration');
    // A newer version may have had the turn before.
    requireKnown(rows, files);
    const done = new Set(rows.map(({ name }) => `${name}.sql`));
    for (const file of files.filter((name) => !done.has(name))) await runFile(client, folder, file);
  } finally {
    // The turn, the settings and an unfinished transaction end with the connection.
    client.release(true);
  }
}

const retryMs = 200;

/** A process that waited within a statement would keep `create index concurrently` waiting too. */
async function waitForTurn(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isMine: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('migrations', 0)) as "isMine"`,
    );
    if (rows[0]?.isMine === true) return;
    await setTimeout(retryMs);
  }
}

/** The first line of a file whose statements are committed one by one, and may run again. */
export const withoutTransaction = '-- without transaction\n';

async function runFile(client: pg.PoolClient, folder: string, file: string): Promise<void> {
  const text = await readFile(join(folder, file), 'utf8');
  const record = `insert into kysely_migration (name, timestamp)
    values ('${file.replace(/\.sql$/, '')}', '${new Date().toISOString()}')`;
  const isWhole = !text.startsWith(withoutTransaction);
  const statements = isWhole
    ? ['begin', text, record, 'commit']
    : [...splitStatements(text), record];
  for (const statement of statements) await client.query(statement);
}

/** A statement ends with a semicolon at the end of a line, but not between `$$`. */
export function splitStatements(text: string): string[] {
  const statements = [''];
  for (const line of text.split('\n')) {
    const statement = `${statements.pop() ?? ''}${line}\n`;
    const isBetween = statement.split('$$').length % 2 === 0;
    statements.push(statement);
    if (line.endsWith(';') && !isBetween) statements.push('');
  }
  return statements;
}
