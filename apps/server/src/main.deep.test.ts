import { expect, inject, it } from 'vitest';
import { copyDatabase } from '../test/database.ts';
import { useFailedStarts } from '../test/failed-starts.ts';
import { createPool } from './platform/database/pool.ts';

const { state, endOf, elsewhere, testEnds } = useFailedStarts();

testEnds([
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
]);

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
