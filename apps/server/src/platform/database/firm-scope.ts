import type pg from 'pg';
import type { AllFirmsScope, FirmScope } from '../core/actor.ts';

/** What the rows of a connection are: a firm's, everybody's, or whatever they were for the last one (`unscopedConnections`). */
export type ConnectionScope = FirmScope | AllFirmsScope | 'any';

/** What each connection was told last. It belongs to this process alone, so nobody else tells it anything. */
const told = new WeakMap<pg.PoolClient, string>();

/** Brings a connection below the policies of the database and into the scope; a round trip only where it is in another one. */
export async function enterScope(client: pg.PoolClient, scope: ConnectionScope): Promise<void> {
  const before = told.get(client);
  if (before === undefined) await enterRole(client);
  if (scope === 'any' && before !== undefined) return;
  const firm = scope === 'any' ? '' : nameOf(scope);
  if (firm === before) return;
  await client.query({
    name: 'scope',
    text: `select set_config('recoup.firm', $1, false)`,
    values: [firm],
  });
  told.set(client, firm);
}

/** A firm's id, or `all`. */
export function nameOf(scope: FirmScope | AllFirmsScope): string {
  return scope.firmId ?? 'all';
}

type Answered = (error: unknown, result?: { rows: { scope?: unknown }[] }) => void;
type Ask = (statement: unknown, values: unknown, done: Answered) => void;

/**
 * Connections at the door: the question who holds a token brings one into the scope of that person, and says so as `scope`. It is then kept
 * for whoever asks for that very scope before this turn of the event loop has ended, which is the request itself. Back in the pool it would
 * mostly go to somebody of another firm who waits at the door, and both would pay a round trip.
 */
export function createDoor() {
  const kept: pg.PoolClient[] = [];
  const letGo = (): void => {
    for (const client of kept.splice(0)) client.release();
  };
  const keep = (client: pg.PoolClient): void => {
    if (kept.length === 0) setImmediate(letGo);
    kept.push(client);
  };
  const take = (scope: ConnectionScope): pg.PoolClient | undefined => {
    const index =
      scope === 'any' ? -1 : kept.findIndex((client) => told.get(client) === nameOf(scope));
    return index < 0 ? undefined : kept.splice(index, 1)[0];
  };
  return { take, watch: (client: pg.PoolClient) => watchScope(client, keep) };
}

/** One use of a connection at the door. */
function watchScope(client: pg.PoolClient, keep: (client: pg.PoolClient) => void): pg.PoolClient {
  const ask = client.query.bind(client) as unknown as Ask; // the form that `lean-connections.ts` uses
  const state = { isTold: false };
  const query: Ask = (statement, values, done) => {
    ask(statement, values, (error, result) => {
      const scope = result?.rows[0]?.scope;
      state.isTold = typeof scope === 'string';
      if (typeof scope === 'string') told.set(client, scope);
      done(error, result);
    });
  };
  const release = (): void => (state.isTold ? keep(client) : client.release());
  return { query, release } as unknown as pg.PoolClient; // all that is asked of it
}

/** The role that the policies hold for (`migrate-role.ts`); without it the owner itself is below them, or nothing is served. */
async function enterRole(client: pg.PoolClient): Promise<void> {
  await client.query(`select set_config('role', rolname, false) from pg_roles
    where rolname = 'recoup_app' and pg_has_role(oid, case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end)`);
  const { rows } = await client.query<{ isBelow: boolean }>(
    `select row_security_active('public.users') as "isBelow"`,
  );
  if (rows[0]?.isBelow !== true)
    throw new Error('the policies of the database do not hold for this connection');
}
