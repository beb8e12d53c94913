import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connect } from '../src/platform/database/connections.ts';
import { createPool } from '../src/platform/database/pool.ts';
import { startEmbeddedPostgres } from '../src/embedded-postgres/start.ts';
import { migrate } from '../src/startup/migrate.ts';

/** A PostgreSQL with the migrated, empty database `recoup`, which each worker copies. */
export async function startTestDatabase(more: Readonly<Record<string, string>> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'recoup-test-'));
  // The tests check what the product says, not what the disk keeps.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    ...more,
  };
  const server = await startEmbeddedPostgres({ dataDir, settings });
  const pool = createPool(server.url, { max: 2 });
  await migrate(connect(pool), pool);
  await pool.end();
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A new copy of the migrated database, or of another template. */
export async function copyDatabase(serverUrl: string, template = 'recoup') {
  const name = `test_${randomBytes(6).toString('hex')}`;
  return {
    url: await createDatabase(serverUrl, name, template),
    drop: () => dropDatabase(serverUrl, name),
  };
}

/** A copy of the template under a name. */
export async function createDatabase(serverUrl: string, name: string, template = 'recoup') {
  await onServer(serverUrl, `create database ${name} template ${template}`);
  return withDatabase(serverUrl, name);
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await onServer(serverUrl, `drop database ${name} with (force)`);
}

/** The URL of a database; undefined if there is none of this name. */
export async function findDatabase(serverUrl: string, name: string): Promise<string | undefined> {
  const found = await onServer(serverUrl, `select from pg_database where datname = '${name}'`);
  return found.rowCount === 0 ? undefined : withDatabase(serverUrl, name);
}

/** Works on a connection of its own, which ends with it. */
export async function withClient<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Not connected to the template: PostgreSQL copies only unused databases. */
async function onServer(serverUrl: string, statement: string): Promise<pg.QueryResult> {
  return withClient(withDatabase(serverUrl, 'postgres'), (client) => client.query(statement));
}

function withDatabase(url: string, name: string): string {
  return url.replace(/\/[^/?]*(?=\?|$)/, `/${name}`);
}
