import type { PostgresPool, PostgresPoolClient } from 'kysely';

type Asked = (error: Error | null, result: unknown) => void;
/** A text, or a prepared statement (`db-prepared.ts`), which has its name beside it. */
type Statement = string | { name: string; text: string };
type CallbackQuery = (statement: Statement, values: readonly unknown[], done: Asked) => void;

/**
 * The same connections, whose queries leave nothing behind. The promise that `pg` makes by itself ties each query with its rows to the
 * one before, so that the young generation's collector keeps them all until the old generation is collected: reading a million rows took
 * 150 MB of garbage along. With a callback of ours nothing survives.
 */
export function leanConnections(pool: PostgresPool): PostgresPool {
  return { connect: async () => leanClient(await pool.connect()), end: async () => pool.end() };
}

/** Kysely knows a connection again by its object. */
const known = new WeakMap<PostgresPoolClient, PostgresPoolClient>();

function leanClient(client: PostgresPoolClient): PostgresPoolClient {
  const lean = known.get(client) ?? makeLean(client);
  known.set(client, lean);
  return lean;
}

/** The server behind this connection only reads: after a failover the writable one is behind a new connection. */
const readOnly = '25006';

function makeLean(client: PostgresPoolClient): PostgresPoolClient {
  let isReadOnly = false;
  const ask = client.query.bind(client) as unknown as CallbackQuery; // Kysely's type knows the promise alone
  const query = (given: object | string, values: readonly unknown[] = []): unknown => {
    // A cursor, which is its own answer.
    if (typeof given === 'object' && 'submit' in given) return client.query(given as never); // as Kysely gave it
    const statement = given as Statement; // Kysely gives nothing else
    return new Promise((resolve, reject) => {
      ask(statement, values, (error: (Error & { code?: string }) | null, result) => {
        isReadOnly ||= error?.code === readOnly;
        if (error === null || error === undefined) resolve(result);
        else reject(error);
      });
    });
  };
  const release = (): void =>
    (client as unknown as { release(isBroken: boolean): void }).release(isReadOnly); // Kysely's type knows no argument
  return { query: query as PostgresPoolClient['query'], release }; // both forms of it
}
