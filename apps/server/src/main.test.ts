import { expect, it } from 'vitest';
import { useFailedStarts } from '../test/failed-starts.ts';
import { connect } from './platform/database/connections.ts';
import { createPool } from './platform/database/pool.ts';
import { requirePostgres } from './startup/migrate.ts';

const { state, endOf, testEnds } = useFailedStarts();

// Other reasons: `main.deep.test.ts`.
testEnds([
  [
    'a wrong password',
    () => ({ DATABASE_URL: `postgres://recoup:wrong@127.0.0.1:${state.port}/recoup` }),
    /^PostgreSQL refuses the user or the password in DATABASE_URL/,
  ],
  [
    'a port in use',
    () => ({ DATABASE_URL: state.url, PORT: String(state.port) }),
    /^Port \d+ on 127\.0\.0\.1 is in use/,
  ],
  [
    'a folder of backups that is not mounted',
    () => ({ DATABASE_URL: state.url, RECOUP_BACKUP_TO: '/not-mounted/backups' }),
    /^\/not-mounted\/backups is not a folder\. Make it, or mount it/,
  ],
]);

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

it('rejects a PostgreSQL that is too old', () => {
  expect(() => requirePostgres(140_012)).toThrowError(
    'PostgreSQL 14 is too old: Recoup needs PostgreSQL 15 or newer.',
  );
  expect(() => requirePostgres(150_000)).not.toThrowError();
});
