import type { Actor } from './actor.ts';
import { AppError, requestCancelled } from './app-error.ts';

/** The user and the firm that a turn counts for; those without one share it with each other. */
export type LimiterKey = { firmId: string | undefined; userId: string | undefined };

type Limits = {
  /** The work in the plural, for messages. */
  what: string;
  /** Turns at once in this process, of a firm and of a user. */
  atOnce: number;
  ofFirm: number;
  ofUser?: number;
  /** A firm takes another turn only while more are free than it has, so that however many firms are greedy, one is left for the next. */
  leavesRoom?: boolean;
  /** Places at once, for work that arrives, waits or is under way. */
  placesOfFirm?: number;
  placesOfUser?: number;
  longestWaitMs: number;
};

export type LimiterSlot = {
  /** Waits for a turn, which lasts until `leave`. A `weight` of two takes two turns. Returns whether it had to wait. */
  acquire(options?: { signal?: AbortSignal; weight?: number }): Promise<boolean>;
  /** Counts a turn for another asker. Returns false where that one has no turn free. */
  transfer(to: LimiterKey): boolean;
  release(): void;
};

export type Limiter = {
  /** Throws `too_many_requests` when the firm or the user has all its places. */
  enter(asker: LimiterKey): LimiterSlot;
  waiting(): number;
};

type Share = { key: string; most: number; places: number; running: number; served: number };
type Counted = { firm: Share; user: Share };
type Waiter = Counted & { weight: number; begin: () => void };

type State = {
  limits: Limits;
  shares: Map<string, Share>;
  waiting: Waiter[];
  running: number;
  served: number;
};

/**
 * Limits how much of one kind of work runs at once in this process. A free turn goes to the firm that was served the longest ago, and
 * within it to the user that was. Throws `too_many_requests` or `unavailable` after the longest wait.
 */
export function createLimiter(limits: Limits): Limiter {
  const state: State = { limits, shares: new Map(), waiting: [], running: 0, served: 0 };
  return {
    waiting: () => state.waiting.length,
    enter(asker) {
      requirePlaces(state, asker);
      return placeOf(state, asker);
    },
  };
}

function placeOf(state: State, asker: LimiterKey): LimiterSlot {
  let counted = count(state, asker);
  let held = 0;
  let isHere = true;
  return {
    async acquire({ signal, weight = 1 } = {}) {
      const heavy = Math.min(weight, state.limits.atOnce);
      const hasWaited = await takeTurn(state, { ...counted, weight: heavy }, signal);
      held = heavy;
      return hasWaited;
    },
    transfer(to) {
      const next = count(state, to);
      const isFree = mayRun(state, next);
      if (isFree) {
        run(state, counted, -1);
        run(state, next, 1);
      }
      uncount(state, isFree ? counted : next);
      if (isFree) counted = next;
      beginNext(state);
      return isFree;
    },
    release() {
      if (!isHere) return;
      isHere = false;
      uncount(state, counted);
      if (held === 0) return;
      state.running -= held;
      run(state, counted, -1);
      beginNext(state);
    },
  };
}

/** Returns whether it had to wait. */
async function takeTurn(
  state: State,
  asked: Omit<Waiter, 'begin'>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (signal?.aborted === true) throw requestCancelled();
  const isNext = mayRun(state, asked) && !state.waiting.some((waiter) => mayRun(state, waiter));
  if (!isNext || state.running + asked.weight > state.limits.atOnce) {
    await wait(state, asked, signal);
    return true;
  }
  begin(state, { ...asked, begin: () => {} });
  return false;
}

async function wait(
  state: State,
  asked: Omit<Waiter, 'begin'>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { waiting, limits } = state;
  await new Promise<void>((resolve, reject) => {
    const leave = (): void => end(requestCancelled());
    const timer = setTimeout(() => end(late(state, asked)), limits.longestWaitMs);
    const stopListening = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    };
    const begins = (): void => {
      stopListening();
      resolve();
    };
    const waiter = { ...asked, begin: begins };
    const end = (error: AppError): void => {
      waiting.splice(waiting.indexOf(waiter), 1);
      stopListening();
      reject(error);
      beginNext(state);
    };
    waiting.push(waiter);
    signal?.addEventListener('abort', leave, { once: true });
  });
}

function beginNext(state: State): void {
  for (;;) {
    const [next] = state.waiting
      .filter((waiter) => mayRun(state, waiter))
      .toSorted((a, b) => a.firm.served - b.firm.served || a.user.served - b.user.served);
    // A heavy one waits until there is room, and is not overtaken.
    if (next === undefined || state.running + next.weight > state.limits.atOnce) return;
    state.waiting.splice(state.waiting.indexOf(next), 1);
    begin(state, next);
  }
}

function begin(state: State, waiter: Waiter): void {
  state.running += waiter.weight;
  run(state, waiter, 1);
  waiter.begin();
}

function run(state: State, { firm, user }: Counted, by: 1 | -1): void {
  for (const share of [firm, user]) {
    share.running += by;
    if (by === 1) share.served = state.served += 1;
  }
}

function count(state: State, { firmId = 'none', userId }: LimiterKey): Counted {
  const { ofFirm, ofUser = Infinity } = state.limits;
  const firm = shareOf(state, firmId, ofFirm);
  // What has no user is the work of many.
  const user = shareOf(
    state,
    `${firmId} ${userId ?? ''}`,
    userId === undefined ? Infinity : ofUser,
  );
  for (const share of [firm, user]) share.places += 1;
  return { firm, user };
}

function uncount({ shares }: State, { firm, user }: Counted): void {
  for (const share of [firm, user]) {
    share.places -= 1;
    if (share.places === 0) shares.delete(share.key);
  }
}

/** A newcomer is served after those who have waited, and before those who were served since it came. */
function shareOf(state: State, key: string, most: number): Share {
  const share = state.shares.get(key) ?? {
    key,
    most,
    places: 0,
    running: 0,
    served: (state.served += 1),
  };
  state.shares.set(key, share);
  return share;
}

export function limiterKeyOf(actor: Actor | undefined): LimiterKey {
  return { firmId: actor?.scope.firmId, userId: actor?.userId };
}

function mayRun({ limits, running }: State, { firm, user }: Counted): boolean {
  const mostOfFirm =
    limits.leavesRoom === true ? Math.min(firm.most, limits.atOnce - running) : firm.most;
  return firm.running < mostOfFirm && user.running < user.most;
}

function requirePlaces(
  { limits, shares }: State,
  { firmId = 'none', userId = '' }: LimiterKey,
): void {
  const { what, placesOfFirm = Infinity, placesOfUser = Infinity } = limits;
  const places = (key: string): number => shares.get(key)?.places ?? 0;
  if (places(firmId) >= placesOfFirm)
    throw busy(`Your firm has ${placesOfFirm} ${what} under way or waiting, which is the most`);
  if (places(`${firmId} ${userId}`) >= placesOfUser)
    throw busy(`You have ${placesOfUser} ${what} under way or waiting, which is the most`);
}

function late(state: State, { firm, user }: Counted): AppError {
  const isAlone = user.key.endsWith(' ') || firm.running === 0;
  return isAlone
    ? new AppError('unavailable')
    : busy(`Your firm has other ${state.limits.what} under way that take long`);
}

function busy(state: string): AppError {
  return new AppError('too_many_requests', {
    message: `${state}. Please wait a little and try again.`,
    retryAfterSeconds: 5,
  });
}
