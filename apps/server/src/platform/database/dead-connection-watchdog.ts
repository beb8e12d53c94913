import pg from 'pg';

/**
 * A statement may work for minutes: after this time (ms) without an answer the database is probed.
 */
const noResponseTimeoutMs = 10_000;
/** The timeout of a new connection (`createPool`). */
const probeTimeoutMs = 5_000;
const checkIntervalMs = 1_000;

/**
 * Closes a connection that waits for an answer while the database answers no probe either: a cut
 * network or a frozen machine sends nothing, and TCP alone would wait for hours. With a
 * `directUrl` the pool leads to a pooler: a probe of that kind could wait behind what it probes.
 */
export function watchForDeadConnections(pool: pg.Pool, directUrl?: string): pg.Pool {
  const watchdog = createWatchdog(pool, directUrl);
  return pool.on('connect', (client) => {
    const send = client.query.bind(client);
    const sendAndWatch = (...args: Parameters<typeof send>): unknown => {
      watchdog.begin(client);
      return send(...args);
    };
    client.query = sendAndWatch as typeof client.query; // the overloads return what `send` returns
    // All queries of the connection are answered.
    client.on('drain', () => watchdog.end(client));
    client.on('end', () => watchdog.end(client));
  });
}

/** One timer for all connections: a timer for each query costs as much as a small query. */
function createWatchdog(pool: pg.Pool, directUrl: string | undefined) {
  const sentAt = new Map<pg.PoolClient, number>();
  const probe = createSharedProbe(async () =>
    directUrl === undefined
      ? isAlive(pool.options, 'select 1')
      : (await isAlive(pool.options)) &&
        isAlive({ connectionString: directUrl, application_name: 'recoup' }, 'select 1'),
  );
  let timer: NodeJS.Timeout | undefined;
  const closeIfDead = async (client: pg.PoolClient, sent: number): Promise<void> => {
    if ((await probe()) || sentAt.get(client) !== sent) return;
    pool.emit('error', new Error('the database does not answer'), client);
    // With a query under way, this closes the socket at once.
    void client.end().catch(() => {});
  };
  const check = (): void => {
    const now = performance.now();
    for (const [client, sent] of sentAt) {
      if (now - sent < noResponseTimeoutMs) continue;
      sentAt.set(client, now);
      void closeIfDead(client, now);
    }
    if (sentAt.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return {
    begin(client: pg.PoolClient): void {
      if (!sentAt.has(client)) sentAt.set(client, performance.now());
      timer ??= setInterval(check, checkIntervalMs).unref();
    },
    end: (client: pg.PoolClient): void => void sentAt.delete(client),
  };
}

/** One probe at a time for all connections that wait. */
function createSharedProbe(probe: () => Promise<boolean>): () => Promise<boolean> {
  let running: Promise<boolean> | undefined;
  return async () => (running ??= probe().finally(() => (running = undefined)));
}

/** A pooler answers the sign-in alone without a connection to the database. */
async function isAlive(options: pg.PoolConfig, statement?: string): Promise<boolean> {
  const client = new pg.Client({
    ...options,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    if (statement !== undefined) await client.query(statement);
    return true;
  } catch (error) {
    // An error of PostgreSQL itself, such as too many connections, is an answer.
    return error instanceof pg.DatabaseError;
  } finally {
    void client.end().catch(() => {});
  }
}
