import pg from 'pg';
import { watchForDeadConnections } from './dead-connection-watchdog.ts';

/** Counts and cents fit a double; a date is a day, without a time zone. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.DATE, String);

/** In milliseconds. */
export const timeLimits = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
};

type PoolOptions = {
  max?: number;
  onError?: (error: Error) => void;
  /**
   * Past the pooler that the connection string leads to. A pooler refuses connections that come
   * with settings.
   */
  directUrl?: string;
};

export function createPool(connectionString: string, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    types,
    max: options.max ?? 10,
    // While the database is down, requests get 503 instead of waiting.
    connectionTimeoutMillis: 5_000,
    ...(options.directUrl === undefined && timeLimits),
    application_name: 'recoup',
  });
  return listen(pool, (error) => options.onError?.(error), { directUrl: options.directUrl });
}

/** A second pool with the same options, which reports its errors to the first one. */
export function clonePool(pool: pg.Pool): pg.Pool {
  const report = (error: Error): void => void pool.emit('error', error);
  return listen(new pg.Pool(pool.options), report, { original: pool });
}

/** An error event without a listener would end the process; the pool replaces the connection. */
function listen(
  pool: pg.Pool,
  onError: (error: Error) => void,
  probed: { directUrl?: string | undefined; original?: pg.Pool },
): pg.Pool {
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return watchForDeadConnections(pool, probed);
}

/** Asks the driver itself, because a wrong escape or certificate would fail each connection. */
export function isDatabaseUrl(value: string): boolean {
  try {
    return new pg.Client({ connectionString: value }).host !== '';
  } catch {
    return false;
  }
}
