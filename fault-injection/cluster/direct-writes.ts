import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** A client of one PostgreSQL that ignores the balancer. */
export type DirectWrites = {
  /** Stops, and compares the acknowledged rows with the database of the URL. */
  end(url: string): Promise<{ acknowledged: number; lost: number }>;
};

/** Writes to the old primary too: it must acknowledge nothing that its successor lacks. */
export async function startDirectWrites(url: string): Promise<DirectWrites> {
  await queryOnce(url, 'create table if not exists direct_writes (id bigint primary key)');
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 500 });
  pool.on('error', () => {});
  const acknowledged: number[] = [];
  const stopping = new AbortController();
  const insert = async (): Promise<void> => {
    for (let id = Date.now(); !stopping.signal.aborted; id += 1) {
      await pool.query('insert into direct_writes values ($1)', [id]).then(
        () => acknowledged.push(id),
        () => {},
      );
      await wait(20);
    }
  };
  void insert();
  return {
    async end(current) {
      stopping.abort();
      // The machine may be gone.
      void pool.end().catch(() => {});
      // Without the last row, which may be acknowledged while the rows are read.
      const written = [...acknowledged];
      const rows = await queryOnce(current, 'select id from direct_writes');
      const there = new Set(rows.map(({ id }) => Number(id)));
      const lost = written.filter((id) => !there.has(id)).length;
      return { acknowledged: written.length, lost };
    },
  };
}

/** One statement on a connection of its own. */
export async function queryOnce(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(statement);
  await client.end();
  return rows;
}
