import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** Copies all rows of the database into the schema `stored`, for `restoreRows`. */
export async function storeRows(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const tables = await listTables(client);
    await client.query(
      [
        'create schema stored',
        ...tables.map(
          ({ name, columns }) =>
            `create table ${storedTable(name)} as select ${columns} from ${name}`,
        ),
        `create table stored.sequences as
          select format('%I.%I', schemaname, sequencename) as name, last_value from pg_sequences`,
      ].join(';'),
    );
  });
}

/** Makes the database what it was at `storeRows`, below a running product. */
export async function restoreRows(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await waitForJobs(client);
    const tables = await listTables(client);
    await client.query(
      [
        'begin',
        // As a replica, PostgreSQL runs neither triggers nor foreign keys.
        'set local session_replication_role = replica',
        ...tables.map(
          ({ name, columns }) => `delete from ${name};
            insert into ${name} (${columns}) overriding system value
            select ${columns} from ${storedTable(name)}`,
        ),
        `select setval(name::regclass, coalesce(last_value, 1), last_value is not null)
          from stored.sequences`,
        'commit',
      ].join(';'),
    );
  });
}

/** Deletes the mails and SMS that a product has written to its data folder. */
export async function emptyOutbox(dataDir: string): Promise<void> {
  const folder = path.join(dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  await Promise.all(
    names.map((name) => rm(path.join(folder, name), { recursive: true, force: true })),
  );
}

type Table = { name: string; columns: string };

/** All tables, each with the columns that are written; PostgreSQL itself fills the others. */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select format('%I.%I', table_schema, table_name) as name,
      string_agg(quote_ident(column_name), ', ') filter (where is_generated = 'NEVER') as columns
    from information_schema.columns
    join information_schema.tables t using (table_schema, table_name)
    where table_schema in ('public', 'graphile_worker') and t.table_type = 'BASE TABLE'
    group by table_schema, table_name`);
  return rows;
}

function storedTable(name: string): string {
  return `stored."${name}"`;
}

/** A job that is due or under way would write into the rows of the next file. */
async function waitForJobs(client: pg.Client): Promise<void> {
  const deadline = Date.now() + 10_000;
  const open = `select 1 from graphile_worker._private_jobs
    where locked_at is not null or (run_at <= now() and attempts < max_attempts) limit 1`;
  while ((await client.query(open)).rowCount !== 0) {
    if (Date.now() > deadline) throw new Error('A job of the product does not end.');
    await wait(20);
  }
}

async function withClient(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
