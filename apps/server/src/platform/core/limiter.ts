import type { Actor } from './actor.ts';
import { acquireSlot, startNext } from './limiter-queue.ts';
import {
  addEntry,
  countRunning,
  type LimiterKey,
  type LimiterOptions,
  removeEntry,
  requireRoom,
  type State,
} from './limiter-shares.ts';

export type LimiterSlot = {
  /** Waits until the work may run. Returns whether it had to wait. */
  acquire: (options?: { signal?: AbortSignal; weight?: number }) => Promise<boolean>;
  release: () => void;
};

export type Limiter = {
  /** Throws `too_many_requests` for too much work of the group or the member. */
  enter: (key: LimiterKey) => LimiterSlot;
  /** Throws what `enter` and `acquire` throw. */
  run: <T>(key: LimiterKey, work: () => Promise<T>) => Promise<T>;
  waiting: () => number;
};

export function actorLimiterKey(actor: Actor | undefined): LimiterKey {
  return { group: actor?.scope.firmId ?? 'none', member: actor && limiterMember(actor) };
}

/** All API keys of a firm count as one more person: busy ones leave turns to its people. */
export function limiterMember({ userId, key }: Actor): string {
  return key ? 'keys' : userId;
}

/**
 * Limits how much of one kind of work runs at once in this process. A free slot goes to the group
 * that was served the longest ago, and within it to the member that was. After `maxWaitMs` throws
 * `too_many_requests` or `unavailable`.
 */
export function createLimiter(options: LimiterOptions): Limiter {
  const state: State = { options, shares: new Map(), queue: [], running: 0, served: 0 };
  const enter = (key: LimiterKey): LimiterSlot => {
    requireRoom(state, key);
    return createSlot(state, key);
  };
  return {
    enter,
    waiting: () => state.queue.length,
    async run(key, work) {
      const slot = enter(key);
      try {
        await slot.acquire();
        return await work();
      } finally {
        slot.release();
      }
    },
  };
}

function createSlot(state: State, key: LimiterKey): LimiterSlot {
  const entry = addEntry(state, key);
  let held = 0;
  let isReleased = false;
  return {
    async acquire({ signal, weight = 1 } = {}) {
      const capped = Math.min(weight, state.options.concurrency);
      const hasWaited = await acquireSlot(state, { ...entry, weight: capped }, signal);
      held = capped;
      return hasWaited;
    },
    release() {
      if (isReleased) return;
      isReleased = true;
      removeEntry(state, entry);
      if (held === 0) return;
      state.running -= held;
      countRunning(state, entry, -1);
      startNext(state);
    },
  };
}
