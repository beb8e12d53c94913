import pg from 'pg';

/** A statement may work for minutes, but after this time (ms) without an answer we ask whether there is a database at all. */
const silence = 10_000;
/** As long as for a new connection (`createPool`). */
const longestAnswer = 5_000;

/**
 * Ends a connection of the pool on which nothing comes while the database answers nobody else either: whoever waits gets an error
 * instead of waiting for hours, as TCP would. The network was cut without a word, or the machine behind it stands still.
 */
export function endOnSilence(pool: pg.Pool): pg.Pool {
  const probe = createProbe(pool.options);
  return pool.on('connect', (client) => watch(client, probe));
}

function watch(client: pg.PoolClient, isAnswering: () => Promise<boolean>): void {
  const state: { timer?: NodeJS.Timeout } = {};
  const send = client.query.bind(client);
  const rest = (): void => {
    clearInterval(state.timer);
    delete state.timer;
  };
  const check = async (): Promise<void> => {
    const asked = state.timer;
    if (!(await isAnswering()) && state.timer === asked && asked !== undefined) streamOf(client).destroy();
  };
  const sendAndWatch = (...words: Parameters<typeof send>): unknown => {
    state.timer ??= setInterval(() => void check(), silence).unref();
    return send(...words);
  };
  // All of its overloads answer what the original answers.
  client.query = sendAndWatch as typeof client.query;
  // Everything that was asked on it is answered.
  client.on('drain', rest);
  client.on('end', rest);
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
  const client = new pg.Client({ ...options, connectionTimeoutMillis: longestAnswer, query_timeout: longestAnswer });
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
