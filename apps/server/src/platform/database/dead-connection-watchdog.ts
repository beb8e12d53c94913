import pg from 'pg';

/** A statement may work for minutes, but after this time (ms) without an answer we ask whether there is a database at all. */
const silence = 10_000;
/** As long as for a new connection (`createPool`). */
const longestAnswer = 5_000;

/** How often (ms) the connections are looked at that wait for an answer. */
const glance = 1_000;

/**
 * Ends a connection of the pool on which nothing comes while the database answers nobody else either: whoever waits gets an error
 * instead of waiting for hours, as TCP would. The network was cut without a word, or the machine behind it stands still.
 */
export function endOnSilence(pool: pg.Pool): pg.Pool {
  const watch = createWatch(createProbe(pool.options));
  return pool.on('connect', (client) => {
    const send = client.query.bind(client);
    const sendAndWatch = (...words: Parameters<typeof send>): unknown => {
      watch.begin(client);
      return send(...words);
    };
    // All of its overloads answer what the original answers.
    client.query = sendAndWatch as typeof client.query;
    // Everything that was asked on it is answered.
    client.on('drain', () => watch.end(client));
    client.on('end', () => watch.end(client));
  });
}

/** One timer for all connections: to make and clear one for each query would take a good part of what a small query takes. */
function createWatch(isAnswering: () => Promise<boolean>) {
  const askedAt = new Map<pg.PoolClient, number>();
  const state: { timer?: NodeJS.Timeout } = {};
  const check = async (client: pg.PoolClient, asked: number): Promise<void> => {
    const isSilent = !(await isAnswering()) && askedAt.get(client) === asked;
    if (isSilent) streamOf(client).destroy();
  };
  const look = (): void => {
    const now = performance.now();
    for (const [client, asked] of askedAt) {
      if (now - asked < silence) continue;
      askedAt.set(client, now);
      void check(client, now);
    }
    if (askedAt.size > 0) return;
    clearInterval(state.timer);
    delete state.timer;
  };
  return {
    begin(client: pg.PoolClient): void {
      if (!askedAt.has(client)) askedAt.set(client, performance.now());
      state.timer ??= setInterval(look, glance).unref();
    },
    end: (client: pg.PoolClient): void => void askedAt.delete(client),
  };
}

/** One question at a time, however many wait for its answer. */
function createProbe(options: pg.PoolConfig): () => Promise<boolean> {
  const state: { asking?: Promise<boolean> } = {};
  return async () => {
    state.asking ??= isThere(options).finally(() => delete state.asking);
    return state.asking;
  };
}

async function isThere(options: pg.PoolConfig): Promise<boolean> {
  const client = new pg.Client({
    ...options,
    connectionTimeoutMillis: longestAnswer,
    query_timeout: longestAnswer,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    // A refusal in PostgreSQL's own words, such as too many connections, is an answer.
    return error instanceof pg.DatabaseError;
  } finally {
    streamOf(client).destroy();
  }
}

function streamOf(client: pg.ClientBase): { destroy(): void } {
  return (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream; // there, but not in the types of pg
}
