import type { Writable } from 'node:stream';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type CopyOut, startCopyOut } from './copy-out.ts';
import type { Scope } from '../core/actor.ts';
import { createKysely, type Lease, type LeaseSource } from './pg-driver.ts';
import {
  type ConnectionScope,
  type TransactionScope,
  showAllFirms,
  findRole,
  firmSetting,
  prepareScope,
} from './connection-scope.ts';
import type { Database } from './tables.generated.ts';
import { createLimiter, type LimiterKey } from '../core/limiter.ts';
import { canCommit } from './dead-connection-watchdog.ts';
import { clonePool } from './pool.ts';

export type Db = Kysely<Database>;
/** A row of a table as it is read. */
export type TableRow<Table extends keyof Database> = Selectable<Database[Table]>;
/** Atomic work takes a transaction, so that forgetting it does not compile. */
export type Trx = Transaction<Database>;

/**
 * The owner of the tables: for migrations, commands and tests. Requests take `withScope`, whose
 * connections are others, and are closed with these.
 */
export function connect(pool: pg.Pool, pooled?: pg.Pool): Db {
  const scopedPool = createScopedPool(pool, pooled);
  const shown = new WeakSet<pg.PoolClient>();
  return createDb({
    acquire: async () => ownerLease(await pool.connect(), shown),
    end: async () => void (await Promise.all([pool.end(), scopedPool.end()])),
    scopedPool,
    scoped: new Map(),
    pools: () => [pool, ...scopedPool.pools()],
  });
}

async function ownerLease(client: pg.PoolClient, shown: WeakSet<pg.PoolClient>): Promise<Lease> {
  try {
    if (!shown.has(client)) await showAllFirms(client);
    shown.add(client);
  } catch (error) {
    client.release(true);
    throw error;
  }
  return { client, release: (isBroken) => client.release(isBroken) };
}

/**
 * The same database below its policies: the rows of one firm, or of all firms for a system
 * administrator or a job (docs/decisions/0025).
 */
export function withScope(db: Db, scope: Scope, userId?: string): Db {
  return scopedTo(db, scope, userId);
}

/** The same database for one request, whose statements are cancelled when the client leaves. */
export function withClient(db: Db, signal: AbortSignal): Db {
  const source = getSource(db);
  return createDb({ ...source, acquire: async () => source.acquire(signal) });
}

/** The rows of no firm, for the look-up of a session. */
export function withoutFirm(db: Db): Db {
  return scopedTo(db, 'none');
}

/** Connections in use and idle, and the requests that wait for one. */
export function poolStats(db: Db): { used: number; idle: number; waiting: number } {
  const { pools, scopedPool } = getSource(db);
  const sum = (count: (pool: pg.Pool) => number): number =>
    pools().reduce((all, pool) => all + count(pool), 0);
  const idle = sum((pool) => pool.idleCount);
  return {
    used: sum((pool) => pool.totalCount) - idle,
    idle,
    waiting: sum((pool) => pool.waitingCount) + scopedPool.waiting(),
  };
}

/** Sends rows in the text format of COPY on the connection of its transaction. */
export type CopyIn = (statement: string) => Writable;

/** Kysely knows no COPY. No other query may run before a stream has finished. */
export async function withCopyTransaction<T>(
  db: Db,
  work: (trx: Trx, copyIn: CopyIn, copyOut: CopyOut) => Promise<T>,
): Promise<T> {
  const { release, ...lease } = await getSource(db).acquire();
  let isBroken = false;
  let failure: { error: unknown } | undefined;
  const borrowed = { ...lease, release: (broken: boolean) => void (isBroken = broken) };
  try {
    return await createKysely({ acquire: async () => borrowed, end: async () => {} })
      .transaction()
      .execute(async (trx) =>
        work(
          trx,
          (statement) => lease.client.query(copyFrom(statement)),
          (query) => startCopyOut(lease.client, query),
        ).catch((error: unknown) => {
          failure = { error };
          throw error;
        }),
      );
  } catch (error) {
    // A stream that was given up has closed the connection, and the rollback fails too.
    throw failure ? failure.error : error;
  } finally {
    release(isBroken);
  }
}

