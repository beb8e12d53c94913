import type pg from 'pg';
import { createLimiter } from '../core/limiter.ts';
import type { LimiterKey } from '../core/limiter-shares.ts';
import { type ConnectionScope, findRole, firmSetting, prepareScope } from './connection-scope.ts';
import { canCommit } from './dead-connection-watchdog.ts';
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
 * Connections for transactions below the policies of the database: beside the owner's, or of
 * `pooled`, whose URL leads to a pooler. No firm and no user takes all of them
 * (docs/decisions/0038).
 */
export function createScopedPool(owner: pg.Pool, pooled?: pg.Pool): ScopedPool {
  const limiter = createLimiter(poolLimits((pooled ?? owner).options.max));
  const prepared = new WeakSet<pg.PoolClient>();
  let twin = pooled;
  let role: string | undefined;
  const prepare = async (client: pg.PoolClient, scope: ConnectionScope) => {
    role ??= await findRole(client);
    const entered = {
      role,
      firm: firmSetting(scope),
      isPooled: pooled !== undefined,
      isReadOnly: !canCommit(client),
    };
    if (!prepared.has(client)) await prepareScope(client, entered);
    prepared.add(client);
    return entered;
  };
  return {
    async acquire(scope, userId) {
      const slot = limiter.enter(scopeLimiterKey(scope, userId));
      let client: pg.PoolClient | undefined;
      const release = (isBroken: boolean): void => {
        // The role may have been made, or withdrawn.
        if (isBroken) role = undefined;
        client?.release(isBroken);
        slot.release();
      };
      try {
        await slot.acquire();
        // The owner's pool rejects with its own message once it has ended.
        client = await (owner.ending ? owner : (twin ??= clonePool(owner))).connect();
        return { client, scope: await prepare(client, scope), release };
      } catch (error) {
        release(true);
        throw error;
      }
    },
    waiting: () => limiter.waiting(),
    end: async () => twin?.end(),
    pools: () => (twin ? [twin] : []),
  };
}

/**
 * Clients who are not signed in, jobs and each system administrator count as firms of their own.
 */
function scopeLimiterKey(scope: ConnectionScope, userId: string | undefined): LimiterKey {
  const group = scope === 'none' ? scope : (scope.firmId ?? `all ${userId ?? ''}`);
  return { group, member: userId };
}

/** A pool of fewer than four serves few users, some of whose work takes two connections. */
function poolLimits(max: number) {
  const shared = { maxPerMember: Math.ceil(0.3 * max), leavesRoom: true };
  return {
    name: 'requests',
    concurrency: max,
    maxPerGroup: max,
    maxWaitMs: 10_000,
    ...(max >= 4 && shared),
  };
}
