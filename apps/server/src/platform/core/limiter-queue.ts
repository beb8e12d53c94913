import { AppError, requestCancelled } from './app-error.ts';
import { waitedTooLong } from './limiter-errors.ts';
import { countRunning, type Entry, mayRun, type State, type Waiter } from './limiter-shares.ts';

type Requested = Omit<Waiter, 'begin' | 'reject'>;

export async function acquireSlot(state: State, requested: Requested, signal?: AbortSignal) {
  if (signal?.aborted === true) throw requestCancelled();
  const isNext = mayRun(state, requested) && !state.queue.some((waiter) => mayRun(state, waiter));
  const isFull = !isNext || state.running + requested.weight > state.options.concurrency;
  if (isFull) await enqueue(state, requested, signal);
  else start(state, requested);
  return isFull;
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
    const waiter: Waiter = { ...requested, begin, reject: leave };
    const timeOut = (): void => leave(timeoutError(state, requested));
    const timer = maxWaitMs === undefined ? undefined : setTimeout(timeOut, maxWaitMs);
    queue.push(waiter);
    signal?.addEventListener('abort', cancel, { once: true });
    if (queue.length > maxWaiting) pickToShed(queue).reject(new AppError('unavailable'));
  });
}

export function startNext(state: State): void {
  for (;;) {
    const [next] = state.queue.filter((waiter) => mayRun(state, waiter)).toSorted(byLastServed);
    // Heavy work waits until there is room, and nothing overtakes it.
    if (!next || state.running + next.weight > state.options.concurrency) return;
    state.queue.splice(state.queue.indexOf(next), 1);
    start(state, next);
    next.begin();
  }
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
