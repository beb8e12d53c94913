import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
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
