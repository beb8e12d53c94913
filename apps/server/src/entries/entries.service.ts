import type { Entry, NewEntry, PricedEntry, SavedEntry } from '@recoup/contract/entries/endpoints';
import { newId } from '@recoup/contract/core/ids';
import type { EntryVat } from '@recoup/contract/vat/amounts';
import { toCents } from '@recoup/contract/core/money';
import { lockFeesForPricing } from '../call-fees/fee-changes.service.ts';
import { listFeeSchedules } from '../call-fees/call-fees.service.ts';
import { getDisbursementType } from '../disbursements/disbursements.service.ts';
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
import { type AppError, conflict } from '../platform/core/app-error.ts';
import { entryChanges, entryDeleted } from './entry-audit.ts';
import {
  type EntryRow,
  findEntryRow,
  findLastClosing,
  insertEntry,
  listLinks,
  type StoredEntry,
} from './entries.repository.ts';
import { findEntry } from './list/entry-list.repository.ts';
import { copyLinks } from './vouchers/entry-vouchers.repository.ts';
import {
  explainEntry,
  explainReversal,
  grossVat,
  type Price,
  priceDay,
  priceByAmount,
  priceEntry,
  shownVat,
  type VatOfEntry,
  vatOfNewEntry,
} from './entry-price.ts';
import {
  correctedAttorney,
  getEntryAttorney,
  ownEntriesOnly,
  requireEntryDay,
  requireUsableKind,
  noEntry,
} from './entry-rules.service.ts';

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

/**
 * As `createEntry`, in a transaction that has locked the fees. A replacement must be new; it may
 * have happened on an earlier day, whose prices it gets.
 */
export async function recordEntry(
  trx: Trx,
  by: AuditContext,
  { replaces, ...input }: RecordedEntry & { replaces?: EntryRow },
): Promise<SavedEntry> {
  const { actor, now } = by;
  const firm = requireFirmScope(actor);
  const id = input._id ?? newId(now.getTime());
  const of = { actor, named: input.attorney };
  const recorded = await findRecordedForOther(trx, by, input);
  if (recorded) return recorded;
  const attorneyId = replaces
    ? await correctedAttorney(trx, firm, { ...of, before: replaces })
    : await getEntryAttorney(trx, firm, of);
  const sent = { ...input, id, attorneyId, mustBeNew: replaces !== undefined };
  // First of all: the entry stays recorded when its matter or type is gone by now.
  if (await isRepeated(trx, firm, sent)) return getSavedEntry(trx, firm, id);
  requireEntryDay(input.date, now);
  const row = await newRow(trx, firm, { ...input, actor, id, attorneyId, now, replaces });
  const links = replaces === undefined ? {} : { replaces: replaces.id };
  if (await insertEntry(trx, firm, { ...row, ...links, createdBy: actor.userId, now })) {
    // After the insert, which has waited for a concurrent deletion.
    const deletion = { action: entryDeleted, subjectId: id } as const; // the closed list
    if (input._id !== undefined && (await hasAuditEntry(trx, firm, deletion)))
      throw deletedBefore();
    if (replaces) await copyLinks(trx, firm, { from: replaces.id, to: id });
    const details = { ...entryChanges(undefined, row), ...links };
    await recordAudit(trx, by, { action: 'entry.recorded', subjectId: id, details });
  } else if (!(await isRepeated(trx, firm, sent))) {
    throw deletedBefore(); // between the insert and this look-up
  }
  return getSavedEntry(trx, firm, id);
}

/**
 * The entry of a repeated request for another attorney. It is answered also after the right has
 * ended: the caller must learn that it was recorded.
 */
async function findRecordedForOther(trx: Trx, { actor }: AuditContext, input: NewEntry) {
  const { _id: id, attorney: attorneyId } = input;
  const own = ownEntriesOnly(actor);
  if (id === undefined || attorneyId === undefined || own === undefined) return undefined;
  const firm = requireFirmScope(actor);
  const stored = await findEntryRow(trx, firm, { id });
  const isOwn = stored?.createdBy === own && isSameEntry(stored, { ...input, attorneyId });
  return isOwn ? getSavedEntry(trx, firm, id) : undefined;
}

type RecordedEntry = NewEntry & { happenedOn?: string };

