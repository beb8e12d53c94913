import { channel } from 'node:diagnostics_channel';
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
import pg from 'pg';
import { requestCancelled } from '../core/app-error.ts';
import { beginInScope, enterScope, type TransactionScope } from './connection-scope.ts';
import { copyBytes } from './copy-out.ts';
import { isConnectionLost } from './error-codes.ts';
import type { Database } from './tables.generated.ts';

/** With a name, each connection of PostgreSQL prepares the statement once. */
export type NamedQuery<R = unknown> = CompiledQuery<R> & {
  statementName?: string | undefined;
  /** Reads a column of bytes in a transaction: sent as they are, not as text twice as long. */
  readsBytes?: boolean;
};

/** One use of a connection. */
export type Lease = {
  client: pg.PoolClient;
  /** Role and firm of each transaction; absent for the owner. */
  scope?: TransactionScope;
  /** Aborted when the client has left: the statement is cancelled. */
  signal?: AbortSignal | undefined;
  /** A broken connection is closed. */
  release: (isBroken: boolean) => void;
};

export type SentStatement = {
  sql: string;
  parameters: readonly unknown[];
  firm: string;
  /** Name of a prepared statement. */
  name: string | undefined;
};

/** Tests hear what is sent below the policies (`test/firm-conditions`). */
export const statementChannel = 'recoup.statement';
const statementsSent = channel(statementChannel);

export type LeaseSource = {
  acquire: (signal?: AbortSignal) => Promise<Lease>;
  end: () => Promise<void>;
};

/** Tables are in snake_case, code is in camelCase. One plugin for all, because it caches names. */
const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true });
/** One each for all: a request makes a database of its own, and these make a hundred functions. */
const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();

export function createKysely(source: LeaseSource): Kysely<Database> {
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => createPgDriver(source),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => compiler,
    },
    plugins: [camelCase],
  });
}

/**
 * Kysely's own driver knows no statement names, no scope and no broken connections
 * (docs/decisions/0035 and 0070).
 */
function createPgDriver({ acquire, end }: LeaseSource): Driver {
  return {
    init: async () => {},
    acquireConnection: async () => createConnection(await acquire()),
    async beginTransaction(connection: PgConnection, { isolationLevel, accessMode }) {
      const isolation = isolationLevel ? ` isolation level ${isolationLevel}` : '';
      await connection.begin(`begin${isolation} ${accessMode ?? ''}`);
    },
    commitTransaction: async (connection: PgConnection) => connection.end('commit'),
    rollbackTransaction: async (connection: PgConnection) => connection.end('rollback'),
    releaseConnection: async (connection: PgConnection) => connection.release(),
    destroy: end,
  };
}

type PgConnection = DatabaseConnection & {
  begin(statement: string): Promise<void>;
  end(statement: string): Promise<void>;
  release(): Promise<void>;
};

/** The role is missing or forbidden, or the policies do not hold: the next one asks again. */
const scopeErrors = ['22023', '42501'];

/** Also of a server that only reads: a new connection leads to the one that writes. */
function isBreaking(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return scopeErrors.includes(code) || isConnectionLost(error);
}

function publishStatement(query: NamedQuery, { firm }: TransactionScope): void {
  const { sql, parameters, statementName: name } = query;
  statementsSent.publish({ sql, parameters, firm, name } satisfies SentStatement);
}

function createConnection(lease: Lease): PgConnection {
  const { client, scope, release } = lease;
  const statements = createStatements(lease);
  const cancellation = createCancellation(lease);
  let isInTransaction = false;
  return {
    async executeQuery<R>(query: NamedQuery): Promise<QueryResult<R>> {
      if (scope && statementsSent.hasSubscribers) publishStatement(query, scope);
      cancellation.begin();
      try {
        return toQueryResult(await statements.run(query, isInTransaction ? undefined : scope));
      } catch (error) {
        throw cancellation.toError(error);
      } finally {
        cancellation.pause();
      }
    },
    async begin(statement) {
      await statements.runToBegin(
        CompiledQuery.raw(scope ? beginInScope(statement, scope) : statement),
      );
      isInTransaction = true;
    },
    async end(statement) {
      const { command } = await statements.run(CompiledQuery.raw(statement));
      isInTransaction = false;
      // PostgreSQL answers so, without an error, after a failed statement whose error was caught.
      if (statement === 'commit' && command !== 'COMMIT')
        throw new Error('a statement of the transaction failed, so it was rolled back');
    },
    streamQuery() {
      throw new Error('rows are read in pieces by a cursor in a transaction');
    },
    async release() {
      const isOver = await cancellation.end();
      release(statements.areBroken() || !isOver || client.getTransactionStatus() !== 'I');
    },
  };
}

function toQueryResult<R>({ command, rowCount, rows = [] }: PgResult): QueryResult<R> {
  const numAffectedRows = isChange(command) ? BigInt(rowCount ?? 0) : undefined;
  return { rows: rows as R[], numAffectedRows }; // R is what Kysely's query selects
}

/** Sends the statements of a lease; afterwards its connection may be broken. */
function createStatements({ client, scope }: Lease) {
  let isBroken = false;
  const run = async (query: NamedQuery, entered?: TransactionScope): Promise<PgResult> => {
    try {
      if (query.readsBytes === true) return await sendForBytes(client, query);
      return await send(client, scope?.isPooled === true ? unnamed(query) : query, entered);
    } catch (error) {
      isBroken ||= isBreaking(error);
      throw withCallers(error);
    }
  };
  return {
    run,
    /** Until it has succeeded, the state of the connection is unknown. */
    async runToBegin(query: NamedQuery): Promise<void> {
      const wasBroken = isBroken;
      isBroken = true;
      await run(query);
      isBroken = wasBroken;
    },
    areBroken: () => isBroken,
  };
}

