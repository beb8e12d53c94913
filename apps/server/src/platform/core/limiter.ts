import type { Actor } from './actor.ts';
import { AppError, requestCancelled } from './app-error.ts';
import { tooManyEntered, waitedTooLong } from './limiter-errors.ts';
import { victimOf } from './limiter-shedding.ts';

/** The group, mostly a firm, and its member that a piece of work counts for. */
export type LimiterKey = {
  group: string;
  /** Without one, the work of many. */
  member: string | undefined;
  /** False for a stranger, whom a full queue sheds before known clients. */
  isKnown?: boolean;
};

export type LimiterOptions = {
  /** The work in the plural, for messages. */
  name: string;
  concurrency: number;
  maxPerGroup?: number;
  maxPerMember?: number;
  /**
   * A group takes another turn only while more are free than it has: one stays for the next group.
   */
  leavesRoom?: boolean;
  /** Work that arrives, waits or runs. */
  maxEnteredPerGroup?: number;
  maxEnteredPerMember?: number;
  maxWaitMs?: number;
  /** In the queue of all; a longer one sheds. */
  maxWaiting?: number;
};

export type LimiterSlot = {
  /** Waits for a turn, which lasts until `release`. Returns whether it had to wait. */
  acquire: (options?: { signal?: AbortSignal; weight?: number }) => Promise<boolean>;
  /** Counts the turn for another key. Returns false where that one has no turn free. */
  transfer: (to: LimiterKey) => boolean;
  release: () => void;
};

export type Limiter = {
  /** Throws `too_many_requests` when the group or the member has entered too often. */
  enter: (key: LimiterKey) => LimiterSlot;
  /** Throws what `enter` and `acquire` throw. */
  run: <T>(key: LimiterKey, work: () => Promise<T>) => Promise<T>;
  waiting: () => number;
};

export function limiterKeyOf(actor: Actor | undefined): LimiterKey {
  return { group: actor?.scope.firmId ?? 'none', member: actor?.userId };
}

type Share = { key: string; max: number; entered: number; running: number; servedAt: number };
type Entry = { group: Share; member: Share; isKnown: boolean };
type Waiter = Entry & { weight: number; begin: () => void; reject: (error: AppError) => void };
type Shares = Map<string, Share>;
type State = { options: LimiterOptions; shares: Shares; queue: Waiter[] } & Record<
  'running' | 'served',
  number
>;