/** An entry and its price explained. Throws `not_found`, also for another attorney's entry. */
export async function getPricedEntry(db: Db, actor: Actor, id: string): Promise<PricedEntry> {
  const firm = requireFirmScope(actor);
  const row = await findEntryRow(db, firm, { id, visibleTo: ownEntriesOnly(actor) });
  if (row === undefined) throw noEntry();
  return {
    ...(await getEntry(db, firm, id)),
    price: row.reverses === null ? await explainEntry(db, firm, row) : explainReversal(row),
    ...(await vatNow(db, firm, row)),
    closed: await findLastClosing(db, firm),
    links: await listLinks(db, firm, { id, attorney: ownEntriesOnly(actor) }),
    callFeeSchedule: row.scheduleId,
    callFeeSchedules: await listFeeSchedules(db, firm, row),
    matterCap: (await findUsedCap(db, firm, row.matterId)) ?? null,
  };
}

/** The VAT that a replacement would have; nothing for an entry that cannot be replaced. */
async function vatNow(db: Db, firm: FirmScope, row: StoredEntry): Promise<{ vatNow?: EntryVat }> {
  const isReversible = row.exportNumber !== null && row.reverses === null && !row.reversedBy;
  if (!isReversible) return {};
  const { vat: treatment } = await getDisbursementType(db, firm, row.disbursementTypeId);
  const vat = await vatOfNewEntry(db, firm, { treatment, day: priceDay(row) });
  const hasVat = vat.vatTreatment !== 'none' || row.vatTreatment !== 'none';
  return hasVat ? { vatNow: shownVat({ ...vat, amountCents: row.amountCents }) } : {};
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

type NewRow = RecordedEntry & {
  actor: Actor;
  id: string;
  attorneyId: string;
  now: Date;
  replaces: EntryRow | undefined;
};
type UnpricedRow = Omit<EntryRow, keyof (Price & VatOfEntry)>;

async function newRow(trx: Trx, firm: FirmScope, input: NewRow): Promise<EntryRow> {
  await requireMatter(trx, firm, input.matter);
  const row = {
    id: input.id,
    attorneyId: input.attorneyId,
    matterId: input.matter,
    disbursementTypeId: input.disbursementType,
    date: input.date,
    happenedOn: input.happenedOn === input.date ? null : (input.happenedOn ?? null),
    minutes: input.minutes ?? null,
    quantity: input.quantity ?? null,
    narration: input.narration || null,
    voucher: input.voucher || null,
    startedAt: input.startedAt === undefined ? null : new Date(input.startedAt),
    seconds: input.seconds ?? null,
    otherParty: input.otherParty ?? null,
    supplierAccountId: input.replaces?.supplierAccountId ?? null,
  };
  return { ...row, ...(await pricedRow(trx, firm, { row, input })) };
}

/** The price and the VAT of a checked type. */
async function pricedRow(
  trx: Trx,
  firm: FirmScope,
  { row, input }: { row: UnpricedRow; input: NewRow },
): Promise<Price & VatOfEntry> {
  const { actor, replaces: before, callFeeSchedule: scheduleId, unitPriceId, now } = input;
  const type = await requireUsableKind(trx, firm, { actor, before, after: row });
  const vat = await vatOfNewEntry(trx, firm, { treatment: type.vat, day: priceDay(row) });
  const basis = { ...row, amount: input.amount };
  if (row.supplierAccountId !== null) return { ...grossVat(vat), ...priceByAmount(basis) };
  const price = await priceEntry(trx, firm, basis, { scheduleId, unitPriceId, now });
  return { ...vat, ...price };
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
  const saved = await findEntryRow(trx, firm, { id: sent.id });
  if (saved === undefined) return false;
  if (sent.mustBeNew || !isSameEntry(saved, sent))
    throw conflict('An entry with this id exists already.');
  return true;
}

/** Whether an entry says what was sent; its price may differ. */
export function isSameEntry(stored: EntryRow, sent: NewEntry & { attorneyId: string }): boolean {
  const { minutes = null, quantity = null, narration = '', voucher = '' } = sent;
  const names = ['attorneyId', 'matterId', 'disbursementTypeId', 'date'] as const;
  const row = { ...sent, matterId: sent.matter, disbursementTypeId: sent.disbursementType };
  const isSameLength = stored.minutes === minutes && stored.quantity === quantity;
  return (
    hasSameAmount(stored, sent) &&
    isSameLength &&
    stored.narration === (narration || null) &&
    stored.voucher === (voucher || null) &&
    names.every((name) => stored[name] === row[name])
  );
}

/** An amount that was sent counts where nothing else set the price. */
function hasSameAmount(stored: EntryRow, { amount = 0, quantity = 1 }: NewEntry): boolean {
  if (stored.scheduleId !== null || stored.unitPriceId !== null) return true;
  return stored.amountCents === toCents(amount) * quantity;
}

function deletedBefore(): AppError {
  return conflict(
    'This entry was recorded before, and then deleted. Discard it, or record it again.',
  );
}
