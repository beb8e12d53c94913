import {
  type CallMerge,
  type LeftCall,
  maxNamedCalls,
} from '@recoup/contract/call-records/merge-endpoints';
import { minutesOfCall } from '@recoup/contract/call-records/rules';
import { errorStatus } from '@recoup/contract/core/errors';
import { newId } from '@recoup/contract/core/ids';
import { toRandTotal } from '@recoup/contract/core/money';
import { lockFeesForPricing } from '../../call-fees/fee-changes.service.ts';
import { ownEntriesOnly } from '../../entries/entry-rules.service.ts';
import { listMattersOfEntries, restoreEntry } from '../../entries/measured-entry.service.ts';
import { type AuditContext, type FirmScope, requireFirmScope } from '../../platform/core/actor.ts';
import { AppError, notFound } from '../../platform/core/app-error.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import type { CallPair, KnownCall } from '../list/calls.repository.ts';
import { listCallPairs } from '../list/known-calls.ts';
import { findKnownCalls } from '../list/compared-calls.repository.ts';
import { insertCallMerge, listMergedCalls, type MergePeriod } from './call-merges.repository.ts';
import { type MergedCall, mergeWithEntry } from './decide-call.service.ts';
import { lockCall, reopenCall } from './decisions.repository.ts';

type Request = { from: string; to: string; attorney?: string | undefined; isDryRun: boolean };

/** Merges of other firms wait meanwhile. */
const longestMs = 20_000;

/**
 * Merges every open call of some South African days with the entry proposed for it, where the
 * matter is the same and the minutes differ by at most one (product-3.md, section 1), each in a
 * transaction of its own. The others are named, with the reason: those that differ more, and those
 * that were decided, corrected or deleted meanwhile. A dry run saves nothing.
 */
export async function mergeCalls(
  db: Db,
  by: AuditContext,
  { isDryRun, ...period }: Request,
  withinMs: number = longestMs,
): Promise<CallMerge> {
  const firm = requireFirmScope(by.actor);
  const end = performance.now() + withinMs;
  const { from, to } = period;
  const filter = { from, to, attorney: ownEntriesOnly(by.actor) ?? period.attorney };
  const { mergeable, left } = await compareProposals(db, firm, filter);
  const merge = { id: newId(by.now.getTime()), ...filter, isDryRun };
  let [merged, before, after] = [0, 0n, 0n];
  for (const call of mergeable) {
    const found =
      performance.now() > end
        ? tooLate
        : await tryEach(async () => mergeOne(db, by, { call, merge }));
    if (typeof found === 'string') left.push({ _id: call.id, reason: found });
    else {
      merged++;
      before += BigInt(found.amountBefore);
      after += BigInt(found.amountAfter);
    }
  }
  const isSaved = merged > 0 && !isDryRun;
  if (isSaved)
    await recordOne(db, by, 'call-merge.created', {
      id: merge.id,
      details: { calls: merged, left: left.length, ...filter },
    });
  return {
    _id: isSaved ? merge.id : null,
    merged,
    before: toRandTotal(before),
    after: toRandTotal(after),
    left: left.slice(0, maxNamedCalls),
    leftCount: left.length,
  };
}

const tooLate = 'There was no time left for this call. Merge the calls of these days again.';

/** So many pairs are compared at once. */
const piece = 500;

async function compareProposals(
  db: Db,
  firm: FirmScope,
  filter: MergePeriod,
): Promise<{ mergeable: MergedCall[]; left: LeftCall[] }> {
  const [mergeable, left]: [MergedCall[], LeftCall[]] = [[], []];
  const pairs = await listCallPairs(db, firm, filter);
  for (let first = 0; first < pairs.length; first += piece) {
    const some = pairs.slice(first, first + piece);
    for (const { call, entry } of await readPairs(db, firm, some)) {
      const reason = entry === undefined ? 'Its entry was deleted.' : findDifference(call, entry);
      if (reason === undefined && entry !== undefined)
        mergeable.push({ ...call, entryId: entry.id });
      else left.push({ _id: call.id, reason: reason ?? '' });
    }
  }
  return { mergeable, left };
}

