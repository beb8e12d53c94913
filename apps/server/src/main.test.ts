import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { builtServer } from '../test/built-server.ts';
import { copyDatabase } from '../test/database.ts';
import { connect } from './platform/database/connections.ts';
import { createPool } from './platform/database/pool.ts';
import { requirePostgres } from './startup/migrate.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'recoup-main-'));
type Copy = Awaited<ReturnType<typeof copyDatabase>>;
const state: Partial<Copy> & { url: string; port: number; refusing?: Server; other?: Copy } = {
  url: '',
  port: 0,
};

beforeAll(async () => {
  const copy = await copyDatabase(inject('databaseUrl'));
  Object.assign(state, copy);
  state.other = await copyDatabase(inject('databaseUrl'));
  // Rejects TLS ("N") and every password, as PostgreSQL does.
  state.refusing = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (bytes) =>
      socket.end(
        bytes.length === 8
          ? 'N'
          : refusal('28P01', 'password authentication failed for user "recoup"'),
      ),
    );
  });
  await new Promise<void>((resolve) => state.refusing?.listen(0, '127.0.0.1', resolve));
  state.port = (state.refusing.address() as { port: number }).port; // it listens on TCP
});
afterAll(async () => {
  rmSync(dataDir, { recursive: true });
  state.refusing?.close();
  await state.drop?.();
  await state.other?.drop();
});

function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** How the real program ends, and all that it says on the error stream. */
async function endOf(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const environment = {
    PATH: process.env.PATH ?? '',
    PORT: '0',
    RECOUP_LOG_LEVEL: 'error',
    RECOUP_DATA_DIR: dataDir,
    ...env,
  };
  const child = spawn(process.execPath, [builtServer], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 50_000,
    killSignal: 'SIGKILL',
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const code = await new Promise<number | null>((resolve) => void child.once('close', resolve));
  return { code, said };
}

const elsewhere = (database: string) => state.url.replace(/\/[^/?]*(?=\?)/, `/${database}`);

describe('ends at once with one sentence', () => {
  const cases: [string, () => Record<string, string>, RegExp][] = [
    [
      'a wrong password',
      () => ({ DATABASE_URL: `postgres://recoup:wrong@127.0.0.1:${state.port}/recoup` }),
      /^PostgreSQL refuses the user or the password in DATABASE_URL/,
    ],
    [
      'no TLS',
      () => ({
        DATABASE_URL: `postgres://recoup:wrong@127.0.0.1:${state.port}/recoup?sslmode=verify-full`,
      }),
      /^No safe connection to PostgreSQL/,
    ],
    [
      'a missing database',
      () => ({ DATABASE_URL: elsewhere('nothing') }),
      /^There is no such database .*createdb/,
    ],
    [
      'two databases for one',
      () => ({ DATABASE_URL: state.other?.url ?? '', DATABASE_DIRECT_URL: state.url }),
      /^DATABASE_URL and DATABASE_DIRECT_URL lead to different databases/,
    ],
    [
      'a port in use',
      () => ({ DATABASE_URL: state.url, PORT: String(state.port) }),
      /^Port \d+ on 127\.0\.0\.1 is in use/,
    ],
    [
      'an address elsewhere',
      () => ({ DATABASE_URL: state.url, HOST: '192.0.2.1' }),
      /^HOST 192\.0\.2\.1 is not an address of this machine/,
    ],
    [
      'a data folder that cannot be',
      () => ({ RECOUP_DATA_DIR: '/dev/null/data' }),
      /^The data folder \/dev\/null\/data cannot be written/,
    ],
    // mkdir always answers ENOENT there.
    [
      'a data folder in /proc',
      () => ({ RECOUP_DATA_DIR: '/proc/x' }),
      /^The data folder \/proc\/x cannot be written/,
    ],
    [
      'a data folder in /proc beside another PostgreSQL',
      () => ({ DATABASE_URL: state.url, RECOUP_DATA_DIR: '/proc/x' }),
      /^The folder \/proc\/x cannot be made \(ENOENT/,
    ],
  ];
  it.concurrent.each(cases)('on %s', async (_, env, sentence) => {
    const { code, said } = await endOf(env());
    expect(said).toMatch(sentence);
    expect([code, said.trim().split('\n').length]).toEqual([1, 1]);
  });
});

it('rejects a database that a newer release has changed, and writes nothing', async () => {
  const pool = createPool(state.url, { max: 1 });
  const db = connect(pool);
  await pool.query(
    `insert into kysely_migration (name, timestamp)
     values ('9999-from-the-future', '2030-01-01T00:00:00Z')`,
  );
  await pool.query('drop schema graphile_worker cascade');
  const { code, said } = await endOf({ DATABASE_URL: state.url });
  const { rows } = await pool.query(
    `select to_regnamespace('graphile_worker') is null as untouched`,
  );
  await db.destroy();
  expect(said).toMatch(
    /^A newer version of Recoup has changed this database.*9999-from-the-future.*\n$/,
  );
  expect([code, rows]).toEqual([1, [{ untouched: true }]]);
});

it('rejects a database of a PostgreSQL that is too old', async () => {
  const copy = await copyDatabase(inject('databaseUrl'));
  const pool = createPool(copy.url, { max: 1 });
  await pool.query('create schema older');
  // Found before the function of the same name in pg_catalog.
  await pool.query(
    `create function older.current_setting(text) returns text language sql as $$select '140012'$$`,
  );
  await pool.query(
    `do $$begin
       execute format('alter database %I set search_path = older, pg_catalog, public',
         current_database());
     end$$`,
  );
  await pool.end();
  const { code, said } = await endOf({ DATABASE_URL: copy.url });
  await copy.drop();
  expect([code, said]).toEqual([1, expect.stringMatching(/^PostgreSQL 14 is too old: .*\n$/)]);
});

it('rejects a PostgreSQL that is too old', () => {
  expect(() => requirePostgres(140_012)).toThrowError(
    'PostgreSQL 14 is too old: Recoup needs PostgreSQL 15 or newer.',
  );
  expect(() => requirePostgres(150_000)).not.toThrowError();
});
