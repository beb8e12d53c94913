import pg from 'pg';

type Callback = (error: Error | null, result?: unknown) => void;
type Query = (...args: unknown[]) => unknown;
type Cut = { at: number; when: 'before' | 'after' };

/**
 * Cuts the connection of the n-th statement while `work` runs, as a killed process does: before
 * PostgreSQL gets the statement, or after it has answered. `work` opens its own connections.
 * Returns whether there were as many statements.
 */
export async function withCutConnection({ at, when }: Cut, work: () => Promise<void>) {
  const client = pg.Client.prototype as unknown as { query: Query }; // its types are overloads
  const { query } = client;
  let count = 0;
  client.query = function (this: pg.Client, ...args: unknown[]) {
    count += 1;
    if (count !== at) return query.apply(this, args);
    const cut = (): void => {
      streamOf(this).destroy();
    };
    if (when === 'before') {
      cut();
      return query.apply(this, args);
    }
    const last = args.at(-1);
    if (typeof last === 'function') {
      const callback = last as Callback; // as pg calls it
      return query.apply(this, [
        ...args.slice(0, -1),
        () => {
          cut();
          callback(new Error('the connection was cut'));
        },
      ]);
    }
    const answer = query.apply(this, args) as Promise<unknown>; // without a callback
    return answer.then(() => {
      cut();
      throw new Error('the connection was cut');
    });
  };
  try {
    await work();
  } finally {
    client.query = query;
  }
  return count >= at;
}

/** The socket of a connection, to be cut. */
export function streamOf(client: pg.ClientBase): { destroy(): void } {
  const inner = client as unknown as { connection: { stream: { destroy(): void } } }; // of pg
  return inner.connection.stream;
}
