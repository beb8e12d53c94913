import type { Readable, Writable } from 'node:stream';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { rejectInvalidRows } from './restore-bounds.ts';

/** Short-lived rows: a restored session would be open again. Keys and holds stay out too. */
export const excludedTables = [
  'sessions',
  'otp_challenges',
  'otp_tokens',
  'logon_challenges',
  'sign_on_flows',
  'sign_on_tickets',
  'limits',
  'known_places',
  'server_keys',
  'road_failures',
  'write_probes',
  'holds',
  'installation_runs',
];

export type TableShape = { name: string; columns: readonly string[] };
export type SequenceState = { name: string; value: string; isCalled: boolean };
export type Shape = {
  migrations: readonly string[];
  tables: readonly TableShape[];
  sequences: readonly SequenceState[];
};

export type Snapshot = Shape & {
  /** The sum of all entries. */
  sumCents: string;
  /** Returns false while another backup by itself reads its snapshot. */
  isAlone(): Promise<boolean>;
  /** In COPY's text format, one table at a time; `rowCount` is known at the end. */
  read(table: TableShape): Readable & { rowCount?: number | null };
};

export type RestoreTarget = {
  /** In COPY's text format, one table at a time. */
  write(table: TableShape): Writable & { rowCount?: number | null };
};

/** Without locks on a database in use. */
export async function readSnapshot<T>(
  url: string,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  return onConnection(url, 'begin isolation level repeatable read read only', async (client) => {
    const shape = await queryShape(client);
    return work({
      ...shape,
      sumCents: await querySum(client),
      async isAlone() {
        const { rows } = await client.query<{ isAlone: boolean }>(
          `select pg_try_advisory_xact_lock(hashtextextended('backup by itself', 0)) as "isAlone"`,
        );
        return rows[0]?.isAlone === true;
      },
      read: (table) => client.query(copyTo(`copy ${tableClause(table)} to stdout`)),
    });
  });
}

/** Counts of all tables of a backup, and the sum of all entries. */
export async function countRows(
  url: string,
): Promise<{ rows: Record<string, number>; sumCents: string }> {
  return onConnection(url, 'begin isolation level repeatable read read only', async (client) => {
    const { tables } = await queryShape(client);
    const rows: Record<string, number> = {};
    for (const { name } of tables) {
      const counted = await client.query<{ count: string }>(
        `select count(*) from public.${pg.escapeIdentifier(name)}`,
      );
      rows[name] = Number(counted.rows[0]?.count);
    }
    return { rows, sumCents: await querySum(client) };
  });
}

async function querySum(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ sum: string }>(
    'select coalesce(sum(amount_cents), 0)::text as sum from public.entries',
  );
  return rows[0]?.sum ?? '0';
}

/** The schema of the migrations. */
export async function readShape(url: string): Promise<Shape> {
  return onConnection(url, 'begin read only', queryShape);
}

/**
 * Restores in one transaction, without foreign keys, triggers and indexes while rows arrive;
 * PostgreSQL checks all keys at the end. Needs no right but the ownership. The installation is held
 * from then on. Throws an error when there are rows, RejectedRowError for a row that no version has
 * written.
 */
export async function restoreInto(
  url: string,
  work: (target: RestoreTarget) => Promise<readonly SequenceState[]>,
): Promise<{ queuedMails: number }> {
  return onConnection(url, 'begin', async (client) => {
    // A starting server would create its first administrator.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('first start', 0))`);
    const { tables } = await queryShape(client);
    await assertEmpty(client, tables);
    const putBack = await dropConstraintsAndIndexes(client);
    const sequences = await work({
      write: (table) => client.query(copyFrom(`copy ${tableClause(table)} from stdin`)),
    });
    await rejectInvalidRows(client);
    for (const statement of putBack) await client.query(statement);
    // PostgreSQL would gather statistics by itself, but only after the first requests.
    const names = tables.map(({ name }) => `public.${pg.escapeIdentifier(name)}`);
    await client.query(`analyze ${names.join()}`);
    const queuedMails = await queueAgain(client);
    await client.query(`insert into holds (reason) values ('restored') on conflict do nothing`);
    // Last: a rollback does not undo it.
    for (const { name, value, isCalled } of sequences) {
      await client.query('select setval($1::regclass, $2, $3)', [
        `public.${pg.escapeIdentifier(name)}`,
        value,
        isCalled,
      ]);
    }
    return { queuedMails };
  });
}

