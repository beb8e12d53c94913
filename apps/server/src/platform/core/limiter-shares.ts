import { tooManyEntered } from './limiter-errors.ts';
import type { AppError } from './app-error.ts';

/** Owner of the slots that the work takes: the group, mostly a firm, and its member. */
export type LimiterKey = {
  group: string;
  /** Undefined for work of many members. */
  member: string | undefined;
  /** False for a stranger, whose work a full queue sheds first. */
  isKnown?: boolean;
};

export type LimiterOptions = {
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

type Share = { key: string; max: number; entered: number; running: number; servedAt: number };
export type Entry = { group: Share; member: Share; isKnown: boolean };
export type Waiter = Entry & {
  weight: number;
  begin: () => void;
  reject: (error: AppError) => void;
};
type Shares = Map<string, Share>;
export type State = { options: LimiterOptions; shares: Shares; queue: Waiter[] } & Record<
  'running' | 'served',
  number
>;

/** Throws `too_many_requests` for too much work of the group or the member. */
export function requireRoom({ options, shares }: State, { group, member }: LimiterKey): void {
  const { name, maxEnteredPerGroup = Infinity, maxEnteredPerMember = Infinity } = options;
  const entered = (key: string): number => shares.get(key)?.entered ?? 0;
  if (entered(group) >= maxEnteredPerGroup)
    throw tooManyEntered('Your firm has', maxEnteredPerGroup, name);
  if (entered(memberKey(group, member)) >= maxEnteredPerMember)
    throw tooManyEntered('You have', maxEnteredPerMember, name);
}

export function addEntry(state: State, { group, member, isKnown = true }: LimiterKey): Entry {
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

export function removeEntry({ shares }: State, { group, member }: Entry): void {
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

export function mayRun({ options, running }: State, { group, member }: Entry): boolean {
  const free = options.leavesRoom === true ? options.concurrency - running : Infinity;
  return group.running < Math.min(group.max, free) && member.running < member.max;
}

export function countRunning(state: State, { group, member }: Entry, by: 1 | -1): void {
  for (const share of [group, member]) {
    share.running += by;
    if (by === 1) share.servedAt = state.served += 1;
  }
}
