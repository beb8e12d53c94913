import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connect } from '../src/platform/database/connections.ts';
import { createPool } from '../src/platform/database/pool.ts';
import { startEmbeddedPostgres } from '../src/embedded-postgres/start.ts';
import { migrate } from '../src/startup/migrate.ts';

/**
 * A real PostgreSQL with the migrated, empty database `recoup`, from which each test file takes a
 * copy.
 */
export async function startTestDatabase(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'recoup-test-'));
  // The tests check what the product says, not what the disk keeps.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
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
export async function copyDatabase(
  serverUrl: string,
  template = 'recoup',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  return {
    url: await createDatabase(serverUrl, name, template),
    drop: () => onServer(serverUrl, `drop database ${name} with (force)`),
  };
}

/** A copy of the template under a name. */
export async function createDatabase(
  serverUrl: string,
  name: string,
  template = 'recoup',
): Promise<string> {
  await onServer(serverUrl, `create database ${name} template ${template}`);
  return withDatabase(serverUrl, name);
}

/** Not connected to the template: PostgreSQL copies only unused databases. */
async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(serverUrl, 'postgres') });
  await client.connect();
  await client.query(statement);
  await client.end();
}

function withDatabase(url: string, name: string): string {
  return url.replace(/\/[^/?]*(?=\?|$)/, `/${name}`);
}
