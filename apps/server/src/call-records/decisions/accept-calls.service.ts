import { type CallRecord, maxAcceptances } from '@recoup/contract/call-records/endpoints';
import { ownEntriesOnly } from '../../entries/entry-rules.service.ts';
import { type AuditContext, requireFirmScope } from '../../platform/core/actor.ts';
import { refusalMessage } from '../../platform/core/app-error.ts';
import { batches } from '../../platform/core/group-by.ts';
import type { Db } from '../../platform/database/connections.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import { listCallRecordsById } from '../list/call-records.service.ts';
import { listCallPairs } from '../list/known-calls.ts';
import { listCodedCallIds } from '../list/compared-calls.repository.ts';
import { decideCall } from './decide-call.service.ts';

export type Accepted = {
  accepted: number;
  /** The first ones. */
  refused: { _id: string; message: string }[];
  refusedCount: number;
};

/**
 * As `acceptCalls`, with all calls of some South African days that an account code names; an
 * attorney's own ones alone.
 */
export async function acceptCallsOfDays(
  db: Db,
  by: AuditContext,
  days: { from: string; to: string; attorney?: string | undefined },
): Promise<Accepted> {
  const firm = requireFirmScope(by.actor);
  const { from, to } = days;
  const filter = { from, to, attorney: ownEntriesOnly(by.actor) ?? days.attorney };
  const pairs = await listCallPairs(db, firm, filter);
  const ids = await listCodedCallIds(db, firm, { filter, pairs });
  const result = await acceptCalls(db, by, ids, longestOfDaysMs);
  const details = { calls: result.accepted, left: result.refusedCount, ...filter };
  if (result.accepted > 0)
    await db
      .transaction()
      .execute(async (trx) =>
        recordAudit(trx, by, { action: 'calls.accepted', subjectId: null, details }),
      );
  return result;
}

/** Acceptances of other firms wait meanwhile. */
const longestMs = 20_000;
/** Hundreds of calls, as after the first import; less than others wait for their turn. */
const longestOfDaysMs = 40_000;

/**
 * Records calls on the matters of their account codes, each for itself: those that were refused
 * are named, the others stay recorded. A number or an earlier choice only proposes a matter, and
 * an entry that is probably the same call must be looked at. What takes too long is left open.
 */
export async function acceptCalls(
  db: Db,
  by: AuditContext,
  ids: readonly string[],
  withinMs: number = longestMs,
): Promise<Accepted> {
  let accepted = 0;
  const refused: Accepted['refused'] = [];
  const end = performance.now() + withinMs;
  for (const some of batches([...new Set(ids)], piece)) {
    const records =
      performance.now() > end ? [] : await listCallRecordsById(db, by.actor, { ids: some });
    const recordOf = new Map(records.map((record) => [record._id, record]));
    for (const id of some) {
      const isLate = performance.now() > end;
      const message = isLate ? tooLate : await tryToRecord(db, by, recordOf.get(id));
      if (message === undefined) accepted++;
      else refused.push({ _id: id, message });
    }
  }
  return { accepted, refused: refused.slice(0, maxAcceptances), refusedCount: refused.length };
}

/** So many are looked up at once, shortly before they are recorded. */
const piece = 25;

const tooLate = 'There was no time left for this call. It is still open: record it again.';

/** Why it was refused. */
async function tryToRecord(db: Db, by: AuditContext, record: CallRecord | undefined) {
  if (!record) return 'There is no such call.';
  const { _id: id, state, proposal, matter, entry } = record;
  if (state === 'recorded') return undefined;
  if (proposal !== 'code' || !matter) return 'Its account code is the number of no matter.';
  if (entry !== null) return 'It was probably recorded by hand. Merge it, or record it alone.';
  try {
    await decideCall(db, by, { id, state: 'recorded', matter: matter._id });
    return undefined;
  } catch (error) {
    return refusalMessage(error);
  }
}
