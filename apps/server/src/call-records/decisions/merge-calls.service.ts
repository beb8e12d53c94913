import {
  type CallMerge,
  type LeftCall,
  maxNamedCalls,
} from '@recoup/contract/call-records/merge-endpoints';
import { minutesFromSeconds } from '@recoup/contract/call-fees/rules';
import { newId } from '@recoup/contract/core/ids';
import { toRandTotal } from '@recoup/contract/core/money';
import { lockFeesForPricing } from '../../call-fees/fee-changes.service.ts';
import { ownEntriesOnly } from '../../entries/entry-rules.service.ts';
import {
  type ComparedEntry,
  listEntryRows,
  measureUnchanged,
  restoreEntry,
  restoreUnchanged,
} from '../../entries/measured-entry.service.ts';
import { type AuditContext, type FirmScope, requireFirmScope } from '../../platform/core/actor.ts';
import { notFound, refusalMessage } from '../../platform/core/app-error.ts';
import { batches } from '../../platform/core/group-by.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import type { CallPair, KnownCall } from '../list/calls.repository.ts';
import { listCallPairs } from '../list/known-calls.ts';
import { findKnownCalls } from '../list/compared-calls.repository.ts';
import {
  insertCallMerge,
  listMergedCalls,
  type MergePeriod,
  linkEntries,
  listLinkedEntries,
  lockMergedCalls,
  lockOpenCalls,
  reopenCalls,
} from './decisions.repository.ts';
import { type MergedCall, mergeWithEntry } from './decide-call.service.ts';

type Request = { from: string; to: string; attorney?: string | undefined; isDryRun: boolean };

/** Merges of other firms wait meanwhile. */
const longestMs = 40_000;

/**
 * Merges every open call of some South African days with the entry proposed for it, where the
 * matter is the same and the minutes differ by at most one (product-3.md, section 1). The others
 * are named, with the reason: those that differ more, and those that were decided, corrected or
 * deleted meanwhile. A dry run saves nothing.
 */
export async function mergeCalls(
  db: Db,
  by: AuditContext,
  { isDryRun, ...period }: Request,
  withinMs: number = longestMs,
): Promise<CallMerge> {
  const { from, to } = period;
  const filter = { from, to, attorney: ownEntriesOnly(by.actor) ?? period.attorney };
  const found = await compareProposals(db, requireFirmScope(by.actor), filter);
  const merge = { id: newId(by.now.getTime()), ...filter, isDryRun };
  const outcome: Outcome = { merged: 0, before: 0n, after: 0n, left: [...found.left] };
  try {
    await mergeWithin(db, by, { found, merge, outcome, end: performance.now() + withinMs });
  } finally {
    // Also for what was merged before a failure.
    if (outcome.merged > 0 && !isDryRun)
      await recordOne(db, by, 'call-merge.created', {
        id: merge.id,
        details: { calls: outcome.merged, left: outcome.left.length, ...filter },
      });
  }
  const { merged, left } = outcome;
  return {
    _id: merged > 0 && !isDryRun ? merge.id : null,
    merged,
    before: toRandTotal(outcome.before),
    after: toRandTotal(outcome.after),
    left: left.slice(0, maxNamedCalls),
    leftCount: left.length,
  };
}

type Merging = { found: Compared; merge: Merge; outcome: Outcome; end: number };

async function mergeWithin(db: Db, by: AuditContext, { found, merge, outcome, end }: Merging) {
  for (const some of batches(found.unchanged, piece))
    count(outcome, some, await mergeOrLeave(end, some, () => mergeUnchanged(db, by, some, merge)));
  // Each has a new price, and so a transaction of its own.
  for (const pair of found.changed) {
    const merged = await mergeOrLeave(end, [pair], () => mergeChanged(db, by, pair, merge));
    count(outcome, [pair], merged);
  }
}

type Pair = { call: MergedCall; entry: ComparedEntry };
type Merge = MergePeriod & { id: string; isDryRun: boolean };
/** By call: the amount of its entry afterwards, in cents, or why it was left. */
type Merged = ReadonlyMap<string, number | string>;
type Outcome = { merged: number; before: bigint; after: bigint; left: LeftCall[] };