/** Cancels the running statement when the signal of the lease is aborted, and runs no later one. */
function createCancellation({ client, scope, signal }: Lease) {
  let cancelled: Promise<boolean> | undefined;
  // A pooler may pass the request to a connection that another client has by then.
  const canCancel = scope?.isPooled !== true;
  const cancel = (): void =>
    void (cancelled ??= canCancel ? cancelStatement(client) : Promise.resolve(true));
  return {
    /** Before a statement. */
    begin(): void {
      if (signal?.aborted === true) throw requestCancelled();
      signal?.addEventListener('abort', cancel, { once: true });
    },
    /** After a statement. */
    pause: (): void => signal?.removeEventListener('abort', cancel),
    toError: (error: unknown): unknown => (cancelled ? requestCancelled(error) : error),
    /** False if a late request could cancel a statement of the next lease. */
    end: async () => cancelled ?? true,
  };
}

/** Several statements at once have no single result. */
type PgResult = { command?: string; rowCount?: number | null; rows?: unknown[] };

/**
 * In pg's callback form: the promise that pg makes ties each query's rows to the query before, so
 * that reading a million rows held 150 MB until the old generation was collected.
 */
function send(
  client: pg.PoolClient,
  { sql: text, parameters, statementName: name }: NamedQuery,
  scope: TransactionScope | undefined,
): Promise<PgResult> {
  return new Promise((resolve, reject) => {
    const onResult = (error: Error | null | undefined, result: PgResult): void =>
      error ? reject(error) : resolve(result);
    // Made from a text: pg copies an object of settings property by property.
    const query = Object.assign(new pg.Query(text, [...parameters], onResult), { name });
    client.query(scope ? inScope(query, scope) : query);
  });
}

async function sendForBytes(client: pg.PoolClient, query: NamedQuery): Promise<PgResult> {
  const bytes = await copyBytes(client, query);
  return { rows: bytes === undefined ? [] : [{ bytes }] };
}

function unnamed({ sql, parameters }: NamedQuery): NamedQuery {
  return CompiledQuery.raw(sql, [...parameters]);
}

function isChange(command: string | undefined): boolean {
  return ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command ?? '');
}

/** An error of pg names the socket alone; the code that sent the query is added. */
function withCallers(error: unknown): unknown {
  if (error instanceof Error) error.stack += `\n${new Error('query').stack ?? ''}`;
  return error;
}

/** Methods that pg's client calls while it runs a query; its types omit most of them. */
type RunningQuery = {
  submit: (connection: pg.Connection) => unknown;
  handleDataRow: (message: unknown) => void;
  handleCommandComplete: (message: unknown, connection: pg.Connection) => void;
};

/**
 * The query behind its scope in one message: PostgreSQL runs both in one transaction, and after an
 * error nothing more of the message (docs/decisions/0070).
 */
export function inScope(query: pg.Query, scope: TransactionScope): pg.Query {
  const running = query as pg.Query & RunningQuery; // pg's own class
  const { submit, handleDataRow, handleCommandComplete } = running;
  let hasEntered = false;
  return Object.assign(query, {
    queryMode: 'extended',
    submit(connection) {
      connection.stream.cork();
      enterScope(connection, scope);
      const error = submit.call(query, connection);
      connection.stream.uncork();
      return error;
    },
    handleDataRow(message) {
      if (hasEntered) handleDataRow.call(query, message);
    },
    handleCommandComplete(message, connection) {
      if (hasEntered) handleCommandComplete.call(query, message, connection);
      hasEntered = true;
    },
  } satisfies RunningQuery & { queryMode: string });
}

/** In milliseconds. */
const cancelTimeout = 5_000;

/** Fields of pg's classes that its types omit. */
type Running = pg.PoolClient & {
  host: string;
  port: number;
  processID: number | null;
  secretKey: number | null;
  connection: { ssl: boolean | object; sslNegotiation: string };
};
type CancelConnection = pg.Connection & {
  connect: (portOrPath: number | string, host?: string) => void;
  requestSsl: () => void;
  cancel: (processID: number, secretKey: number) => void;
  stream: { destroy: () => void };
};

/**
 * Cancels the statement that the connection runs. Resolves once PostgreSQL has closed the
 * connection of the request: from then on no later statement can be cancelled by it. False if
 * that is unknown.
 */
async function cancelStatement(client: pg.PoolClient): Promise<boolean> {
  const { host, port, processID, secretKey, connection } = client as Running; // pg's own class
  // Some poolers send no key.
  if (processID === null || secretKey === null) return false;
  const { ssl, sslNegotiation } = connection;
  const request = new pg.Connection(
    Object.assign({ ssl: false }, { ssl, sslNegotiation }),
  ) as CancelConnection; // pg's own class
  const sendCancel = (): void => request.cancel(processID, secretKey);
  const isSent = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), cancelTimeout);
    request.on('error', () => resolve(false));
    request.once('end', () => resolve(true));
    request.once('sslconnect', sendCancel);
    request.once('connect', () => {
      if (ssl === false) sendCancel();
      else if (sslNegotiation !== 'direct') request.requestSsl();
    });
    if (host.startsWith('/')) request.connect(`${host}/.s.PGSQL.${port}`);
    else request.connect(port, host);
    request.once('end', () => clearTimeout(timer));
  });
  request.stream.destroy();
  return isSent;
}
