import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { createAllFirmsScope } from '../core/actor.ts';
import { StartupError } from '../core/startup-error.ts';
import { lockName } from './advisory-lock.ts';
import { type Db, withScope } from './connections.ts';

/**
 * Throws StartupError if a pooler lends the connections for single transactions: listening, locks
 * and settings of a session would get lost.
 */
export async function requireOwnConnections(pool: pg.Pool): Promise<void> {
  const [one, other] = [await pool.connect(), await pool.connect()];
  try {
    const pids = [
      await findBackendPid(one),
      await findBackendPid(other),
      await findBackendPid(one),
    ];
    if (pids[0] === pids[2] && pids[0] !== pids[1]) return;
  } finally {
    one.release();
    other.release();
  }
  throw new StartupError(
    'DATABASE_URL leads to a pooler in transaction mode. ' +
      'Set DATABASE_DIRECT_URL to PostgreSQL itself; DATABASE_URL may then lead to the pooler.',
  );
}

/** The process of PostgreSQL that serves the connection at the moment. */
async function findBackendPid(client: pg.PoolClient): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

/**
 * Throws StartupError if the owner's connections and those of requests lead to different databases,
 * and PostgreSQL's error if the user of requests lacks a right.
 */
export async function requireOneDatabase(db: Db): Promise<void> {
  const requests = withScope(db, createAllFirmsScope());
  const name = randomUUID();
  const isFree = await db.transaction().execute(async (trx) => {
    await lockName(trx, name);
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isFree"
      from (select count(*) from firms where false) readable`.execute(requests);
    return rows[0]?.isFree;
  });
  if (isFree !== true) return;
  throw new StartupError(
    'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. Correct one of them.',
  );
}