function count(outcome: Outcome, pairs: readonly Pair[], merged: Merged): void {
  for (const { call, entry } of pairs) {
    const found = merged.get(call.id) ?? decidedMeanwhile;
    if (typeof found === 'string') outcome.left.push({ _id: call.id, reason: found });
    else {
      outcome.merged++;
      outcome.before += BigInt(entry.amountCents);
      outcome.after += BigInt(found);
    }
  }
}

const decidedMeanwhile = 'This call was decided meanwhile.';
const tooLate = 'There was no time left for this call. Merge the calls of these days again.';

/** A refusal says something about these calls alone. */
async function mergeOrLeave(end: number, pairs: readonly Pair[], merge: () => Promise<Merged>) {
  const all = (reason: string) => new Map(pairs.map(({ call }) => [call.id, reason]));
  if (performance.now() > end) return all(tooLate);
  const merged = await tryEach(merge);
  return typeof merged === 'string' ? all(merged) : merged;
}

/** So many pairs are compared or saved at once. */
const piece = 200;

/** `unchanged`: the entry has the minutes of its call already. */
type Compared = { unchanged: Pair[]; changed: Pair[]; left: LeftCall[] };

async function compareProposals(db: Db, firm: FirmScope, filter: MergePeriod): Promise<Compared> {
  const compared: Compared = { unchanged: [], changed: [], left: [] };
  for (const some of batches(await listCallPairs(db, firm, filter), piece))
    for (const { call, entry } of await readPairs(db, firm, some)) {
      const reason = entry ? findDifference(call, entry) : 'Its entry was deleted.';
      if (reason !== undefined || entry === undefined)
        compared.left.push({ _id: call.id, reason: reason ?? '' });
      else {
        const isSame = minutesFromSeconds(call.seconds) === entry.minutes;
        compared[isSame ? 'unchanged' : 'changed'].push({
          call: { ...call, entryId: entry.id },
          entry,
        });
      }
    }
  return compared;
}

async function readPairs(db: Db, firm: FirmScope, pairs: readonly CallPair[]) {
  const ids = pairs.map(({ callId }) => callId);
  const filter = { ids, decided: 'open' as const };
  const { rows } = await findKnownCalls(db, firm, { filter, pairs, limit: ids.length, offset: 0 });
  const entryIds = pairs.map(({ entryId }) => entryId);
  const found = await listEntryRows(db, firm, entryIds);
  const entries = new Map(found.map((entry) => [entry.id, entry]));
  return rows.map((call) => ({ call, entry: entries.get(call.entryId ?? '') }));
}

/** Why somebody should look at the two. */
function findDifference(call: KnownCall, entry: ComparedEntry): string | undefined {
  if (call.matterId !== null && call.matterId !== entry.matterId)
    return 'The call is of another matter than the entry.';
  const [ofCall, ofEntry] = [minutesFromSeconds(call.seconds), entry.minutes ?? 0];
  return Math.abs(ofCall - ofEntry) > 1
    ? `The call lasted ${ofCall} min, and the entry says ${ofEntry}.`
    : undefined;
}

async function mergeUnchanged(
  db: Db,
  by: AuditContext,
  pairs: readonly Pair[],
  merge: Merge,
): Promise<Merged> {
  if (merge.isDryRun) return new Map(pairs.map(({ call, entry }) => [call.id, entry.amountCents]));
  return db.transaction().execute(async (trx) => {
    const firm = requireFirmScope(by.actor);
    const callIds = pairs.map(({ call }) => call.id);
    const open = await lockOpenCalls(trx, firm, callIds);
    const entryIds = pairs.map(({ call }) => call.entryId);
    const linked = await listLinkedEntries(trx, firm, entryIds);
    const free = pairs.filter(({ call }) => open.has(call.id) && !linked.has(call.entryId));
    const before = await measureUnchanged(trx, by, free.map(toChange));
    const merged = new Map<string, number | string>();
    const links = free.flatMap(({ call, entry }) => {
      const found = before.get(call.entryId) ?? decidedMeanwhile;
      merged.set(call.id, typeof found === 'string' ? found : entry.amountCents);
      return typeof found === 'string' ? [] : [{ ...call, before: found }];
    });
    if (links.length > 0) await insertMerge(trx, by, merge);
    await linkEntries(trx, firm, { by: by.actor.userId, now: by.now, merge: merge.id, links });
    return merged;
  });
}

