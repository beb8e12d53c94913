import type pg from 'pg';
import { canCommit } from '../database/dead-connection-watchdog.ts';
import { isDatabaseUnavailable } from '../database/error-codes.ts';

/** "The database system is starting up": graphile-worker retries for hours after this code. */
const retryableCode = '57P03';

/**
 * The pool as graphile-worker needs it. It does not await its own updates of a finished job, and
 * retries them after few codes; the error of a lost connection would end the process.
 */
export function retryingPool(pool: pg.Pool): pg.Pool {
  const connect = (callback?: ConnectCallback) =>
    callback ? pool.connect(releasingOnce(callback)) : connectRetrying(pool);
  return override(pool, 'connect', connect);
}

/** The worker listens on such a connection, and reconnects by itself. */
type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/** A worker that ends while its connection breaks releases it twice. */
function releasingOnce(callback: ConnectCallback): ConnectCallback {
  return (error, client, release) => {
    let isReleased = false;
    callback(error, client, (reason) => {
      if (!isReleased) release(reason);
      isReleased = true;
    });
  };
}

async function connectRetrying(pool: pg.Pool): Promise<pg.PoolClient> {
  if (!canCommit(pool)) throw Object.assign(new Error('commits wait'), { code: retryableCode });
  const client = await withRetryableError(pool.connect());
  return override(client, 'query', async (...args: Parameters<typeof client.query>) =>
    withRetryableError(client.query(...args)),
  );
}

async function withRetryableError<T>(work: Promise<T> | T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Error && isDatabaseUnavailable(error)
      ? Object.assign(error, { code: retryableCode })
      : error;
  }
}

/** The same object with another function under one name. */
function override<T extends object>(target: T, name: keyof T, replacement: unknown): T {
  return new Proxy(target, {
    get: (_, property) => {
      if (property === name) return replacement;
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
