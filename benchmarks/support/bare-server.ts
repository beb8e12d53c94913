import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { prepareScope } from '../../apps/server/src/platform/database/connection-scope.ts';
import { inScope } from '../../apps/server/src/platform/database/pg-driver.ts';
import type { Statement } from './recorder.ts';

/**
 * The floor: node:http and pg, which know beforehand what each request asks the database (see
 * `recorder.ts`) and send its rows as JSON. No sign-in, no check, no schema. Below `/page-only` the
 * look-up of the session is left out too. Prints its port.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const recorded = readStatements(process.env.STATEMENTS ?? '');
const pageOnly = '/page-only';
const below = new WeakSet<pg.PoolClient>();

const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? '';
  const isPageOnly = url.startsWith(pageOnly);
  const statements = recorded.get(
    `${request.headers.authorization} ${isPageOnly ? url.slice(pageOnly.length) : url}`,
  );
  if (!statements) return void response.writeHead(404).end();
  const client = await pool.connect();
  if (!below.has(client)) await goBelow(client);
  const data: unknown[] = [];
  for (const statement of isPageOnly ? statements.page : statements.all) {
    const rows = await rowsOf(client, statement);
    if (statement !== statements.session) data.push(rows);
  }
  client.release();
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data }));
}

/** A connection knows how a statement enters its scope, as ours do. */
async function goBelow(client: pg.PoolClient): Promise<void> {
  await prepareScope(client, { role: 'recoup_app', firm: '', isPooled: false });
  below.add(client);
}

/** A statement enters its scope in its own message, as ours do; one of a transaction is in it. */
function rowsOf(client: pg.PoolClient, { scope, ...statement }: Statement): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    // Without a result if there is an error, whatever its type says.
    const query = new pg.Query(statement, (error, result) =>
      error ? reject(error) : resolve(result.rows),
    );
    const [role, firm = ''] = scope ?? [];
    client.query(role === undefined ? query : inScope(query, { role, firm, isPooled: false }));
  });
}

type Recorded = { all: Statement[]; page: Statement[]; session: Statement | undefined };

function readStatements(file: string): Map<string, Recorded> {
  const input: Record<string, Statement[]> = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(
    Object.entries(input).map(([key, stored]) => {
      const all = stored.map((statement) => ({
        ...statement,
        values: statement.values.map(revive),
      }));
      const session = all.find(({ text }) => text.includes('find_session'));
      return [key, { all, page: all.filter((statement) => statement !== session), session }];
    }),
  );
}

/** JSON has no bytes. */
function revive(value: unknown): unknown {
  const isBytes =
    typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data);
  return isBytes ? Buffer.from(value.data as number[]) : value; // as Buffer's own toJSON writes it
}
