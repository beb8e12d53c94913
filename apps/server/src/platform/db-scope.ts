import type pg from 'pg';
import type { AllFirms, FirmScope } from './actor.ts';

/** What the rows of a connection are: a firm's, everybody's, or whatever they were for the last one (`atTheDoor`). */
export type ConnectionScope = FirmScope | AllFirms | 'any';

/** What each connection was told last. It belongs to this process alone, so nobody else tells it anything. */
const told = new WeakMap<pg.PoolClient, string>();

/** Brings a connection below the policies of the database and into the scope; a round trip only where it is in another one. */
export async function enterScope(client: pg.PoolClient, scope: ConnectionScope): Promise<void> {
  const before = told.get(client);
  if (before === undefined) await enterRole(client);
  if (scope === 'any' && before !== undefined) return;
  const firm = scope === 'any' ? '' : (scope.firmId ?? 'all');
  if (firm === before) return;
  await client.query({ name: 'scope', text: `select set_config('recoup.firm', $1, false)`, values: [firm] });
  told.set(client, firm);
}

type Answered = (error: unknown, result?: { rows: { scope?: unknown }[] }) => void;
type Ask = (statement: unknown, values: unknown, done: Answered) => void;

/**
 * A connection at the door: the question who holds a token brings it into the scope of that person, and says so as `scope`. The request
 * that asked mostly gets the same connection next, and is spared a round trip.
 */
export function watchScope(client: pg.PoolClient): pg.PoolClient {
  const ask = client.query.bind(client) as unknown as Ask; // the form that `lean-connections.ts` uses
  const query: Ask = (statement, values, done) => {
    ask(statement, values, (error, result) => {
      const scope = result?.rows[0]?.scope;
      if (typeof scope === 'string') told.set(client, scope);
      done(error, result);
    });
  };
  return { query, release: () => client.release() } as unknown as pg.PoolClient; // all that is asked of it
}

/** The role that the policies hold for (`migrate-role.ts`); without it the owner itself is below them, or nothing is served. */
async function enterRole(client: pg.PoolClient): Promise<void> {
  await client.query(`select set_config('role', rolname, false) from pg_roles
    where rolname = 'recoup_app' and pg_has_role(oid, case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end)`);
  const { rows } = await client.query<{ isBelow: boolean }>(`select row_security_active('public.users') as "isBelow"`);
  if (rows[0]?.isBelow !== true) throw new Error('the policies of the database do not hold for this connection');
}