/**
 * Limits how much of one kind of work runs at once in this process. A free turn goes to the group
 * that was served the longest ago, and within it to the member that was. A full queue sheds the
 * newest waiter of the longest group. Throws `too_many_requests` or `unavailable` after
 * `maxWaitMs`.
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
  let entry = addEntry(state, key);
  let held = 0;
  let isReleased = false;
  return {
    async acquire({ signal, weight = 1 } = {}) {
      const capped = Math.min(weight, state.options.concurrency);
      const hasWaited = await takeTurn(state, { ...entry, weight: capped }, signal);
      held = capped;
      return hasWaited;
    },
    transfer(to) {
      const next = addEntry(state, to);
      const isFree = mayRun(state, next);
      if (isFree) {
        countRunning(state, entry, -1);
        countRunning(state, next, 1);
      }
      removeEntry(state, isFree ? entry : next);
      if (isFree) entry = next;
      beginNext(state);
      return isFree;
    },
    release() {
      if (isReleased) return;
      isReleased = true;
      removeEntry(state, entry);
      if (held === 0) return;
      state.running -= held;
      countRunning(state, entry, -1);
      beginNext(state);
    },
  };
}

type Requested = Omit<Waiter, 'begin' | 'reject'>;

async function takeTurn(state: State, requested: Requested, signal?: AbortSignal) {
  if (signal?.aborted === true) throw requestCancelled();
  const isNext = mayRun(state, requested) && !state.queue.some((waiter) => mayRun(state, waiter));
  const mustWait = !isNext || state.running + requested.weight > state.options.concurrency;
  if (mustWait) await wait(state, requested, signal);
  else start(state, requested);
  return mustWait;
}

async function wait(state: State, requested: Requested, signal?: AbortSignal): Promise<void> {
  const { queue } = state;
  const { maxWaitMs, maxWaiting = Infinity } = state.options;
  await new Promise<void>((resolve, reject) => {
    const cancel = (): void => leave(requestCancelled());
    const stopListening = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    };
    const leave = (error: AppError): void => {
      queue.splice(queue.indexOf(waiter), 1);
      stopListening();
      reject(error);
      beginNext(state);
    };
    const begin = (): void => {
      stopListening();
      resolve();
    };
    const waiter: Waiter = { ...requested, begin, reject: leave };
    const giveUp = (): void => leave(timeoutError(state, requested));
    const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
    queue.push(waiter);
    signal?.addEventListener('abort', cancel, { once: true });
    if (queue.length > maxWaiting) victimOf(queue).reject(new AppError('unavailable'));
  });
}

function beginNext(state: State): void {
  for (;;) {
    const [next] = state.queue.filter((waiter) => mayRun(state, waiter)).toSorted(byLastTurn);
    // Heavy work waits until there is room, and nothing overtakes it.
    if (!next || state.running + next.weight > state.options.concurrency) return;
    state.queue.splice(state.queue.indexOf(next), 1);
    start(state, next);
    next.begin();
  }
}

function byLastTurn(a: Entry, b: Entry): number {
  return a.group.servedAt - b.group.servedAt || a.member.servedAt - b.member.servedAt;
}

function start(state: State, requested: Requested): void {
  state.running += requested.weight;
  countRunning(state, requested, 1);
}

function countRunning(state: State, { group, member }: Entry, by: 1 | -1): void {
  for (const share of [group, member]) {
    share.running += by;
    if (by === 1) share.servedAt = state.served += 1;
  }
}

function mayRun({ options, running }: State, { group, member }: Entry): boolean {
  const free = options.leavesRoom === true ? options.concurrency - running : Infinity;
  return group.running < Math.min(group.max, free) && member.running < member.max;
}

function addEntry(state: State, { group, member, isKnown = true }: LimiterKey): Entry {
  const { maxPerGroup = Infinity, maxPerMember = Infinity } = state.options;
  const max = member === undefined ? Infinity : maxPerMember;
  const entry = {
    group: shareOf(state, group, maxPerGroup),
    member: shareOf(state, memberKey(group, member), max),
    isKnown,
  };
  for (const share of [entry.group, entry.member]) share.entered += 1;
  return entry;
}

function removeEntry({ shares }: State, { group, member }: Entry): void {
  for (const share of [group, member]) {
    share.entered -= 1;
    if (share.entered === 0) shares.delete(share.key);
  }
}

/** A newcomer comes after those who wait, and before those who were served since it came. */
function shareOf(state: State, key: string, max: number): Share {
  const known = state.shares.get(key);
  if (known) return known;
  const share = { key, max, entered: 0, running: 0, servedAt: (state.served += 1) };
  state.shares.set(key, share);
  return share;
}

function memberKey(group: string, member = ''): string {
  return `${group} ${member}`;
}

function requireRoom({ options, shares }: State, { group, member }: LimiterKey): void {
  const { name, maxEnteredPerGroup = Infinity, maxEnteredPerMember = Infinity } = options;
  const entered = (key: string): number => shares.get(key)?.entered ?? 0;
  if (entered(group) >= maxEnteredPerGroup)
    throw tooManyEntered('Your firm has', maxEnteredPerGroup, name);
  if (entered(memberKey(group, member)) >= maxEnteredPerMember)
    throw tooManyEntered('You have', maxEnteredPerMember, name);
}

function timeoutError({ options }: State, { group, member }: Entry): AppError {
  const isOfMany = member.key.endsWith(' ');
  return isOfMany || group.running === 0
    ? new AppError('unavailable')
    : waitedTooLong(options.name);
}