/** SQLSTATE classes 22 and 23. */
export function isRejectedRow(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');
}

/** Without the time limits of requests. */
async function onConnection<T>(
  url: string,
  begin: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'recoup backup',
  });
  // The running query reports the error.
  client.on('error', () => {});
  await client.connect();
  try {
    // Equal text on all servers; all firms, where policies hold for the owner.
    await client.query(`set timezone = 'UTC'; set datestyle = 'ISO';
      set intervalstyle = 'postgres'; set bytea_output = 'hex'; set client_encoding = 'UTF8';
      set statement_timeout = 0; set lock_timeout = '10s';
      set idle_in_transaction_session_timeout = 0;
      select set_config('recoup.firm', 'all', false)`);
    await client.query(begin);
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    // Without a commit the server rolls back.
    await client.end();
  }
}

async function queryShape(client: pg.Client): Promise<Shape> {
  const migrations = await client.query<{ name: string }>(
    'select name from kysely_migration order by name',
  );
  const tables = await client.query<TableShape>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relname not like 'kysely%' and not c.relname = any ($1)
    group by 1 order by c.relname collate "C"`,
    [excludedTables],
  );
  const sequences = await client.query<SequenceState>(`
    select c.relname as name, coalesce(s.last_value, s.start_value)::text as value,
      s.last_value is not null as "isCalled"
    from pg_sequences s
    join pg_class c on c.relname = s.sequencename and c.relnamespace = 'public'::regnamespace
    where s.schemaname = 'public' order by 1`);
  return {
    migrations: migrations.rows.map(({ name }) => name),
    tables: tables.rows,
    sequences: sequences.rows,
  };
}

async function assertEmpty(client: pg.Client, tables: readonly TableShape[]): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await client.query<{ isEmpty: boolean }>(
      `select not exists (select from public.${pg.escapeIdentifier(name)}) as "isEmpty"`,
    );
    if (rows[0]?.isEmpty === true) continue;
    throw new Error(
      `The database is not empty (there are rows in ${name}). ` +
        'A backup is restored only into an empty one.',
    );
  }
}

/** Recreates jobs from accepted, unsent mails, and from events that wait for webhooks. */
async function queueAgain(client: pg.Client): Promise<number> {
  await client.query(`
    select queue_webhook_delivery(firm_id, id, interval '0') from webhook_deliveries
    where state = 'waiting' order by created_at, id`);
  const { rowCount } = await client.query(`
    select queue_mail(id) from mails where state = 'queued' order by created_at, id`);
  return rowCount ?? 0;
}

function tableClause({ name, columns }: TableShape): string {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  return `public.${pg.escapeIdentifier(name)} (${list})`;
}

/** Keys, triggers and indexes. Returns the statements that restore them. */
async function dropConstraintsAndIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ away: string; back: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) as back
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    union all
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
      format('alter table %s enable trigger %I', tgrelid::regclass, tgname)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not tgisinternal and tgenabled = 'O' and c.relnamespace = 'public'::regnamespace
    union all
    select format('alter table %s no force row level security', oid::regclass),
      format('alter table %s force row level security', oid::regclass)
    from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and not exists (
        select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
      and indrelid::regclass::text !~ '^kysely'`);
  for (const { away } of rows) await client.query(away);
  // A key may need an index.
  return rows.map(({ back }) => back).toReversed();
}
