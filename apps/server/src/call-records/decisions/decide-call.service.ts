import type { CallDecision, CallRecord } from '@recoup/contract/call-records/endpoints';
import { minutesFromSeconds } from '@recoup/contract/call-fees/rules';
import { role } from '@recoup/contract/core/access';
import { lockFeesForPricing } from '../../call-fees/fee-changes.service.ts';
import { recordEntry } from '../../entries/entries.service.ts';
import {
  type ComparedEntry,
  measureEntry,
  deleteEntryOfCall,
  restoreEntry,
} from '../../entries/measured-entry.service.ts';
import { type AuditContext, type FirmScope, requireFirmScope } from '../../platform/core/actor.ts';
import { conflict, invalidField, notFound } from '../../platform/core/app-error.ts';
import { southAfricanDay } from '../../platform/core/clock.ts';
import type { Db, Trx } from '../../platform/database/connections.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import { createCallPrices, findCallRecord } from '../list/call-records.service.ts';
import {
  isLinked,
  linkEntry,
  lockCall,
  type LockedCall,
  reopenCalls,
  unhideCalls,
  hideCalls,
} from './decisions.repository.ts';
import {
  deletePrivateNumberRow,
  findPrivateNumber,
  insertPrivateNumber,
} from '../set-up/set-up.repository.ts';
import type { PrivateNumber } from '@recoup/contract/call-records/set-up-endpoints';
import { listOpenCallIds } from '../list/compared-calls.repository.ts';

type Decision = CallDecision & { id: string };
type Deciding = { input: Decision; call: LockedCall; record: CallRecord };

/**
 * Decides what becomes of a call. A repeated decision changes nothing. Throws `not_found` for a
 * call that the actor may not see, `conflict` for one that was decided otherwise, `invalid_input`
 * where matter, attorney or price is not known, and what recording an entry throws.
 */
export async function decideCall(db: Db, by: AuditContext, input: Decision): Promise<CallRecord> {
  const firm = requireFirmScope(by.actor);
  const { id } = input;
  const needsEntry = input.state === 'merged';
  return db.transaction().execute(async (trx) => {
    await lockFeesForPricing(trx, firm);
    const call = await lockCall(trx, firm, id);
    const record = call && (await findCallRecord(trx, by.actor, { id, needsEntry }));
    if (!record) throw notFound('call');
    const deciding = { input, call, record };
    if (await decide(trx, by, deciding))
      await recordAudit(trx, by, {
        action: `call-record.${input.state}`,
        subjectId: id,
        details: { state: [record.state, input.state] },
      });
    return (await findCallRecord(trx, by.actor, { id })) ?? record;
  });
}

/** Whether anything changed. */
async function decide(trx: Trx, by: AuditContext, deciding: Deciding): Promise<boolean> {
  const { input, call, record } = deciding;
  const isOpen = record.state === 'loose' || record.state === 'proposed';
  if (input.state === 'loose' || input.state === 'proposed') {
    if (!isOpen) await takeBack(trx, by, call);
    return !isOpen;
  }
  if (!isOpen) {
    assertRepeated(deciding);
    return false;
  }
  if (input.state === 'recorded') await recordCall(trx, by, deciding);
  else if (input.state === 'merged') await mergeCall(trx, by, deciding);
  else await hideNumber(trx, by, record);
  return true;
}

function assertRepeated({ input, record }: Deciding): void {
  const { state, matter, entry } = record;
  const isSame =
    state === input.state &&
    (input.matter === undefined || input.matter === matter?._id) &&
    (input.entry === undefined || input.entry === entry);
  if (!isSame) throw conflict(`This call is ${state} already. Undo that first, then decide again.`);
}

async function recordCall(trx: Trx, by: AuditContext, { input, record }: Deciding): Promise<void> {
  const firm = requireFirmScope(by.actor);
  const matter = input.matter ?? record.matter?._id;
  if (matter === undefined) throw invalidField('matter', 'Choose the matter of this call.');
  const isAdmin = by.actor.role !== role.attorney;
  const attorney = (isAdmin ? input.attorney : undefined) ?? record.attorney?._id;
  if (attorney === undefined)
    throw invalidField('attorney', 'Choose the attorney, or say whose extension it is.');
  const date = southAfricanDay(new Date(record.startedAt));
  const entry = await recordEntry(trx, by, {
    attorney,
    matter,
    disbursementType: await getType(trx, firm, { input, record, attorney }),
    date,
    minutes: minutesFromSeconds(record.seconds),
    startedAt: record.startedAt,
    seconds: record.seconds,
    ...(record.otherParty !== null && { otherParty: record.otherParty }),
    ...(input.narration !== undefined && { narration: input.narration }),
  });
  const decided = { by: by.actor.userId, now: by.now };
  await linkEntry(trx, firm, {
    ...decided,
    id: record._id,
    attorneyId: attorney,
    entryId: entry._id,
  });
}

/** A call of no attorney has the type with which the chosen one would record it. */
async function getType(
  trx: Trx,
  firm: FirmScope,
  { input, record, attorney }: Omit<Deciding, 'call'> & { attorney: string },
): Promise<string> {
  if (input.disbursementType !== undefined) return input.disbursementType;
  if (record.price === null && record.attorney !== null)
    throw invalidField(
      'disbursementType',
      `${record.attorney.name} has no call fees on the day of this call. ` +
        'Set them, then record it.',
    );
  const type = record.disbursementType?._id ?? (await findType(trx, firm, { record, attorney }));
  if (type !== undefined) return type;
  throw invalidField('disbursementType', 'Choose the disbursement type of this call.');
}

