import type { CallProposal } from '@recoup/contract/call-records/rules';
import { createPauses } from '../../platform/core/pauses.ts';
import type { UnlinkedEntry } from './calls.repository.ts';
import { mostOfDay } from './compared-calls.repository.ts';

/** The compared values of an open call. */
export type ComparedCall = {
  id: string;
  startedAt: Date;
  day: string;
  seconds: number;
  otherParty: string | null;
  attorneyId: string | null;
  matterId: string | null;
  proposal: CallProposal | null;
};

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
  const days = [-1, 0, 1].map((apart) => addDays(call.day, apart));
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

function addDays(day: string, days: number): string {
  if (days === 0) return day;
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