type Source = LeaseSource & {
  scopedPool: ScopedPool;
  /** By scope and user, for the next request of the same user. */
  scoped: Map<string, Db>;
  pools: () => pg.Pool[];
};

const sources = new WeakMap<Db, Source>();
const maxCachedScopes = 500;

function createDb(source: Source): Db {
  const db = createKysely(source);
  sources.set(db, source);
  return db;
}

function getSource(db: Db): Source {
  const source = sources.get(db);
  if (!source) throw new Error('this needs a database that connect() or withScope() made');
  return source;
}

function scopedTo(db: Db, scope: ConnectionScope, userId?: string): Db {
  const { scopedPool, scoped } = getSource(db);
  const key = scope === 'none' ? scope : `${scope.firmId ?? 'all'} ${userId ?? ''}`;
  const known = scoped.get(key);
  if (known) return known;
  const made = createDb({
    acquire: async (signal) => scopedPool.acquire({ scope, userId, signal }),
    end: async () => {},
    scopedPool,
    scoped,
    pools: () => scopedPool.pools(),
  });
  if (scoped.size >= maxCachedScopes) scoped.clear();
  scoped.set(key, made);
  return made;
}

type Requested = {
  scope: ConnectionScope;
  userId: string | undefined;
  signal: AbortSignal | undefined;
};

type ScopedPool = {
  acquire: (requested: Requested) => Promise<Lease>;
  end: () => Promise<void>;
  pools: () => pg.Pool[];
  /** Requests that wait for a connection. */
  waiting: () => number;
};

/**
 * Connections for transactions below the policies of the database: beside the owner's, or of
 * `pooled`, whose URL leads to a pooler. No firm and no user takes all of them
 * (docs/decisions/0038).
 */
function createScopedPool(owner: pg.Pool, pooled?: pg.Pool): ScopedPool {
  const limiter = createLimiter(poolLimits((pooled ?? owner).options.max));
  const prepared = new WeakSet<pg.PoolClient>();
  let twin = pooled;
  let role: string | undefined;
  const isPooled = pooled !== undefined;
  const prepare = async (client: pg.PoolClient, firm: string): Promise<TransactionScope> => {
    role ??= await findRole(client);
    const entered = { role, firm, isPooled, isReadOnly: !canCommit(client) };
    if (!prepared.has(client)) await prepareScope(client, entered);
    prepared.add(client);
    return entered;
  };
  return {
    async acquire({ scope, userId, signal }) {
      const slot = limiter.enter(scopeLimiterKey(scope, userId));
      let client: pg.PoolClient | undefined;
      const release = (isBroken: boolean): void => {
        // The role may have been made, or withdrawn.
        if (isBroken) role = undefined;
        client?.release(isBroken);
        slot.release();
      };
      try {
        await slot.acquire(signal ? { signal } : undefined);
        // The owner's pool rejects with its own message once it has ended.
        client = await (owner.ending ? owner : (twin ??= clonePool(owner))).connect();
        const entered = await prepare(client, firmSetting(scope));
        return { client, scope: entered, signal, release };
      } catch (error) {
        // A client that left while it waited says nothing about the role.
        release(client !== undefined);
        throw error;
      }
    },
    waiting: () => limiter.waiting(),
    end: async () => twin?.end(),
    pools: () => (twin ? [twin] : []),
  };
}

/**
 * Clients who are not signed in, jobs and each system administrator count as firms of their own.
 */
function scopeLimiterKey(scope: ConnectionScope, userId: string | undefined): LimiterKey {
  const group = scope === 'none' ? scope : (scope.firmId ?? `all ${userId ?? ''}`);
  return { group, member: userId };
}

/** A pool of fewer than four serves few users, some of whose work takes two connections. */
function poolLimits(max: number) {
  const shared = { maxPerMember: Math.ceil(0.3 * max), leavesRoom: true };
  return {
    name: 'requests',
    concurrency: max,
    maxPerGroup: max,
    maxWaitMs: 10_000,
    ...(max >= 4 && shared),
  };
}
