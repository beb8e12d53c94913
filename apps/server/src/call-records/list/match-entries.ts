import { groupBy } from '../../platform/core/group-by.ts';
import type { CallProposal } from '@recoup/contract/call-records/rules';
import type { UnlinkedEntry } from './calls.repository.ts';

/** What of an open call is compared. */
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
/** Of an attorney on a day: more is no work of a person, and would be compared pair by pair. */
const mostOfDay = 500;

type Pair = { call: ComparedCall; entry: UnlinkedEntry; order: readonly number[] };

/**
 * The entry of each call that was probably recorded by hand (D2 B11, rule 8): the same attorney,
 * starts within ten minutes, or the same day where the entry has no start, and lengths within a
 * minute or a fifth. One entry is proposed for one call, the nearest first. An account code says
 * the matter for sure; so does the number that was called, where the entry has no start.
 */
export function matchEntries(
  calls: readonly ComparedCall[],
  entries: readonly UnlinkedEntry[],
): Map<string, string> {
  const byDay = groupBy(entries, ({ attorneyId, day }) => `${attorneyId} ${day}`);
  const callsByDay = groupBy(calls, ({ attorneyId, day }) => `${attorneyId ?? ''} ${day}`);
  const isOfPerson = ({ attorneyId, day }: ComparedCall) =>
    (callsByDay.get(`${attorneyId ?? ''} ${day}`)?.length ?? 0) <= mostOfDay;
  const pairs = calls.filter(isOfPerson).flatMap((call) => {
    // A call that begins at midnight may be of the day before or after.
    const days = [-1, 0, 1].map((apart) => addDays(call.day, apart));
    const near = days.map((day) => byDay.get(`${call.attorneyId ?? ''} ${day}`) ?? []);
    return near.flatMap((ofDay) => (ofDay.length > mostOfDay ? [] : pairsOf(call, ofDay)));
  });
  return nearestFirst(pairs);
}

function pairsOf(call: ComparedCall, entries: readonly UnlinkedEntry[]): Pair[] {
  return entries.flatMap((entry) => {
    const order = compare(call, entry);
    return order === undefined ? [] : [{ call, entry, order }];
  });
}

/** What makes a pair nearer than others, the smaller the nearer; undefined for different calls. */
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

function nearestFirst(pairs: readonly Pair[]): Map<string, string> {
  const entryOfCall = new Map<string, string>();
  const taken = new Set<string>();
  for (const { call, entry } of pairs.toSorted(byOrder)) {
    if (entryOfCall.has(call.id) || taken.has(entry.id)) continue;
    entryOfCall.set(call.id, entry.id);
    taken.add(entry.id);
  }
  return entryOfCall;
}

function byOrder(one: Pair, other: Pair): number {
  for (const [at, value] of one.order.entries()) {
    const difference = value - (other.order[at] ?? 0);
    if (difference !== 0) return difference;
  }
  const start = one.call.startedAt.getTime() - other.call.startedAt.getTime();
  return start || one.entry.id.localeCompare(other.entry.id);
}

function addDays(day: string, days: number): string {
  if (days === 0) return day;
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
