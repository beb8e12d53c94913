import { fileTypes } from '@recoup/contract/exports/files';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { callApi } from './api.ts';
import { copyDatabase } from './database.ts';
import { testSecretKey } from './secret-key.ts';
import { hashOfFile, readFixture, type UpgradeFixture } from './upgrade-fixture.ts';
import { buildApp } from '../src/app.ts';
import { verifyAuditLog } from '../src/audit/chain/verify.service.ts';
import { connect, type Db } from '../src/platform/database/connections.ts';
import { createPool } from '../src/platform/database/pool.ts';
import { migrate } from '../src/startup/migrate.ts';

/** Columns that a migration gave another content, on purpose. */
const changed: Record<string, string[]> = {
  // 0025: a firm that never chose a delimiter has none.
  firms: ['csv_delimiter'],
};

export function testUpgradesFrom(versions: readonly string[]): void {
  it.each(versions)(
    'a database of an earlier version, up to migration %s, comes along whole',
    async (version) => {
      const { fixture, dump } = readFixture(version);
      const database = await load(dump);
      await database.client.query('create schema before');
      const tables = await keepTables(database.client);
      expect(Object.fromEntries(tables.map(({ name, count }) => [name, count]))).toEqual(
        fixture.counts,
      );
      await migrate(database.db, database.pool);
      await migrate(database.db, database.pool);
      expect(await findLost(database.client, tables)).toEqual([]);
      const { lines, broken } = await auditLog(database.db);
      expect([lines, broken]).toEqual([fixture.counts.audit_log, undefined]);
      await serve(database.db, fixture);
    },
  );
}

type Table = { name: string; count: number };

async function load(dump: string): Promise<{ client: pg.Client; pool: pg.Pool; db: Db }> {
  const { url, drop } = await copyDatabase(inject('databaseUrl'), 'template0');
  const loader = new pg.Client({ connectionString: url });
  await loader.connect();
  await loader.query(dump);
  await loader.end();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const pool = createPool(url, { max: 4 });
  const db = connect(pool);
  onTestFinished(async () => {
    await client.end();
    await db.destroy();
    await drop();
  });
  return { client, pool, db };
}

/** A copy of each table in the schema `before`. */
async function keepTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  );
  const tables: Table[] = [];
  for (const { name } of rows) {
    const { rowCount } = await client.query(
      `create table before.${name} as select * from public.${name}`,
    );
    tables.push({ name, count: rowCount ?? 0 });
  }
  return tables;
}

/** Rows of before that are not there with the same values in all columns that still exist. */
async function findLost(client: pg.Client, tables: Table[]): Promise<unknown[]> {
  const lost: unknown[] = [];
  for (const { name } of tables) {
    const { rows: columns } = await client.query<{ name: string }>(
      `select a.attname as name from pg_attribute a join pg_attribute b using (attname)
        where a.attrelid = to_regclass('public.${name}')
          and b.attrelid = to_regclass('before.${name}')
          and a.attnum > 0 and not a.attisdropped and not b.attisdropped`,
    );
    const shared = columns
      .filter((column) => changed[name]?.includes(column.name) !== true)
      .map((column) => `${column.name}::text`);
    const { rows } = await client.query(
      `select ${shared.join(', ')} from before.${name}
        except all select ${shared.join(', ')} from public.${name}`,
    );
    lost.push(...rows.map((row: unknown) => [name, row]));
  }
  return lost;
}

async function auditLog(db: Db): Promise<{ lines: number; broken: string | undefined }> {
  const { chains, broken } = await verifyAuditLog(db);
  return { lines: chains.reduce((sum, { lines }) => sum + lines, 0), broken };
}

/** The next actions of its users. */
async function serve(db: Db, { at, people, admin, attorney, ...fixture }: UpgradeFixture) {
  const app = await buildApp({
    db,
    clock: { now: () => new Date(at) },
    publicUrl: 'http://recoup.test',
    secretKey: testSecretKey,
    smsGateway: { send: async () => {} },
  });
  onTestFinished(async () => app.close());
  const signIn = async (body: { email: string; password: string }): Promise<string> => {
    const reply = await callApi(app, 'POST /logon', { body });
    expect([body.email, reply.statusCode]).toEqual([body.email, 200]);
    return reply.json<{ token: string }>().token;
  };
  await Promise.all(people.map(async (person) => signIn(person)));
  const token = await signIn(admin);
  const total = async () =>
    (await callApi(app, 'GET /entries?itemsPerPage=1', { token })).json<{ amount: number }>()
      .amount;
  const fetchFile = async (path: string, accept: string) =>
    callApi(app, `GET ${path}`, { token, headers: { accept } });
  for (const { path, accept, sha256 } of fixture.files) {
    const { rawPayload } = await fetchFile(path, accept);
    expect([path, accept, await hashOfFile(accept, rawPayload)]).toEqual([path, accept, sha256]);
  }
  const pdf = await fetchFile(fixture.files[0]?.path ?? '', fileTypes.pdf);
  expect(pdf.rawPayload.toString('latin1', 0, 5)).toBe('%PDF-');
  expect(await total()).toBe(fixture.total);

  const { amount, ...entry } = fixture.entry;
  const ownToken = await signIn(attorney);
  expect(await callApi(app, 'POST /entries', { token: ownToken, body: entry })).toAnswer(201, {
    data: { amount },
  });
  const body = { override: 'After the upgrade' };
  expect(await callApi(app, 'POST /exports', { token, body })).toAnswer(201, {
    data: { rows: 1, sum: amount },
  });
}
