import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import Cursor from 'pg-cursor';
import type { Database } from './tables.generated.ts';

/** With a name, each connection of PostgreSQL prepares the statement once. */
export type NamedQuery<R = unknown> = CompiledQuery<R> & { statementName?: string | undefined };

/** One use of a connection. */
export type Lease = {
  client: pg.PoolClient;
  /** A broken connection is closed. */
  release: (isBroken: boolean) => void;
  onRows?: (rows: readonly unknown[]) => void;
};

export type LeaseSource = { acquire: () => Promise<Lease>; end: () => Promise<void> };

/** Tables are in snake_case, code is in camelCase. One plugin for all, because it caches names. */
const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true });

export function createKysely(source: LeaseSource): Kysely<Database> {
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => createPgDriver(source),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [camelCase],
  });
}

/** Kysely's own driver knows no statement names and no broken connections (docs/decisions/0035). */
function createPgDriver({ acquire, end }: LeaseSource): Driver {
  const run = async (connection: DatabaseConnection, statement: string): Promise<void> =>
    void (await connection.executeQuery(CompiledQuery.raw(statement)));
  return {
    init: async () => {},
    acquireConnection: async () => createConnection(await acquire()),
    async beginTransaction(connection, { isolationLevel, accessMode }) {
      const isolation = isolationLevel ? ` isolation level ${isolationLevel}` : '';
      await run(connection, `begin${isolation} ${accessMode ?? ''}`);
    },
    commitTransaction: (connection) => run(connection, 'commit'),
    rollbackTransaction: (connection) => run(connection, 'rollback'),
    releaseConnection: async (connection: PgConnection) => connection.release(),
    destroy: end,
  };
}

type PgConnection = DatabaseConnection & { release(): void };

/** The server only reads: after a failover, a new connection leads to the one that writes. */
const readOnly = '25006';

function createConnection({ client, release, onRows }: Lease): PgConnection {
  let isBroken = false;
  return {
    async executeQuery<R>(query: NamedQuery): Promise<QueryResult<R>> {
      try {
        const { command, rowCount, rows = [] } = await send(client, query);
        onRows?.(rows);
        const numAffectedRows = isChange(command) ? BigInt(rowCount ?? 0) : undefined;
        return { rows: rows as R[], numAffectedRows }; // R is what Kysely's query selects
      } catch (error) {
        isBroken ||= codeOf(error) === readOnly;
        throw withCallers(error);
      }
    },
    async *streamQuery<R>(
      { sql, parameters }: CompiledQuery,
      batchSize = 100,
    ): AsyncIterableIterator<QueryResult<R>> {
      const cursor = client.query(new Cursor<R>(sql, [...parameters]));
      try {
        for (let rows = await cursor.read(batchSize); rows.length > 0; ) {
          yield { rows };
          rows = await cursor.read(batchSize);
        }
      } finally {
        await cursor.close();
      }
    },
    release: () => release(isBroken),
  };
}

/** Several statements at once have no single result. */
type PgResult = { command?: string; rowCount?: number | null; rows?: unknown[] };

/**
 * In pg's callback form: the promise that pg makes ties each query's rows to the query before, so
 * that reading a million rows kept 150 MB until the old generation was collected.
 */
function send(client: pg.PoolClient, query: NamedQuery): Promise<PgResult> {
  const { sql: text, parameters, statementName: name } = query;
  return new Promise((resolve, reject) => {
    const onResult = (error: Error | null, result: PgResult): void =>
      error ? reject(error) : resolve(result);
    client.query({ name, text, values: [...parameters] }, onResult);
  });
}

function isChange(command: string | undefined): boolean {
  return ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command ?? '');
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** An error of pg names the socket alone; the code that sent the query is added. */
function withCallers(error: unknown): unknown {
  if (error instanceof Error) error.stack += `\n${new Error('query').stack ?? ''}`;
  return error;
}