async function findType(
  trx: Trx,
  firm: FirmScope,
  { record, attorney }: { record: CallRecord; attorney: string },
): Promise<string | undefined> {
  const priceCall = await createCallPrices(trx, firm, [attorney]);
  const day = southAfricanDay(new Date(record.startedAt));
  return priceCall({ attorneyId: attorney, day, seconds: record.seconds })?.type.typeId;
}

async function mergeCall(trx: Trx, by: AuditContext, { input, record }: Deciding): Promise<void> {
  const entryId = input.entry ?? record.entry ?? undefined;
  if (entryId === undefined) throw invalidField('entry', 'Choose the entry that is this call.');
  const { _id: id, seconds, otherParty } = record;
  const startedAt = new Date(record.startedAt);
  const attorneyId = record.attorney?._id ?? null;
  await mergeWithEntry(trx, by, { id, attorneyId, startedAt, seconds, otherParty, entryId });
}

export type MergedCall = {
  id: string;
  attorneyId: string | null;
  startedAt: Date;
  seconds: number;
  otherParty: string | null;
  entryId: string;
};

/** `seen`: the entry as it was compared with the call. */
type ManyMerge = { merge?: string; isDryRun?: boolean; seen?: Pick<ComparedEntry, 'version'> };

/**
 * Gives the entry of an open call its measures, and links the two; returns the amounts of the entry
 * in cents. Throws as `measureEntry` does, and `conflict` for the entry of another call.
 */
export async function mergeWithEntry(
  trx: Trx,
  by: AuditContext,
  { merge, isDryRun = false, seen, ...call }: MergedCall & ManyMerge,
): Promise<{ amountBefore: number; amountAfter: number }> {
  const firm = requireFirmScope(by.actor);
  const { id, attorneyId, startedAt, seconds, otherParty, entryId } = call;
  const { before, ...amounts } = await measureEntry(trx, by, {
    id: entryId,
    attorneyId: attorneyId ?? undefined,
    measured: { minutes: minutesFromSeconds(seconds), startedAt, seconds, otherParty },
    isDryRun,
    seen,
  });
  // After the lock of the entry, for which another decision may have waited.
  if (await isLinked(trx, firm, entryId)) throw conflict('This entry belongs to another call.');
  const decided = { by: by.actor.userId, now: by.now };
  if (!isDryRun) await linkEntry(trx, firm, { ...decided, id, attorneyId, entryId, before, merge });
  return amounts;
}

/**
 * Takes a decision back: a recorded entry is deleted unless it was reversed, a merged one gets its
 * own measures again, a private number is offered again with all its calls. Throws
 * `entry_is_locked`, and `conflict` for a call that its attorney made private.
 */
async function takeBack(trx: Trx, by: AuditContext, call: LockedCall): Promise<void> {
  const firm = requireFirmScope(by.actor);
  const { id, attorneyId, otherParty, entryId, entryBefore, isPrivate } = call;
  assertOwn(by, call);
  if (isPrivate && attorneyId !== null && otherParty !== null) {
    await deletePrivateNumberRow(trx, firm, { attorneyId, number: otherParty });
    await unhideCalls(trx, firm, { attorneyId, number: otherParty });
  }
  if (entryId !== null && entryBefore === null) await deleteEntryOfCall(trx, by, entryId);
  if (entryId !== null && entryBefore !== null)
    await restoreEntry(trx, by, { id: entryId, before: entryBefore });
  await reopenCalls(trx, firm, [id]);
}

/** Otherwise the firm admin would see the private numbers of an attorney. */
function assertOwn({ actor }: AuditContext, { isPrivate, attorneyId, decidedBy }: LockedCall) {
  if (!isPrivate || decidedBy === actor.userId || attorneyId === actor.userId) return;
  throw conflict('The attorney made this call private, and alone can undo that.');
}

/**
 * Hides a call and all open calls of its attorney with the same number, which is remembered: an
 * import drops its calls (D2 B11, rule 10).
 */
async function hideNumber(trx: Trx, by: AuditContext, record: CallRecord): Promise<void> {
  const firm = requireFirmScope(by.actor);
  const { otherParty } = record;
  const attorneyId = record.attorney?._id ?? null;
  const decided = { attorneyId, by: by.actor.userId, now: by.now };
  if (attorneyId === null || otherParty === null)
    return hideCalls(trx, firm, { ...decided, ids: [record._id] });
  await insertPrivateNumber(trx, firm, { attorneyId, number: otherParty, now: by.now });
  const ids = await listOpenCallIds(trx, firm, { attorney: attorneyId, otherParty });
  await hideCalls(trx, firm, { ...decided, ids });
}

/** Offers the calls of a private number again. Throws `not_found`. */
export async function deletePrivateNumber(
  db: Db,
  by: AuditContext,
  id: string,
): Promise<PrivateNumber> {
  const firm = requireFirmScope(by.actor);
  const attorneyId = by.actor.userId;
  return db.transaction().execute(async (trx) => {
    const stored = await findPrivateNumber(trx, firm, { id, attorneyId });
    if (!stored) throw notFound('number');
    const { number } = stored;
    await deletePrivateNumberRow(trx, firm, { attorneyId, number });
    await unhideCalls(trx, firm, { attorneyId, number });
    await recordAudit(trx, by, { action: 'private-number.deleted', subjectId: id });
    return stored;
  });
}
