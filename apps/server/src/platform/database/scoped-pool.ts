import type pg from 'pg';
import type { Scope } from '../core/actor.ts';
import { createLimiter, type LimiterSlot } from '../core/limiter.ts';
import type { LimiterKey } from '../core/limiter-shares.ts';
import type { Lease } from './pg-driver.ts';
import { twinOf } from './pool.ts';

/** The rows that a connection shows: of a firm, of all firms, or (`any`) of its last scope. */
export type ConnectionScope = Scope | 'any';

export type ScopedPool = {
  acquire: (scope: ConnectionScope, userId: string | undefined) => Promise<Lease>;
  end: () => Promise<void>;
  pools: () => pg.Pool[];
  /** Requests that wait for a connection. */
  waiting: () => number;
};

type Slotted = { client: pg.PoolClient; slot: LimiterSlot };

/**
 * Connections below the policies of the database, of a pool beside the owner's: role and scope stay
 * with a connection. No firm and no user takes all of them (docs/decisions/0038).
 */
export function createScopedPool(owner: pg.Pool): ScopedPool {
  const limiter = createLimiter(limitsOf(owner.options.max));
  const handoffs = createHandoffs();
  let twin: pg.Pool | undefined;
  const connect = async (key: LimiterKey): Promise<Slotted> => {
    const slot = limiter.enter(key);
    try {
      await slot.acquire();
      // The owner's pool rejects with its own message once it has ended.
      const client = await (owner.ending ? owner : (twin ??= twinOf(owner))).connect();
      return { client, slot };
    } catch (error) {
      slot.release();
      throw error;
    }
  };
  return {
    async acquire(scope, userId) {
      const key = keyOf(scope, userId);
      const slotted = handoffs.take(scope, key) ?? (await connect(key));
      try {
        await enterScope(slotted.client, scope);
      } catch (error) {
        // The scope of such a connection is unknown.
        giveBack(slotted, true);
        throw error;
      }
      return scope === 'any' ? unscopedLease(slotted, handoffs.offer) : leaseOf(slotted);
    },
    waiting: () => limiter.waiting(),
    end: async () => twin?.end(),
    pools: () => (twin ? [twin] : []),
  };
}

function leaseOf(slotted: Slotted): Lease {
  return { client: slotted.client, release: (isBroken) => giveBack(slotted, isBroken) };
}

/** The session look-up sets the connection's firm and returns it as `scope`. */
function unscopedLease(slotted: Slotted, offer: (slotted: Slotted) => void): Lease {
  let isScoped = false;
  return {
    client: slotted.client,
    onRows([row]) {
      const scope = scopeIn(row);
      isScoped = scope !== undefined;
      if (scope !== undefined) scopes.set(slotted.client, scope);
    },
    release(isBroken) {
      if (isScoped && !isBroken) offer(slotted);
      else giveBack(slotted, isBroken);
    },
  };
}

function scopeIn(row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null || !('scope' in row)) return undefined;
  return typeof row.scope === 'string' ? row.scope : undefined;
}

/**
 * Connections of session look-ups, kept until the turn of the event loop ends for the requests that
 * follow them. Back in the pool, most would go to a look-up for another firm, and both would pay a
 * round trip for the scope.
 */
function createHandoffs() {
  const offered: Slotted[] = [];
  return {
    offer: (slotted: Slotted): void => {
      if (offered.length === 0)
        setImmediate(() => {
          for (const each of offered.splice(0)) giveBack(each, false);
        });
      offered.push(slotted);
    },
    take: (scope: ConnectionScope, key: LimiterKey): Slotted | undefined => {
      const index = offered.findIndex(
        ({ client }) => scope !== 'any' && scopes.get(client) === nameOf(scope),
      );
      const [slotted] = index < 0 ? [] : offered.splice(index, 1);
      if (!slotted || slotted.slot.transfer(key)) return slotted;
      giveBack(slotted, false);
      return undefined;
    },
  };
}

function giveBack({ client, slot }: Slotted, isBroken: boolean): void {
  client.release(isBroken);
  slot.release();
}

/**
 * Clients who are not signed in, jobs and each system administrator count as firms of their own.
 */
function keyOf(scope: ConnectionScope, userId: string | undefined): LimiterKey {
  const group = scope === 'any' ? scope : (scope.firmId ?? `all ${userId ?? ''}`);
  return { group, member: userId };
}

/** A pool of fewer than four serves few users, some of whose work takes two connections. */
function limitsOf(max: number) {
  const shared = { maxPerMember: Math.ceil(0.3 * max), leavesRoom: true };
  return {
    name: 'requests',
    concurrency: max,
    maxPerGroup: max,
    maxWaitMs: 10_000,
    ...(max >= 4 && shared),
  };
}

/** The scope that each connection has entered. */
const scopes = new WeakMap<pg.PoolClient, string>();

/** A round trip only where the connection has another scope. */
export async function enterScope(client: pg.PoolClient, scope: ConnectionScope): Promise<void> {
  const current = scopes.get(client);
  if (current === undefined) await enterRole(client);
  const next = scope === 'any' ? (current ?? '') : nameOf(scope);
  if (next !== current) await setScope(client, next);
}

/** The owner's connections show all firms, also where the policies hold for the owner. */
export async function enterAllFirms(client: pg.PoolClient): Promise<void> {
  if (!scopes.has(client)) await setScope(client, 'all');
}

async function setScope(client: pg.PoolClient, scope: string): Promise<void> {
  const text = `select set_config('recoup.firm', $1, false)`;
  await client.query({ name: 'scope', text, values: [scope] });
  scopes.set(client, scope);
}

/** A firm's id, or `all`. */
function nameOf(scope: Scope): string {
  return scope.firmId ?? 'all';
}

/** The right to enter a role, which PostgreSQL 16 distinguishes from membership. */
export const settingRole = `case when current_setting('server_version_num')::int < 160000
  then 'member' else 'set' end`;

/**
 * The role below the policies (`app-role.ts`). Without it they hold for the owner, or the server
 * rejects.
 */
async function enterRole(client: pg.PoolClient): Promise<void> {
  await client.query(`select set_config('role', rolname, false) from pg_roles
    where rolname = 'recoup_app' and pg_has_role(oid, ${settingRole})`);
  const { rows } = await client.query<{ isBelow: boolean }>(
    `select row_security_active('public.users') as "isBelow"`,
  );
  if (rows[0]?.isBelow !== true)
    throw new Error('the policies of the database do not hold for this connection');
}
