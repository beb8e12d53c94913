import pg from 'pg';

/**
 * A statement may work for minutes: after this time (ms) without an answer the database is probed.
 */
const noResponseTimeoutMs = 5_000;
/** The timeout of a new connection (`createPool`). */
const probeTimeoutMs = 5_000;
const checkIntervalMs = 1_000;

/**
 * Closes connections that wait for an answer in vain. A cut network or a frozen machine sends
 * nothing, and TCP alone would wait for hours. And PostgreSQL ends no commit that waits for a
 * synchronous standby, not even after `statement_timeout` (docs/decisions/0071). With a
 * `directUrl` the pool leads to a pooler: a probe of that kind could wait behind what it probes.
 * A copy of a pool shares the watchdog of its `original`.
 */
export function watchForDeadConnections(
  pool: pg.Pool,
  { directUrl, original }: { directUrl?: string | undefined; original?: pg.Pool },
): pg.Pool {
  const watchdog = (original && watchdogs.get(original)) ?? createWatchdog(pool, directUrl);
  watchdogs.set(pool, watchdog);
  return pool.on('connect', (client) => {
    watchdogs.set(client, watchdog);
    const send = client.query.bind(client);
    let hasEnded = false;
    const sendAndWatch = (...args: Parameters<typeof send>): unknown => {
      // Such a query fails at once, and no event would follow: a transaction rolls back so.
      if (!hasEnded) watchdog.begin(client);
      return send(...args);
    };
    client.query = sendAndWatch as typeof client.query; // the overloads return what `send` returns
    // All queries of the connection are answered.
    client.on('drain', () => watchdog.end(client));
    client.on('end', () => {
      hasEnded = true;
      watchdog.end(client);
    });
  });
}

/**
 * False while commits wait for a synchronous standby. A write must not begin then: it would keep
 * its connection to PostgreSQL, and its locks, until a standby is back.
 */
export function canCommit(connections: pg.Pool | pg.PoolClient): boolean {
  return watchdogs.get(connections)?.canCommit() ?? true;
}

type Watchdog = ReturnType<typeof createWatchdog>;
const watchdogs = new WeakMap<pg.Pool | pg.PoolClient, Watchdog>();

/** One timer for all connections: a timer for each query costs as much as a small query. */
function createWatchdog(pool: pg.Pool, directUrl: string | undefined) {
  const sentAt = new Map<pg.PoolClient, number>();
  const { probe, canCommit: canPoolCommit } = createSharedProbe(async () =>
    directUrl === undefined
      ? probeDatabase(pool.options)
      : probePooler(pool.options, { connectionString: directUrl, application_name: 'recoup' }),
  );
  let timer: NodeJS.Timeout | undefined;
  const closeIfStuck = async (client: pg.PoolClient, sent: number): Promise<void> => {
    const error = errors[await probe()];
    if (error === undefined || sentAt.get(client) !== sent) return;
    pool.emit('error', new Error(error), client);
    // With a query under way, this closes the socket at once.
    void client.end().catch(() => {});
  };
  const check = (): void => {
    const now = performance.now();
    if (!canPoolCommit()) void probe();
    for (const [client, sent] of sentAt) {
      if (now - sent < noResponseTimeoutMs) continue;
      sentAt.set(client, now);
      void closeIfStuck(client, now);
    }
    if (sentAt.size > 0 || (!canPoolCommit() && !pool.ending)) return;
    clearInterval(timer);
    timer = undefined;
  };
  return {
    begin(client: pg.PoolClient): void {
      if (!sentAt.has(client)) sentAt.set(client, performance.now());
      timer ??= setInterval(check, checkIntervalMs).unref();
    },
    end: (client: pg.PoolClient): void => void sentAt.delete(client),
    canCommit: canPoolCommit,
  };
}

type Finding = 'works' | 'overloaded' | 'silent' | 'commits wait';

/** Why a connection without an answer is closed; a statement may also be slow. */
const errors: Partial<Record<Finding, string>> = {
  silent: 'the database does not answer',
  'commits wait': 'no synchronous standby confirms commits',
};

/** One probe at a time for all connections that wait. */
function createSharedProbe(run: () => Promise<Finding>) {
  let running: Promise<Finding> | undefined;
  let isCommitStuck = false;
  const probeOnce = async (): Promise<Finding> => {
    const finding = await run();
    if (finding !== 'overloaded') isCommitStuck = finding === 'commits wait';
    return finding;
  };
  return {
    probe: async () => (running ??= probeOnce().finally(() => (running = undefined))),
    canCommit: () => !isCommitStuck,
  };
}

/** A pooler answers the sign-in alone without a connection to the database. */
async function probePooler(pooler: pg.PoolConfig, database: pg.PoolConfig): Promise<Finding> {
  const finding = await probeDatabase(pooler, '');
  return finding === 'silent' ? finding : probeDatabase(database);
}

/** PostgreSQL shows the wait of other connections of the same user. */
const stuckCommits = `select from pg_stat_activity where wait_event = 'SyncRep'
  and state_change < now() - make_interval(secs => ${(noResponseTimeoutMs - 1_000) / 1_000})`;

async function probeDatabase(options: pg.PoolConfig, statement = stuckCommits): Promise<Finding> {
  const client = new pg.Client({
    ...options,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    if (statement === '') return 'works';
    const { rowCount } = await client.query(statement);
    return rowCount === 0 ? 'works' : 'commits wait';
  } catch (error) {
    // An error of PostgreSQL itself, such as too many connections, is an answer.
    return error instanceof pg.DatabaseError ? 'overloaded' : 'silent';
  } finally {
    void client.end().catch(() => {});
  }
}
