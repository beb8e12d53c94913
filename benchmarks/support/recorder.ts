import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { buildApp } from '../../apps/server/src/app.ts';
import { connect } from '../../apps/server/src/platform/database/connections.ts';
import { createPool } from '../../apps/server/src/platform/database/pool.ts';
import { type HttpRequest, startProcess, startRecoup, stopProcess } from './measure.ts';

/** A statement of `pg`, with its name if it is prepared once for each connection. */
export type Statement = { name?: string; text: string; values: unknown[]; scope?: Scope };
/** The role and the firm that a statement enters in its own message. */
type Scope = [role: string, firm: string, readOnly: string];

const heard: Statement[] = [];
const query: unknown = Reflect.get(pg.Client.prototype, 'query');
pg.Client.prototype.query = function hear(this: pg.Client, ...args: unknown[]) {
  heard.push(statementOf(args));
  return Reflect.apply(query as typeof this.query, this, args); // what stood there before
};
const bind: unknown = Reflect.get(pg.Connection.prototype, 'bind');
pg.Connection.prototype.bind = function hearScope(this: pg.Connection, ...args) {
  const last = heard.at(-1);
  if (args[0]?.statement === 'scope' && last?.name !== 'scope')
    Object.assign(last ?? {}, { scope: args[0].values });
  return Reflect.apply(bind as typeof this.bind, this, args); // what stood there before
};

/** The statements of a request, and its reply. */
export type Recorded = { statements: Statement[]; reply: unknown };

export type Side = { child: ChildProcess; url: string };

/** The built server beside a bare node:http + pg program with the same statements. */
export async function startBesideBare(
  databaseUrl: string,
  requests: readonly HttpRequest[],
): Promise<{
  recoup: Side;
  bare: Side;
  recorded: Record<string, Recorded>;
  /** Starts another program with the same statements. */
  startFloor: (program: URL) => Promise<Side>;
  stop: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-bench-'));
  const recorded = await recordStatements(databaseUrl, requests);
  const statements = join(folder, 'statements.json');
  await writeFile(statements, JSON.stringify(recorded));
  const recoup = await startRecoup({ DATABASE_URL: databaseUrl });
  const floors: Side[] = [];
  const startFloor = async (program: URL): Promise<Side> => {
    const { child, said } = await startProcess(
      fileURLToPath(program),
      { DATABASE_URL: databaseUrl, STATEMENTS: statements },
      /^(\d+)\n/,
    );
    const floor = { child, url: `http://127.0.0.1:${said}` };
    floors.push(floor);
    return floor;
  };
  return {
    recoup: { child: recoup.child, url: recoup.said },
    bare: await startFloor(new URL('./bare-server.ts', import.meta.url)),
    recorded,
    startFloor,
    async stop() {
      await stopProcess(recoup.child);
      for (const { child } of floors) await stopProcess(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The server's own statements for each request, so that the baseline runs the same SQL. */
async function recordStatements(url: string, requests: readonly HttpRequest[]) {
  const db = connect(createPool(url, { max: 1 }));
  const app = await buildApp({ db, publicUrl: 'http://bench.test' });
  const recorded: Record<string, Recorded> = {};
  // The first request also opens the connections.
  for (const requested of [...requests.slice(0, 1), ...requests]) {
    heard.length = 0;
    const reply = await app.inject({ url: requested.path, headers: requested.headers });
    if (reply.statusCode !== 200) throw new Error(`${requested.path} answered ${reply.statusCode}`);
    recorded[keyOf(requested)] = { statements: [...heard], reply: reply.json() };
  }
  await app.close();
  await db.destroy();
  return recorded;
}

/** The user and the request. */
function keyOf({ path, headers }: HttpRequest): string {
  return `${headers.authorization} ${path}`;
}

/** What `query` takes: a text or a named one, and the values beside it or within. */
function statementOf([first, second]: readonly unknown[]): Statement {
  const input = (typeof first === 'string' ? { text: first } : first) as Omit<
    Statement,
    'values'
  > & { values?: unknown[] }; // all that is ever given here
  const { name, text, values = [] } = input;
  return { name, text, values: Array.isArray(second) ? second : values };
}
