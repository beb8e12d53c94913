import { readFileSync } from 'node:fs';
import pg from 'pg';
import { prepareScope } from '../../apps/server/src/platform/database/connection-scope.ts';
import { inScope } from '../../apps/server/src/platform/database/pg-driver.ts';
import type { Recorded, Statement } from './recorder.ts';

/** What a floor sends for a request, and the reply that ours gave to it. */
export type RecordedRequest = {
  all: Statement[];
  /** Without the look-up of the session. */
  page: Statement[];
  session: Statement | undefined;
  reply: unknown;
};

/** By user and request, from the file that `recorder.ts` writes. */
export function readRecordedRequests(file: string): Map<string, RecordedRequest> {
  const input: Record<string, Recorded> = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(
    Object.entries(input).map(([key, { statements, reply }]) => {
      const all = statements.map((statement) => ({
        ...statement,
        values: statement.values.map(revive),
      }));
      const session = all.find(({ text }) => text.includes('find_session'));
      return [key, { all, page: all.filter((one) => one !== session), session, reply }];
    }),
  );
}

/** JSON has no bytes. */
function revive(value: unknown): unknown {
  const isBytes =
    typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data);
  return isBytes ? Buffer.from(value.data as number[]) : value; // as Buffer's own toJSON writes it
}

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const below = new WeakSet<pg.PoolClient>();

/** Works on a connection that knows how a statement enters its scope, as ours do. */
export async function onConnection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  if (!below.has(client))
    await prepareScope(client, { role: 'recoup_app', firm: '', isPooled: false });
  below.add(client);
  const result = await work(client);
  client.release();
  return result;
}

/** A statement enters its scope in its own message, as ours do; one of a transaction is in it. */
export async function sendStatement(
  client: pg.PoolClient,
  { scope, ...statement }: Statement,
): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    // Without a result if there is an error, whatever its type says.
    const query = new pg.Query(statement, (error, result) =>
      error ? reject(error) : resolve(result.rows),
    );
    const [role, firm = ''] = scope ?? [];
    client.query(role === undefined ? query : inScope(query, { role, firm, isPooled: false }));
  });
}
