import { type AppError, invalidField } from '../../platform/core/app-error.ts';
import type { FirmScope } from '../../platform/core/actor.ts';
import { createPauses } from '../../platform/core/pauses.ts';
import type { Db } from '../../platform/database/connections.ts';
import type { CallFilter, CallPair, KnownCall, UnlinkedEntry } from './calls.repository.ts';
import {
  type ComparedDay,
  countCallsUpTo,
  listComparedDays,
  type PackedCall,
  type PackedEntry,
  mostOfDay,
} from './compared-calls.repository.ts';

type PairFilter = Pick<CallFilter, 'from' | 'to' | 'attorney'>;

/** More calls than this are listed for a shorter period alone. */
const maxCalls = 200_000;

/** Throws `invalid_input` for more calls than can be compared; reads none of them. */
export async function assertComparable(db: Db, firm: FirmScope, filter: CallFilter): Promise<void> {
  const count = await countCallsUpTo(db, firm, { ...filter, bound: maxCalls + 1 });
  if (count > maxCalls) throw tooMany();
}

/** Why so many more open calls would be too many to be compared. */
export async function findCallExcess(
  db: Db,
  firm: FirmScope,
  added: number,
): Promise<string | undefined> {
  const bound = maxCalls + 1 - added;
  if (bound > 0 && (await countCallsUpTo(db, firm, { decided: 'open', bound })) < bound)
    return undefined;
  return (
    'With this file your firm would have more than 200,000 open calls, the most that can be ' +
    'compared with entries. Nothing was imported. Record, merge or hide open calls, or undo an ' +
    'import, then import the file again; or import a shorter period.'
  );
}

/**
 * The open calls of a filter that have an entry which is probably the same call. Entries are
 * compared with all calls of the days and of the day before and after: another call may be nearer.
 * Throws `invalid_input` for too many.
 */
export async function listCallPairs(
  db: Db,
  firm: FirmScope,
  { from, to, attorney }: PairFilter,
): Promise<CallPair[]> {
  const near = { from: from && addDays(from, -1), to: to && addDays(to, 1), attorney };
  await assertComparable(db, firm, { ...near, decided: 'open' });
  if (attorney === 'none') return []; // an entry has an attorney
  const days = await listComparedDays(db, firm, near);
  const isInPeriod = (day: string) =>
    (from === undefined || day >= from) && (to === undefined || day <= to);
  const pairs: CallPair[] = [];
  for (const ofAttorney of splitByAttorney(days)) {
    const { calls, entries } = await unpack(ofAttorney);
    const entryOfCall = await matchEntries(calls, entries);
    const pause = createPauses();
    for (const { id, day } of calls) {
      const entryId = entryOfCall.get(id);
      if (entryId !== undefined && isInPeriod(day)) pairs.push({ callId: id, entryId });
      await pause();
    }
  }
  return pairs;
}

/** Days of one attorney, which are in order. */
function* splitByAttorney(days: readonly ComparedDay[]): Generator<readonly ComparedDay[]> {
  let first = 0;
  for (let at = 1; at <= days.length; at++)
    if (days[at]?.attorneyId !== days[first]?.attorneyId) {
      yield days.slice(first, at);
      first = at;
    }
}

async function unpack(days: readonly ComparedDay[]) {
  const pause = createPauses();
  const [calls, entries]: [ComparedCall[], UnlinkedEntry[]] = [[], []];
  for (const each of days) {
    const of = { attorneyId: each.attorneyId, day: each.day };
    const packedCalls = JSON.parse(each.calls) as PackedCall[]; // the repository packed them
    for (const packed of packedCalls) calls.push({ ...of, ...callFrom(packed) });
    await pause();
    const packedEntries = JSON.parse(each.entries) as PackedEntry[]; // these too
    for (const packed of packedEntries) entries.push({ ...of, ...entryFrom(packed) });
    await pause();
  }
  return { calls, entries };
}

function callFrom([id, startedAt, seconds, otherParty, matterId, proposal]: PackedCall) {
  return { id, startedAt: new Date(startedAt), seconds, otherParty, matterId, proposal };
}

function entryFrom([id, startedAt, seconds, otherParty, matterId]: PackedEntry) {
  const start = startedAt === null ? null : new Date(startedAt);
  return { id, startedAt: start, seconds, otherParty, matterId };
}

/** PostgreSQL has no year 0, and years of four digits are compared as texts. */
function addDays(day: string, days: number): string {
  const other = new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
  return /^(?!0000)\d{4}-/.test(other) ? other : day;
}

function tooMany(): AppError {
  const message = 'These are more calls than can be compared at once. Choose a shorter period.';
  return invalidField('from', message);
}

/** The compared values of an open call. */
export type ComparedCall = Pick<
  KnownCall,
  'id' | 'startedAt' | 'day' | 'seconds' | 'otherParty' | 'attorneyId' | 'matterId' | 'proposal'
>;