function toChange({ call, entry }: Pair) {
  const { attorneyId, startedAt, seconds, otherParty } = call;
  const minutes = minutesFromSeconds(seconds);
  const measured = { minutes, startedAt, seconds, otherParty };
  return { id: entry.id, attorneyId, measured, seen: entry };
}

async function mergeChanged(
  db: Db,
  by: AuditContext,
  { call, entry: seen }: Pair,
  merge: Merge,
): Promise<Merged> {
  const firm = requireFirmScope(by.actor);
  const { id, isDryRun } = merge;
  return db.transaction().execute(async (trx) => {
    await lockFeesForPricing(trx, firm);
    if (!(await lockOpenCalls(trx, firm, [call.id])).has(call.id)) return new Map();
    if (!isDryRun) await insertMerge(trx, by, merge);
    const { amountAfter } = await mergeWithEntry(trx, by, { ...call, merge: id, isDryRun, seen });
    return new Map([[call.id, amountAfter]]);
  });
}

async function insertMerge(trx: Trx, by: AuditContext, merge: Merge): Promise<void> {
  const { actor, now } = by;
  await insertCallMerge(trx, requireFirmScope(actor), { ...merge, by: actor.userId, now });
}

/** The message of a refusal. */
async function tryEach<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    return refusalMessage(error);
  }
}

/**
 * Takes a merge back: its entries get their own measures again, and its calls are open. Entries
 * that were locked or corrected since stay, and are named. An attorney takes back own merges alone.
 * Throws `not_found`.
 */
export async function undoCallMerge(
  db: Db,
  by: AuditContext,
  id: string,
): Promise<{ undone: number; left: LeftCall[] }> {
  const firm = requireFirmScope(by.actor);
  const calls = await listMergedCalls(db, firm, { id, createdBy: ownEntriesOnly(by.actor) });
  if (!calls) throw notFound('merge of calls');
  const left: LeftCall[] = [];
  let undone = 0;
  for (const some of batches(calls, piece)) {
    const reopened = await reopenUnchanged(db, by, { ids: some, merge: id });
    undone += reopened.size;
    for (const call of some.filter((each) => !reopened.has(each))) {
      const reason = await tryEach(async () => reopenMerged(db, by, { call, merge: id }));
      if (reason === undefined) undone++;
      else left.push({ _id: call, reason });
    }
  }
  if (undone > 0) await recordOne(db, by, 'call-merge.undone', { id, details: { calls: undone } });
  return { undone, left: left.slice(0, maxNamedCalls) };
}

/** Opens the calls whose entries keep their minutes; returns their ids. */
async function reopenUnchanged(
  db: Db,
  by: AuditContext,
  of: { ids: readonly string[]; merge: string },
): Promise<Set<string>> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    const merged = await lockMergedCalls(trx, firm, of);
    const entries = merged.map(({ entryId, before }) => ({ id: entryId, before }));
    const restored = await restoreUnchanged(trx, by, entries);
    const ids = merged.flatMap(({ id, entryId }) => (restored.has(entryId) ? [id] : []));
    await reopenCalls(trx, firm, ids);
    return new Set(ids);
  });
}

/** Why not, if it is not. */
async function reopenMerged(
  db: Db,
  by: AuditContext,
  { call, merge }: { call: string; merge: string },
): Promise<string | undefined> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    await lockFeesForPricing(trx, firm);
    const [locked] = await lockMergedCalls(trx, firm, { merge, ids: [call] });
    if (!locked) return 'This call was decided otherwise since.';
    const { entryId, before } = locked;
    const reason = await restoreEntry(trx, by, { id: entryId, before });
    if (reason === undefined) await reopenCalls(trx, firm, [call]);
    return reason;
  });
}

async function recordOne(
  db: Db,
  by: AuditContext,
  action: 'call-merge.created' | 'call-merge.undone',
  { id, details }: { id: string; details: AuditDetails },
): Promise<void> {
  const event = { action, subjectId: id, details };
  await db.transaction().execute(async (trx) => recordAudit(trx, by, event));
}

type AuditDetails = Readonly<Record<string, unknown>>;
