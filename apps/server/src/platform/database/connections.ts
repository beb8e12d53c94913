import type { Writable } from 'node:stream';
import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  sql,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import Cursor from 'pg-cursor';
import type { AllFirmsScope, FirmScope } from '../core/actor.ts';
import { type ConnectionScope, createDoor, enterScope, nameOf } from './firm-scope.ts';
import { inTurns } from './fair-connections.ts';
import { leanConnections } from './pg-driver.ts';
import { endOnSilence } from './dead-connection-watchdog.ts';
import type { Database } from './tables.generated.ts';

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

export function createPool(
  connectionString: string,
  options: { max?: number; onError?: (error: Error) => void } = {},
): pg.Pool {
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
  return endOnSilence(pool);
}

/** As the driver reads it: a bad escape or an unreadable certificate would otherwise fail on every connection. */
export function isDatabaseUrl(value: string): boolean {
  try {
    return new pg.Client({ connectionString: value }).host !== '';
  } catch {
    return false;
  }
}

/**
 * The owner of the tables: for migrations, an operator's commands and tests. What serves a request takes `withScope`, whose
 * connections are others, and are closed with this one.
 */
export function connect(pool: pg.Pool): Db {
  const below = createBelow(pool);
  const end = async () => void (await Promise.all([pool.end(), below.end()]));
  const db = createKysely({ connect: async () => pool.connect(), end }, async (connection) => {
    // For an owner whom the policies hold for as well (`migrate-role.ts`).
    await connection.executeQuery(
      CompiledQuery.raw(`select set_config('recoup.firm', 'all', false)`),
    );
  });
  sources.set(db, {
    connect: async () => pool.connect(),
    below,
    pools: () => [pool, ...below.pools()],
  });
  return db;
}

/**
 * The same database below its policies: the rows of one firm, or of all firms for a system administrator or a job
 * (docs/decisions/0025). No firm and no user takes all of the connections: they come in turns (docs/decisions/0038).
 */
export function withScope(db: Db, scope: FirmScope | AllFirmsScope, userId?: string): Db {
  return scopedTo(db, scope, userId);
}

/** Connections that may show anybody's rows or none, for what asks the database itself who somebody is. */
export function unscopedConnections(db: Db): Db {
  return scopedTo(db, 'any');
}

/** Connections in use and idle, and how many wait for one. */
export function poolStats(db: Db): { used: number; idle: number; waiting: number } {
  const source = sources.get(db);
  const pools = source?.pools() ?? [];
  const sum = (count: (pool: pg.Pool) => number): number =>
    pools.reduce((all, pool) => all + count(pool), 0);
  const idle = sum((pool) => pool.idleCount);
  return {
    used: sum((pool) => pool.totalCount) - idle,
    idle,
    waiting: sum((pool) => pool.waitingCount) + (source?.below.waiting() ?? 0),
  };
}

/** Sends rows in the text format of COPY on the connection of the transaction that it was given with. */
export type CopyIn = (statement: string) => Writable;

/** A transaction that can COPY, which Kysely alone cannot. No other query may run before the stream has finished. */
export async function withCopyTransaction<T>(
  db: Db,
  work: (trx: Trx, copyIn: CopyIn) => Promise<T>,
): Promise<T> {
  const client = await sourceOf(db).connect();
  // A connection that breaks between two queries would end the process; the next query tells.
  const ignore = () => {};
  client.on('error', ignore);
  const borrowed = {
    query: client.query.bind(client),
    release: () => {},
  } as unknown as pg.PoolClient; // all that Kysely asks of a client
  try {
    const own = createKysely({ connect: async () => borrowed, end: async () => {} });
    return await own
      .transaction()
      .execute((trx) => work(trx, (statement) => client.query(copyFrom(statement))));
  } finally {
    client.off('error', ignore);
    client.release();
  }
}

/** Where the connections of a database come from; `below` are those that `withScope` leads below the policies. */
type Source = { connect: () => Promise<pg.PoolClient>; below: Below; pools: () => pg.Pool[] };
type Below = {
  connect(scope: ConnectionScope, userId: string | undefined): Promise<pg.PoolClient>;
  end(): Promise<void>;
  pools(): pg.Pool[];
  /** Requests that wait for a turn. */
  waiting(): number;
  scoped: Map<string, Db>;
};

const sources = new WeakMap<Db, Source>();

function sourceOf(db: Db): Source {
  const source = sources.get(db);
  if (!source) throw new Error('this needs a database that connect() or withScope() made');
  return source;
}

/** Connections like those of the pool, but never the same: a role and a scope stay with a connection. */
function createBelow(pool: pg.Pool): Below {
  const state: { twin?: pg.Pool } = {};
  const door = createDoor();
  const open = (): pg.Pool => {
    const onError = (error: Error): void => void pool.emit('error', error);
    return endOnSilence(new pg.Pool(pool.options))
      .on('error', onError)
      .on('connect', (client) => void client.on('error', onError));
  };
  // A pool that was ended refuses with a sentence, and so do these.
  const lent = inTurns(pool.options.max, async () =>
    (pool.ending ? pool : (state.twin ??= open())).connect(),
  );
  return {
    async connect(scope, userId) {
      // Clients who are not signed in, jobs and each system administrator count as firms of their own.
      const asker = {
        firmId: scope === 'any' ? scope : (scope.firmId ?? `all ${userId ?? ''}`),
        userId,
      };
      const client = lent.moved(door.take(scope), asker) ?? (await lent.connect(asker));
      try {
        await enterScope(client, scope);
        return scope === 'any' ? door.watch(client) : client;
      } catch (error) {
        // Nobody can tell what such a connection shows.
        client.release(true);
        throw error;
      }
    },
    waiting: () => lent.waiting(),
    end: async () => state.twin?.end(),
    pools: () => (state.twin ? [state.twin] : []),
    scoped: new Map(),
  };
}

/** So many are kept for the next request with their scope, which then has not to make its own. */
const mostScoped = 500;

function scopedTo(db: Db, scope: ConnectionScope, userId?: string): Db {
  const { below } = sourceOf(db);
  const name = scope === 'any' ? scope : `${nameOf(scope)} ${userId ?? ''}`;
  const known = below.scoped.get(name);
  if (known) return known;
  const connectInScope = async (): Promise<pg.PoolClient> => below.connect(scope, userId);
  const scoped = createKysely({ connect: connectInScope, end: async () => {} });
  sources.set(scoped, { connect: connectInScope, below, pools: () => below.pools() });
  if (below.scoped.size >= mostScoped) below.scoped.clear();
  below.scoped.set(name, scoped);
  return scoped;
}

/** Tables are in snake_case, code is in camelCase: converted here and nowhere else. One for all, because it remembers the names that it has met. */
const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true });

function createKysely(
  pool: PostgresPool,
  onCreateConnection?: (connection: DatabaseConnection) => Promise<void>,
): Db {
  return new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: leanConnections(pool),
      cursor: Cursor,
      onCreateConnection,
    }),
    plugins: [camelCase],
  });
}

/** Whether the database answers at all. */
export async function pingDatabase(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
}
