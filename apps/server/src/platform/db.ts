import type { Writable } from 'node:stream';
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import Cursor from 'pg-cursor';
import type { Database } from './tables.ts';

export type Db = Kysely<Database>;
/** For what must be atomic: a query that asks for this does not compile outside a transaction. */
export type Trx = Transaction<Database>;

const oid = { int8: 20, date: 1082 } as const;

/** Counts and cents fit a double (2^53 cents are R 90 000 000 000 000); a date is a day, not a moment in some time zone. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') => {
    if (id === oid.int8) return Number;
    if (id === oid.date) return String;
    return pg.types.getTypeParser(id, format);
  },
};

export function createPool(connectionString: string, options: { max?: number; onError?: (error: Error) => void } = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    types,
    max: options.max ?? 10,
    // A database that is down is said (503), not waited for.
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'recoup',
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  const onError = (error: Error): void => options.onError?.(error);
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

export function connect(pool: pg.Pool): Db {
  const db = createKysely(pool);
  pools.set(db, pool);
  return db;
}

/** Connections in use and idle, and how many wait for one. */
export function poolUse(db: Db): { used: number; idle: number; waiting: number } {
  const { totalCount: total = 0, idleCount: idle = 0, waitingCount: waiting = 0 } = pools.get(db) ?? {};
  return { used: total - idle, idle, waiting };
}

/** Sends rows in the text format of COPY on the connection of the transaction that it was given with. */
export type CopyIn = (statement: string) => Writable;

/** A transaction that can COPY, which Kysely alone cannot. No other query may run before the stream has finished. */
export async function inCopyTransaction<T>(db: Db, work: (trx: Trx, copyIn: CopyIn) => Promise<T>): Promise<T> {
  const pool = pools.get(db);
  if (pool === undefined) throw new Error('COPY needs a database that connect() made');
  const client = await pool.connect();
  // A connection that breaks between two queries would end the process; the next query tells.
  const ignore = () => {};
  client.on('error', ignore);
  const borrowed = {
    query: client.query.bind(client),
    release: () => {},
  } as unknown as pg.PoolClient; // all that Kysely asks of a client
  try {
    const own = createKysely({ connect: async () => borrowed, end: async () => {} });
    return await own.transaction().execute((trx) => work(trx, (statement) => client.query(copyFrom(statement))));
  } finally {
    client.off('error', ignore);
    client.release();
  }
}

const pools = new WeakMap<Db, pg.Pool>();

function createKysely(pool: PostgresPool): Db {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool, cursor: Cursor }),
    // Tables are in snake_case, code is in camelCase: converted here and nowhere else.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

/** Whether the database answers at all. */
export async function isAnswering(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
}
