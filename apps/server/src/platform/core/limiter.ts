import type { Actor } from './actor.ts';
import { AppError, requestCancelled } from './app-error.ts';

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
      if (signal?.aborted === true) throw requestCancelled();
      const { group, member, isKnown } = entry;
      const requested = {
        group,
        member,
        isKnown,
        weight: Math.min(weight, state.options.concurrency),
      };
      const isFull = mustWait(state, requested);
      if (isFull) await enqueue(state, requested, signal);
      else start(state, requested);
      held = requested.weight;
      return isFull;
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

type Requested = Omit<Waiter, 'begin' | 'reject'>;

function mustWait(state: State, requested: Requested): boolean {
  const isNext = mayRun(state, requested) && !state.queue.some((waiter) => mayRun(state, waiter));
  return !isNext || state.running + requested.weight > state.options.concurrency;
}

async function enqueue(state: State, requested: Requested, signal?: AbortSignal): Promise<void> {
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
      startNext(state);
    };
    const begin = (): void => {
      stopListening();
      resolve();
    };
    const { group, member, isKnown, weight } = requested;
    const waiter: Waiter = { group, member, isKnown, weight, begin, reject: leave };
    const timeOut = (): void => leave(timeoutError(state, requested));
    const timer = maxWaitMs === undefined ? undefined : setTimeout(timeOut, maxWaitMs);
    queue.push(waiter);
    signal?.addEventListener('abort', cancel, { once: true });
    if (queue.length > maxWaiting) pickToShed(queue).reject(new AppError('unavailable'));
  });
}

function startNext(state: State): void {
  for (;;) {
    const next = findNext(state);
    // Heavy work waits until there is room, and nothing overtakes it.
    if (!next || state.running + next.weight > state.options.concurrency) return;
    state.queue.splice(state.queue.indexOf(next), 1);
    start(state, next);
    next.begin();
  }
}

/** The one served the longest ago, of those that may run. */
function findNext(state: State): Waiter | undefined {
  let next: Waiter | undefined;
  for (const waiter of state.queue)
    if (mayRun(state, waiter) && (!next || byLastServed(waiter, next) < 0)) next = waiter;
  return next;
}

function byLastServed(a: Entry, b: Entry): number {
  return a.group.servedAt - b.group.servedAt || a.member.servedAt - b.member.servedAt;
}

function start(state: State, requested: Requested): void {
  state.running += requested.weight;
  countRunning(state, requested, 1);
}

function timeoutError({ options }: State, { group, member }: Entry): AppError {
  const isOfMany = member.key.endsWith(' ');
  return isOfMany || group.running === 0
    ? new AppError('unavailable')
    : waitedTooLong(options.name);
}

type Waiting = { group: { entered: number }; member: { entered: number }; isKnown: boolean };

/**
 * The waiter that a full queue sheds: of the group with most work, then a stranger, then of the
 * member with most work, then the newest.
 */
function pickToShed<W extends Waiting>(queue: readonly W[]): W {
  return queue.reduce((worst, waiter) =>
    isAtLeast(sheddingWeight(waiter), sheddingWeight(worst)) ? waiter : worst,
  );
}

function sheddingWeight({ group, member, isKnown }: Waiting): number[] {
  return [group.entered, isKnown ? 0 : 1, member.entered];
}

function isAtLeast(left: readonly number[], right: readonly number[]): boolean {
  const index = left.findIndex((value, at) => value !== right[at]);
  return index < 0 || (left[index] ?? 0) > (right[index] ?? 0);
}

/** Owner of the slots that the work takes: the group, mostly a firm, and its member. */
export type LimiterKey = {
  group: string;
  /** Undefined for work of many members. */
  member: string | undefined;
  /** False for a stranger, whose work a full queue sheds first. */
  isKnown?: boolean;
};

type LimiterOptions = {
  /** The work in the plural, for messages. */
  name: string;
  concurrency: number;
  maxPerGroup?: number;
  maxPerMember?: number;
  /** A group gets another slot only while more are free than it has: one stays for the next. */
  leavesRoom?: boolean;
  /** Work that arrives, waits or runs. */
  maxEnteredPerGroup?: number;
  maxEnteredPerMember?: number;
  maxWaitMs?: number;
  /** A longer queue sheds work. */
  maxWaiting?: number;
};

/** Work of which a firm has one at once, and a few that wait. */
export const oneTurnPerFirm = {
  maxPerGroup: 1,
  maxEnteredPerGroup: 20,
  maxEnteredPerMember: 10,
  maxWaitMs: 45_000,
} as const satisfies Partial<LimiterOptions>;

type Share = { key: string; max: number; entered: number; running: number; servedAt: number };
type Entry = { group: Share; member: Share; isKnown: boolean };
type Waiter = Entry & { weight: number; begin: () => void; reject: (error: AppError) => void };
type Shares = Map<string, Share>;
type State = { options: LimiterOptions; shares: Shares; queue: Waiter[] } & Record<
  'running' | 'served',
  number
>;

/** Throws `too_many_requests` for too much work of the group or the member. */
function requireRoom({ options, shares }: State, { group, member }: LimiterKey): void {
  const { name, maxEnteredPerGroup, maxEnteredPerMember } = options;
  const entered = (key: string): number => shares.get(key)?.entered ?? 0;
  if (maxEnteredPerGroup !== undefined && entered(group) >= maxEnteredPerGroup)
    throw tooManyEntered('Your firm has', maxEnteredPerGroup, name);
  if (maxEnteredPerMember !== undefined && entered(memberKey(group, member)) >= maxEnteredPerMember)
    throw tooManyEntered('You have', maxEnteredPerMember, name);
}

function addEntry(state: State, { group, member, isKnown = true }: LimiterKey): Entry {
  const { maxPerGroup = Infinity, maxPerMember = Infinity } = state.options;
  const max = member === undefined ? Infinity : maxPerMember;
  const entry = {
    group: findOrAddShare(state, group, maxPerGroup),
    member: findOrAddShare(state, memberKey(group, member), max),
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

/** A new share comes after those that wait, and before those served later. */
function findOrAddShare(state: State, key: string, max: number): Share {
  const known = state.shares.get(key);
  if (known) return known;
  const share = { key, max, entered: 0, running: 0, servedAt: (state.served += 1) };
  state.shares.set(key, share);
  return share;
}

function memberKey(group: string, member = ''): string {
  return `${group} ${member}`;
}

function mayRun({ options, running }: State, { group, member }: Entry): boolean {
  const free = options.leavesRoom === true ? options.concurrency - running : Infinity;
  return group.running < Math.min(group.max, free) && member.running < member.max;
}

function countRunning(state: State, { group, member }: Entry, by: 1 | -1): void {
  for (const share of [group, member]) {
    share.running += by;
    if (by === 1) share.servedAt = state.served += 1;
  }
}

function tooManyEntered(who: string, max: number, name: string): AppError {
  return busy(`${who} ${max} ${name} in progress or waiting, which is the limit`);
}

function waitedTooLong(name: string): AppError {
  return busy(`Your firm has other ${name} in progress that take long`);
}

function busy(reason: string): AppError {
  return new AppError('too_many_requests', {
    message: `${reason}. Please wait a little and try again.`,
    retryAfterSeconds: 5,
  });
}
