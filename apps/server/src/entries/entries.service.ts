import type { Entry, NewEntry, PricedEntry, SavedEntry } from '@recoup/contract/entries/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { toCents } from '@recoup/contract/core/money';
import { lockFeesForPricing } from '../call-fees/fee-changes.service.ts';
import { listFeeSchedules } from '../call-fees/call-fees.service.ts';
import { getUsableType } from '../disbursements/disbursements.service.ts';
import { findReachedCap, findUsedCap } from '../matters/caps.service.ts';
import { requireMatter } from '../matters/matters.service.ts';
import {
  type Actor,
  type AuditContext,
  type FirmScope,
  requireFirmScope,
} from '../platform/core/actor.ts';
import { recordAudit, hasAuditEntry } from '../platform/security/audit-log.repository.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { AppError } from '../platform/core/app-error.ts';
import { entryChanges, entryDeleted } from './entry-audit.ts';
import { type EntryRow, findEntryRow, insertEntry } from './entries.repository.ts';
import { findEntry } from './entry-list.repository.ts';
import { listLinks } from './entry-links.repository.ts';
import { explainEntry, explainReversal, priceEntry } from './entry-price.ts';
import { vatOfNewEntry } from './entry-vat.ts';
import {
  getEntryAttorney,
  ownEntriesOnly,
  requireAssigned,
  requireEntryDay,
} from './entry-rules.ts';
import { noEntry } from './entry-errors.ts';

/**
 * Records an entry at the price of its day. The same request with the same `_id` makes one
 * entry. Throws `conflict` for another request with that `_id`, and for a deleted entry: a phone
 * that was offline must not restore it. Ids of other firms do not matter.
 */
export async function createEntry(db: Db, by: AuditContext, input: NewEntry): Promise<SavedEntry> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    await lockFeesForPricing(trx, firm);
    return recordEntry(trx, by, input);
  });
}

/** As `createEntry`, in a transaction that has locked the fees; a replacement must be new. */
export async function recordEntry(
  trx: Trx,
  by: AuditContext,
  { replaces, ...input }: NewEntry & { replaces?: string },
): Promise<SavedEntry> {
  const { actor, now } = by;
  const firm = requireFirmScope(actor);
  const id = input._id ?? newId(now.getTime());
  const attorneyId = await getEntryAttorney(trx, firm, { actor, named: input.attorney });
  const sent = { ...input, id, attorneyId, mustBeNew: replaces !== undefined };
  // First of all: the entry stays recorded when its matter or type is gone by now.
  if (await isRepeated(trx, firm, sent)) return getSavedEntry(trx, firm, id);
  requireEntryDay(input.date, now);
  const row = await newRow(trx, firm, { ...input, actor, id, attorneyId, now });
  const links = replaces === undefined ? {} : { replaces };
  if (await insertEntry(trx, firm, { ...row, ...links, createdBy: actor.userId, now })) {
    // After the insert, which has waited for a concurrent deletion.
    const deletion = { action: entryDeleted, subjectId: id };
    if (input._id !== undefined && (await hasAuditEntry(trx, firm, deletion)))
      throw deletedBefore();
    const details = { ...entryChanges(undefined, row), ...links };
    await recordAudit(trx, by, { action: 'entry.recorded', subjectId: id, details });
  } else if (!(await isRepeated(trx, firm, sent))) {
    throw deletedBefore(); // between the insert and this look-up
  }
  return getSavedEntry(trx, firm, id);
}

/** An entry and its price explained. Throws `not_found`, also for another attorney's entry. */
export async function getPricedEntry(db: Db, actor: Actor, id: string): Promise<PricedEntry> {
  const firm = requireFirmScope(actor);
  const row = await findEntryRow(db, firm, { id, attorney: ownEntriesOnly(actor) });
  if (row === undefined) throw noEntry();
  return {
    ...(await getEntry(db, firm, id)),
    price: row.reverses === null ? await explainEntry(db, firm, row) : explainReversal(row),
    links: await listLinks(db, firm, { id, attorney: ownEntriesOnly(actor) }),
    callFeeSchedule: row.scheduleId,
    callFeeSchedules: await listFeeSchedules(db, firm, row),
    matterCap: (await findUsedCap(db, firm, row.matterId)) ?? null,
  };
}

