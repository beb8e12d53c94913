import { type AppError, invalidField } from '../../platform/core/app-error.ts';
import type { FirmScope } from '../../platform/core/actor.ts';
import { createPauses } from '../../platform/core/pauses.ts';
import type { Db } from '../../platform/database/connections.ts';
import type { CallFilter, CallPair, UnlinkedEntry } from './calls.repository.ts';
import {
  type ComparedDay,
  countCallsUpTo,
  listComparedDays,
  type PackedCall,
  type PackedEntry,
} from './compared-calls.repository.ts';
import { type ComparedCall, matchEntries } from './match-entries.ts';

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

async function unpack(
  days: readonly ComparedDay[],
): Promise<{ calls: ComparedCall[]; entries: UnlinkedEntry[] }> {
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
