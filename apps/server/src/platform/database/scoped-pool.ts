import type pg from 'pg';
import { createLimiter } from '../core/limiter.ts';
import type { LimiterKey } from '../core/limiter-shares.ts';
import { type ConnectionScope, enterScope, scopes } from './connection-scope.ts';
import { createHandoffs, giveBack, type Slotted } from './handoffs.ts';
import type { Lease } from './pg-driver.ts';
import { clonePool } from './pool.ts';

export type ScopedPool = {
  acquire: (scope: ConnectionScope, userId: string | undefined) => Promise<Lease>;
  end: () => Promise<void>;
  pools: () => pg.Pool[];
  /** Requests that wait for a connection. */
  waiting: () => number;
};

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
      const client = await (owner.ending ? owner : (twin ??= clonePool(owner))).connect();
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