/** D2 B11, rule 8. */
const mostApartMs = 10 * 60_000;
const mostLonger = { seconds: 60, share: 0.2 } as const;
/** Per call: an attorney hardly has as many near entries. */
const mostPairs = 200;

type Pair = { call: ComparedCall; entry: UnlinkedEntry; order: readonly number[] };

/**
 * The entry of each call that was probably recorded by hand (D2 B11, rule 8): the same attorney,
 * starts within ten minutes, or the same day where the entry has no start, and lengths within a
 * minute or a fifth. One entry is proposed for one call, the nearest first. An account code says
 * the matter for sure; so does the number that was called, where the entry has no start. Yields to
 * other requests.
 */
export async function matchEntries(
  calls: readonly ComparedCall[],
  entries: readonly UnlinkedEntry[],
): Promise<Map<string, string>> {
  const pause = createPauses();
  const entriesByDay = await groupByDay(entries, pause);
  const pairOf = new Map<string, Pair>();
  for (const ofDay of (await groupByDay(calls, pause)).values()) {
    if (ofDay.length > mostOfDay) continue;
    const known = new Map<string, readonly Pair[]>();
    // An entry that was proposed for a call that is not as near leaves that one to find another.
    for (const first of ofDay)
      for (let call: ComparedCall | undefined = first; call; ) {
        const pairs = known.get(call.id) ?? nearestPairs(call, entriesByDay);
        known.set(call.id, pairs);
        call = placeCall(pairs, pairOf);
        await pause();
      }
  }
  return new Map([...pairOf].map(([entryId, { call }]) => [call.id, entryId]));
}

async function groupByDay<T extends { attorneyId: string | null; day: string }>(
  items: readonly T[],
  pause: () => Promise<void>,
): Promise<Map<string, T[]>> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = dayKey(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
    await pause();
  }
  return groups;
}

/**
 * Gives the call the nearest entry that has no nearer call. Returns the call whose entry it was.
 * Whatever the order of the calls, the nearest of all pairs come together, then the next ones.
 */
function placeCall(pairs: readonly Pair[], pairOf: Map<string, Pair>): ComparedCall | undefined {
  for (const pair of pairs) {
    const before = pairOf.get(pair.entry.id);
    if (before && byNearness(before, pair) <= 0) continue;
    pairOf.set(pair.entry.id, pair);
    return before?.call;
  }
  return undefined;
}

/** The nearest first. */
function nearestPairs(
  call: ComparedCall,
  entriesByDay: ReadonlyMap<string, readonly UnlinkedEntry[]>,
): readonly Pair[] {
  // A call that begins at midnight may be of the day before or after.
  const days = [-1, 0, 1].map((apart) => dayApart(call.day, apart));
  return days
    .flatMap((day) => {
      const ofDay = entriesByDay.get(dayKey({ ...call, day })) ?? [];
      return ofDay.length > mostOfDay ? [] : comparablePairs(call, ofDay);
    })
    .toSorted(byNearness)
    .slice(0, mostPairs);
}

function dayKey({ attorneyId, day }: { attorneyId: string | null; day: string }): string {
  return `${attorneyId ?? ''} ${day}`;
}

function comparablePairs(call: ComparedCall, entries: readonly UnlinkedEntry[]): Pair[] {
  return entries.flatMap((entry) => {
    const order = compare(call, entry);
    return order === undefined ? [] : [{ call, entry, order }];
  });
}

/** The sort key of a pair, the nearest smallest; undefined if the two are different calls. */
function compare(call: ComparedCall, entry: UnlinkedEntry): readonly number[] | undefined {
  const longer = Math.abs(call.seconds - entry.seconds);
  if (longer > Math.max(mostLonger.seconds, mostLonger.share * call.seconds)) return undefined;
  const isSameMatter = call.matterId === entry.matterId;
  if (call.proposal === 'code' && !isSameMatter) return undefined;
  const { otherParty } = entry;
  const isOtherNumber = otherParty !== null && otherParty !== call.otherParty;
  if (isOtherNumber && call.otherParty !== null) return undefined;
  const isOfOtherMatter = call.proposal === 'number' && !isSameMatter;
  if (entry.startedAt !== null) {
    const apart = Math.abs(call.startedAt.getTime() - entry.startedAt.getTime());
    return apart > mostApartMs ? undefined : [Number(isOfOtherMatter), 0, apart, longer];
  }
  if (call.day !== entry.day || isOfOtherMatter) return undefined;
  return [0, 1, Number(!isSameMatter), longer];
}

function byNearness(one: Pair, other: Pair): number {
  for (const [at, value] of one.order.entries()) {
    const difference = value - (other.order[at] ?? 0);
    if (difference !== 0) return difference;
  }
  const start = one.call.startedAt.getTime() - other.call.startedAt.getTime();
  return (
    start || compareTexts(one.entry.id, other.entry.id) || compareTexts(one.call.id, other.call.id)
  );
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function dayApart(day: string, days: number): string {
  if (days === 0) return day;
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
