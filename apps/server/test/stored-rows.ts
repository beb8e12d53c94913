import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { isLockTimeout } from '../src/platform/database/advisory-lock.ts';
import { withClient } from './database.ts';

/** Copies all rows of the database into the schema `stored`, for `restoreRows`. */
export async function storeRows(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const tables = await listTables(client);
    const filled: Table[] = [];
    for (const table of tables)
      if ((await client.query(`select from ${table.name} limit 1`)).rowCount !== 0)
        filled.push(table);
    await client.query(
      [
        'create schema stored',
        ...filled.map(
          ({ name, columns }) =>
            `create table ${storedTable(name)} as select ${columns} from ${name}`,
        ),
        `create table stored.sequences as
          select format('%I.%I', schemaname, sequencename) as name, last_value from pg_sequences`,
        `create table stored.schema as ${schemaQuery}`,
        'create table stored.restoring (script text)',
      ].join(';'),
    );
    await client.query('insert into stored.restoring values ($1)', [
      restoringScript(
        tables.map(({ name }) => name),
        [
          ...tables.map((table) => restoring(table, filled.includes(table))),
          `select setval(name::regclass, coalesce(last_value, 1), last_value is not null)
            from stored.sequences`,
        ],
      ),
    ]);
  });
}

/** Restores the database of `storeRows`. Returns false if its schema has changed. */
export async function restoreRows(databaseUrl: string): Promise<boolean> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ script: string }>(
      `select script from stored.restoring
        where (select hash from stored.schema) = (${schemaQuery})`,
    );
    const [found] = rows;
    if (!found) return false;
    await runRestoring((statements) => client.query(statements), found.script);
    return true;
  });
}

/**
 * Deleted rows stay in the files of their tables, and queries read over them: where autovacuum is
 * off, this removes them. A table that was counted while it was empty would be planned as empty.
 */
export async function vacuumFilled(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ schema: string; table: string; name: string }>(
      `select nspname as schema, relname as table, format('%I.%I', nspname, relname) as name
        from (${tablesQuery}) tables join pg_namespace on pg_namespace.oid = relnamespace
        where pg_relation_size(tables.oid) > 65536`,
    );
    if (rows.length === 0) return;
    await client.query(`vacuum ${rows.map(({ name }) => name).join(', ')}`);
    for (const { schema, table } of rows)
      await client.query('select pg_clear_relation_stats($1, $2)', [schema, table]);
  });
}

/**
 * A job that is due or under way would write into the rows of the next file. It may wait for an
 * outside server that a test has left silent.
 */
export async function waitForJobs(databaseUrl: string): Promise<void> {
  const deadline = Date.now() + 45_000;
  const open = `select identifier as job, attempts, locked_at, last_error
    from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where locked_at is not null or (run_at <= now() and attempts < max_attempts)`;
  await withClient(databaseUrl, async (client) => {
    let { rows } = await client.query(open);
    while (rows.length > 0) {
      if (Date.now() > deadline)
        throw new Error(`Jobs of the product do not end: ${JSON.stringify(rows)}`);
      await wait(20);
      ({ rows } = await client.query(open));
    }
  });
}

/**
 * A transaction that rewrites tables while a product below may be writing: what it commits
 * meanwhile would stay. It waits for a lock for less than the second after which PostgreSQL looks
 * for deadlocks.
 */
export function restoringScript(tables: readonly string[], statements: readonly string[]): string {
  return [
    'begin',
    "set local lock_timeout = '200ms'",
    `lock table ${tables.join(', ')} in share row exclusive mode`,
    // As a replica, PostgreSQL runs neither triggers nor foreign keys.
    'set local session_replication_role = replica',
    ...statements,
    'commit',
  ].join('; ');
}

/**
 * Runs a script of `restoringScript` on one connection. The product locks tables in any order, so
 * a lock that does not come at once may wait for one that the script holds: it begins again.
 */
export async function runRestoring(
  run: (statements: string) => Promise<unknown>,
  script: string,
): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await run(script);
      return;
    } catch (error) {
      // Without a connection there is nothing to roll back.
      await run('rollback').catch(() => {});
      if (!isLockTimeout(error) || tries === 200) throw error;
    }
}

type Table = { name: string; columns: string };

/** All tables, each with the columns that are written; PostgreSQL itself fills the others. */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select format('%I.%I', nspname, relname) as name,
      string_agg(quote_ident(attname), ', ' order by attnum) filter (where attgenerated = '')
        as columns
    from (${tablesQuery}) tables
    join pg_namespace on pg_namespace.oid = relnamespace
    join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped
    group by nspname, relname
    order by nspname, relname`);
  return rows;
}

function storedTable(name: string): string {
  return `stored."${name}"`;
}

function restoring({ name, columns }: Table, isFilled: boolean): string {
  if (!isFilled) return `delete from ${name}`;
  return `delete from ${name};
    insert into ${name} (${columns}) overriding system value
    select ${columns} from ${storedTable(name)}`;
}

const tablesQuery = `select * from pg_class where relkind = 'r'
  and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`;

/** A test can change tables, columns, constraints, triggers, policies, functions and rights. */
const schemaQuery = `
  select md5(string_agg(part, ' ' order by part)) as hash from (
    select concat_ws(' ', oid, relname, relnatts, relchecks, relrowsecurity,
      relforcerowsecurity, relacl) from pg_class
      where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
    union all select concat_ws(' ', attrelid, attname, atttypid, atttypmod, attnotnull, atthasdef)
      from pg_attribute where attnum > 0 and attrelid in (select oid from (${tablesQuery}) tables)
    union all select concat_ws(' ', oid, xmin) from pg_constraint where oid >= 16384
    union all select concat_ws(' ', oid, xmin) from pg_trigger where oid >= 16384
    union all select concat_ws(' ', oid, xmin) from pg_policy
    union all select concat_ws(' ', oid, xmin) from pg_proc where oid >= 16384
    union all select concat_ws(' ', setrole, setconfig) from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database())
  ) parts (part)`;