export async function getEntry(db: Db, firm: FirmScope, id: string): Promise<Entry> {
  const entry = await findEntry(db, firm, id);
  if (entry === undefined) throw noEntry();
  return entry;
}

/** After all changes of the transaction: it waits for others that record on a matter with a cap. */
export async function getSavedEntry(trx: Trx, firm: FirmScope, id: string): Promise<SavedEntry> {
  const entry = await getEntry(trx, firm, id);
  const cap = await findReachedCap(trx, firm, entry.matter._id);
  return { ...entry, ...(cap && { cap }) };
}

async function newRow(
  trx: Trx,
  firm: FirmScope,
  input: NewEntry & { actor: Actor; id: string; attorneyId: string; now: Date },
): Promise<EntryRow> {
  await requireMatter(trx, firm, input.matter);
  const type = await getUsableType(trx, firm, input.disbursementType);
  await requireAssigned(trx, firm, { ...input, typeId: input.disbursementType });
  const row = {
    id: input.id,
    attorneyId: input.attorneyId,
    matterId: input.matter,
    disbursementTypeId: input.disbursementType,
    date: input.date,
    minutes: input.minutes ?? null,
    quantity: input.quantity ?? null,
    narration: input.narration || null,
    voucher: input.voucher || null,
    startedAt: input.startedAt === undefined ? null : new Date(input.startedAt),
    ...(await vatOfNewEntry(trx, firm, { treatment: type.vat, day: input.date })),
  };
  const { callFeeSchedule: scheduleId, unitPriceId } = input;
  const shown = { scheduleId, unitPriceId, now: input.now };
  return { ...row, ...(await priceEntry(trx, firm, { ...row, amount: input.amount }, shown)) };
}

/**
 * Whether the entry of that id is the one that was sent; its price may differ.
 * Throws `conflict` for another entry.
 */
async function isRepeated(
  trx: Trx,
  firm: FirmScope,
  sent: NewEntry & { id: string; attorneyId: string; mustBeNew: boolean },
): Promise<boolean> {
  const kept = await findEntryRow(trx, firm, { id: sent.id });
  if (kept === undefined) return false;
  if (
    sent.mustBeNew ||
    !isSameEntry(kept, {
      ...sent,
      matterId: sent.matter,
      disbursementTypeId: sent.disbursementType,
    })
  )
    throw idTaken();
  return true;
}

function isSameEntry(
  kept: EntryRow,
  sent: NewEntry & Pick<EntryRow, 'attorneyId' | 'matterId' | 'disbursementTypeId'>,
): boolean {
  const { minutes = null, quantity = null, narration = '', voucher = '' } = sent;
  const names = ['attorneyId', 'matterId', 'disbursementTypeId', 'date'] as const;
  const isSameLength = kept.minutes === minutes && kept.quantity === quantity;
  return (
    hasSameAmount(kept, sent) &&
    isSameLength &&
    kept.narration === (narration || null) &&
    kept.voucher === (voucher || null) &&
    names.every((name) => kept[name] === sent[name])
  );
}

/** An amount that was sent counts where nothing else set the price. */
function hasSameAmount(kept: EntryRow, { amount = 0, quantity = 1 }: NewEntry): boolean {
  if (kept.scheduleId !== null || kept.unitPriceId !== null) return true;
  return kept.amountCents === toCents(amount) * quantity;
}

function idTaken(): AppError {
  return new AppError('conflict', { message: 'An entry with this id exists already.' });
}

function deletedBefore(): AppError {
  return new AppError('conflict', {
    message: 'This entry was recorded before, and then deleted. Discard it, or record it again.',
  });
}