type ComparedEntry = { id: string; matterId: string; minutes: number | null };

async function readPairs(
  db: Db,
  firm: FirmScope,
  pairs: readonly CallPair[],
): Promise<{ call: KnownCall; entry: ComparedEntry | undefined }[]> {
  const ids = pairs.map(({ callId }) => callId);
  const filter = { ids, decided: 'open' as const };
  const { rows } = await findKnownCalls(db, firm, { filter, pairs, limit: ids.length, offset: 0 });
  const found = await listMattersOfEntries(
    db,
    firm,
    pairs.map(({ entryId }) => entryId),
  );
  const entries = new Map(found.map((entry) => [entry.id, entry]));
  return rows.map((call) => ({ call, entry: entries.get(call.entryId ?? '') }));
}

/** Why somebody should look at the two. */
function findDifference(call: KnownCall, entry: ComparedEntry): string | undefined {
  if (call.matterId !== null && call.matterId !== entry.matterId)
    return 'The call is of another matter than the entry.';
  const [ofCall, ofEntry] = [minutesOfCall(call.seconds), entry.minutes ?? 0];
  return Math.abs(ofCall - ofEntry) > 1
    ? `The call lasted ${ofCall} min, and the entry says ${ofEntry}.`
    : undefined;
}

type Amounts = { amountBefore: number; amountAfter: number };
type Merge = MergePeriod & { id: string; isDryRun: boolean };

async function mergeOne(
  db: Db,
  by: AuditContext,
  { call, merge }: { call: MergedCall; merge: Merge },
): Promise<Amounts | string> {
  const firm = requireFirmScope(by.actor);
  const { id, isDryRun, ...period } = merge;
  return db.transaction().execute(async (trx) => {
    await lockFeesForPricing(trx, firm);
    const locked = await lockCall(trx, firm, call.id);
    if (!locked || locked.entryId !== null || locked.isPrivate)
      return 'This call was decided meanwhile.';
    if (!isDryRun)
      await insertCallMerge(trx, firm, { ...period, id, by: by.actor.userId, now: by.now });
    return mergeWithEntry(trx, by, { ...call, merge: id, isDryRun });
  });
}

/** The message of a refusal, which says something about one call alone. */
async function tryEach<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || errorStatus[error.code] >= 500) throw error;
    return error.message;
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
  for (const call of calls) {
    const reason = await tryEach(async () =>
      db.transaction().execute(async (trx) => reopenMerged(trx, by, { call, merge: id })),
    );
    if (reason === undefined) undone++;
    else left.push({ _id: call, reason });
  }
  if (undone > 0) await recordOne(db, by, 'call-merge.undone', { id, details: { calls: undone } });
  return { undone, left: left.slice(0, maxNamedCalls) };
}

/** Why not, if it is not. */
async function reopenMerged(
  trx: Trx,
  by: AuditContext,
  { call, merge }: { call: string; merge: string },
): Promise<string | undefined> {
  const firm = requireFirmScope(by.actor);
  await lockFeesForPricing(trx, firm);
  const locked = await lockCall(trx, firm, call);
  if (locked?.mergeId !== merge || locked.entryId === null || locked.entryBefore === null)
    return 'This call was decided otherwise since.';
  const { entryId, entryBefore: before } = locked;
  const reason = await restoreEntry(trx, by, { id: entryId, before });
  if (reason === undefined) await reopenCall(trx, firm, call);
  return reason;
}

async function recordOne(
  db: Db,
  by: AuditContext,
  action: 'call-merge.created' | 'call-merge.undone',
  { id, details }: { id: string; details: object },
): Promise<void> {
  await db
    .transaction()
    .execute(async (trx) =>
      recordAudit(trx, by, { action, subjectId: id, details: { ...details } }),
    );
}
