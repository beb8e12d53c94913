import type pg from 'pg';
import { type LimiterKey, createLimiter, type LimiterSlot } from '../core/fair-turns.ts';

/** The connections of a pool, each for as long as its turn lasts: no firm and no user takes all of them (docs/decisions/0038). */
export function inTurns(max: number, open: () => Promise<pg.PoolClient>) {
  const turns = createLimiter(limitsOf(max));
  const places = new WeakMap<pg.PoolClient, LimiterSlot>();
  return {
    waiting: () => turns.waiting(),
    async connect(asker: LimiterKey): Promise<pg.PoolClient> {
      const place = turns.enter(asker);
      try {
        await place.acquire();
        const client = await open();
        places.set(client, place);
        return leavingWith(client, place);
      } catch (error) {
        place.release();
        throw error;
      }
    },
    /** A connection that another asker has, counted for this one; undefined where this one has to wait for its own turn. */
    moved(client: pg.PoolClient | undefined, asker: LimiterKey): pg.PoolClient | undefined {
      if (!client || places.get(client)?.transfer(asker) === true) return client;
      client.release();
      return undefined;
    },
  };
}

/** A small pool is shared by few, and work that asks for a second connection meanwhile needs two. */
function limitsOf(max: number) {
  const shared = { ofUser: Math.ceil(0.3 * max), leavesRoom: true };
  return {
    what: 'requests',
    atOnce: max,
    ofFirm: max,
    longestWaitMs: 10_000,
    ...(max >= 4 && shared),
  };
}

/** The pool gives a client a `release` of its own each time. */
function leavingWith(client: pg.PoolClient, place: LimiterSlot): pg.PoolClient {
  const release = client.release.bind(client);
  client.release = (reason) => {
    release(reason);
    place.release();
  };
  return client;
}
