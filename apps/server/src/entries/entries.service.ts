import { role } from '@recoup/contract/core/access';
import {
  type ChangedEntry,
  type Entry,
  type EntryPrice,
  isEntryDay,
  type NewEntry,
  oddDay,
} from '@recoup/contract/entries/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { toCents, toRand } from '@recoup/contract/core/money';
import { getDisbursementType, getUsableType } from '../disbursements/disbursements.service.ts';
import { requireMatter } from '../matters/matters.service.ts';
import {
  type Actor,
  type AuditContext,
  type FirmScope,
  requireFirmScope,
} from '../platform/core/actor.ts';
import { recordAudit, hasAuditEntry } from '../platform/security/audit-log.repository.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { AppError } from '../platform/core/app-error.ts';
import { isAttorney, isTypeOfAttorney } from './attorneys.repository.ts';
import {
  deleteEntryRow,
  type EntryRow,
  findEntry,
  findEntryRow,
  insertEntry,
  lockEntry,
  updateEntryRow,
} from './entries.repository.ts';
import { explainEntry, requiredField, priceEntry, repriceEntry } from './entry-price.ts';

/**
 * Records an entry at the price of this moment. The same request with the same `_id` makes one entry;
 * another request with that `_id` is a `conflict`, and so is one for an entry that was deleted: a phone that was offline must not bring it back.
 * What another firm has recorded under that `_id` does not matter.
 */
export async function createEntry(db: Db, by: AuditContext, input: NewEntry): Promise<Entry> {
  const { actor, now } = by;
  const firm = requireFirmScope(actor);
  const attorneyId = await attorneyFor(db, firm, { actor, named: input.attorney });
  const id = input._id ?? newId(now.getTime());
  return db.transaction().execute(async (trx) => {
    // Before anything is checked: a matter or a type that went meanwhile does not undo what was recorded.
    if (await isRepeated(trx, firm, { ...input, id, attorneyId }))
      return getEntry(trx, firm, { id });
    requireEntryDay(input.date, now);
    const row = await newRow(trx, firm, { ...input, actor, id, attorneyId });
    if (await insertEntry(trx, firm, { ...row, createdBy: actor.userId, now })) {
      // Only now: a deletion that was under way has ended when the insert has not met the row.
      if (
        input._id !== undefined &&
        (await hasAuditEntry(trx, firm, { action: deleted, subjectId: id }))
      )
        throw deletedBefore();
      await recordAudit(trx, by, {
        action: 'entry.recorded',
        subjectId: id,
        details: changes(undefined, row),
      });
    } else if (!(await isRepeated(trx, firm, { ...input, id, attorneyId }))) throw deletedBefore(); // between the two
    return getEntry(trx, firm, { id });
  });
}

/**
 * Corrects an entry; what is not named stays. Throws `not_found`, `entry_is_locked`, `changed_meanwhile`, and `invalid_input` when a firm
 * admin gives no reason.
 */
export async function updateEntry(
  db: Db,
  by: AuditContext,
  input: ChangedEntry & { id: string },
): Promise<Entry> {
  const { actor } = by;
  const firm = requireFirmScope(actor);
  return db.transaction().execute(async (trx) => {
    const { exportNumber: _, version, ...before } = await lockChangeable(trx, actor, input);
    const after = { ...before, ...(await correctedFields(trx, firm, { actor, before, input })) };
    const price = await repriceEntry(trx, firm, {
      before,
      after: { ...after, amount: input.amount },
    });
    if (after.date !== before.date) requireEntryDay(after.date, by.now);
    const details = changes(before, { ...after, ...price });
    if (Object.keys(details).length > 0) {
      await updateEntryRow(trx, firm, { ...after, ...price, version: version + 1 });
      await recordAudit(trx, by, {
        action: 'entry.corrected',
        subjectId: input.id,
        details: { ...details, reason: input.reason },
      });
    }
    return getEntry(trx, firm, { id: input.id });
  });
}

/** Deletes an entry; throws as `updateEntry` does. */
export async function deleteEntry(
  db: Db,
  by: AuditContext,
  input: { id: string; version?: number | undefined; reason?: string | undefined },
): Promise<void> {
  const firm = requireFirmScope(by.actor);
  await db.transaction().execute(async (trx) => {
    const { exportNumber: _, version: __, ...before } = await lockChangeable(trx, by.actor, input);
    await deleteEntryRow(trx, firm, input.id);
    const details = { ...changes(before, undefined), reason: input.reason };
    await recordAudit(trx, by, { action: deleted, subjectId: input.id, details });
  });
}

/** An entry and why it costs what it costs. Throws `not_found`, also for an attorney who asks for somebody else's. */
export async function getPricedEntry(
  db: Db,
  actor: Actor,
  id: string,
): Promise<Entry & { price: EntryPrice }> {
  const firm = requireFirmScope(actor);
  const row = await findEntryRow(db, firm, { id, attorney: ownEntriesOnly(actor) });
  if (row === undefined) throw noEntry();
  return { ...(await getEntry(db, firm, { id })), price: await explainEntry(db, firm, row) };
}

/** The attorney whose entries alone the actor may see; undefined for a firm admin, who sees all of the firm's. */
export function ownEntriesOnly(actor: Actor): string | undefined {
  return actor.role === role.attorney ? actor.userId : undefined;
}

async function getEntry(db: Db, firm: FirmScope, of: { id: string }): Promise<Entry> {
  const entry = await findEntry(db, firm, of);
  if (!entry) throw noEntry();
  return entry;
}

async function lockChangeable(
  trx: Trx,
  actor: Actor,
  input: { id: string; version?: number | undefined; reason?: string | undefined },
) {
  const entry = await lockEntry(trx, requireFirmScope(actor), {
    id: input.id,
    attorney: ownEntriesOnly(actor),
  });
  if (entry === undefined) throw noEntry();
  if (entry.exportNumber !== null) {
    const message = `This entry is part of export ${entry.exportNumber} and cannot be changed until that export is reopened.`;
    throw new AppError('entry_is_locked', { message });
  }
  if (input.version !== undefined && input.version !== entry.version)
    throw new AppError('changed_meanwhile');
  if (actor.role !== role.attorney && input.reason === undefined)
    throw requiredField('reason', 'Please say why: the correction is kept with it.');
  return entry;
}

async function correctedFields(
  trx: Trx,
  firm: FirmScope,
  change: { actor: Actor; before: EntryRow; input: ChangedEntry },
): Promise<Omit<EntryRow, 'id' | 'amountCents' | 'scheduleId'>> {
  const { actor, before, input } = change;
  const { matter = before.matterId, date = before.date } = input;
  if (matter !== before.matterId) await requireMatter(trx, firm, matter);
  return {
    ...(await correctedKind(trx, firm, { actor, before, input })),
    matterId: matter,
    date,
    minutes: input.minutes === undefined ? before.minutes : input.minutes,
    quantity: input.quantity === undefined ? before.quantity : input.quantity,
    narration: input.narration === undefined ? before.narration : input.narration || null,
  };
}

/** Whose entry it becomes, and of which type. One whose type was taken from its attorney since may stay as it is. */
async function correctedKind(
  trx: Trx,
  firm: FirmScope,
  change: { actor: Actor; before: EntryRow; input: ChangedEntry },
): Promise<Pick<EntryRow, 'attorneyId' | 'disbursementTypeId'>> {
  const { actor, before, input } = change;
  const typeId = input.disbursementType ?? before.disbursementTypeId;
  if (typeId !== before.disbursementTypeId) await getUsableType(trx, firm, typeId);
  const attorneyId =
    input.attorney === undefined
      ? before.attorneyId
      : await attorneyFor(trx, firm, { actor, named: input.attorney });
  const isSame = typeId === before.disbursementTypeId && attorneyId === before.attorneyId;
  if (!isSame) await requireAssigned(trx, firm, { actor, attorneyId, typeId });
  return { attorneyId, disbursementTypeId: typeId };
}

/** Throws `invalid_input` for a day before 2000 or more than a year ahead of today in South Africa. */
function requireEntryDay(day: string, now: Date): void {
  if (!isEntryDay(day, southAfricanDay(now))) throw requiredField('date', oddDay);
}

async function newRow(
  trx: Trx,
  firm: FirmScope,
  input: NewEntry & { actor: Actor; id: string; attorneyId: string },
): Promise<EntryRow> {
  await requireMatter(trx, firm, input.matter);
  await getUsableType(trx, firm, input.disbursementType);
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
  };
  return { ...row, ...(await priceEntry(trx, firm, { ...row, amount: input.amount })) };
}

/** What an attorney may record is decided by the firm admin, and with it the price: a type without call fees takes any amount. */
async function requireAssigned(
  trx: Trx,
  firm: FirmScope,
  of: { actor: Actor; attorneyId: string; typeId: string },
): Promise<void> {
  if (await isTypeOfAttorney(trx, firm, of)) return;
  const { title } = await getDisbursementType(trx, firm, of.typeId);
  const whose = of.actor.userId === of.attorneyId ? 'assigned to you' : 'assigned to this attorney';
  const message = `“${title}” is not ${whose}. Please choose another disbursement type, or ask a firm admin to assign it.`;
  throw new AppError('invalid_input', { message, fields: { disbursementType: message } });
}

/** An attorney records own entries; a firm admin names the attorney. */
async function attorneyFor(
  db: Db,
  firm: FirmScope,
  request: { actor: Actor; named: string | undefined },
): Promise<string> {
  const { actor, named } = request;
  if (actor.role === role.attorney) {
    if (named !== undefined && named !== actor.userId) throw new AppError('forbidden');
    return actor.userId;
  }
  if (named === undefined) throw requiredField('attorney', 'Please choose the attorney.');
  if (!(await isAttorney(db, firm, named)))
    throw new AppError('not_found', { message: 'There is no such attorney.' });
  return named;
}

/** Whether what is kept under the id is what was sent now. A price list that changed between the two requests does not make them different. */
async function isRepeated(
  trx: Trx,
  firm: FirmScope,
  sent: NewEntry & { id: string; attorneyId: string },
): Promise<boolean> {
  const kept = await findEntryRow(trx, firm, { id: sent.id });
  if (kept === undefined) return false;
  if (
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
  const { minutes = null, quantity = null, narration = '', amount = 0 } = sent;
  const isSameAmount =
    kept.scheduleId !== null || kept.amountCents === toCents(amount) * (quantity ?? 1);
  const names = ['attorneyId', 'matterId', 'disbursementTypeId', 'date'] as const;
  const isSameLength = kept.minutes === minutes && kept.quantity === quantity;
  return (
    isSameAmount &&
    isSameLength &&
    kept.narration === (narration || null) &&
    names.every((name) => kept[name] === sent[name])
  );
}

/** What the audit log calls the deletion of an entry. */
const deleted = 'entry.deleted';
const audited = [
  'attorneyId',
  'matterId',
  'disbursementTypeId',
  'date',
  'minutes',
  'quantity',
  'amountCents',
  'narration',
] as const;

/** `{ field: [before, after] }` of what differs, amounts in Rand; without one side, of everything. */
function changes(
  before: EntryRow | undefined,
  after: EntryRow | undefined,
): Record<string, [unknown, unknown]> {
  const value = (row: EntryRow | undefined, name: (typeof audited)[number]) => {
    if (!row) return null;
    return name === 'amountCents' ? toRand(row.amountCents) : row[name];
  };
  const pairs = audited.map((name): [string, [unknown, unknown]] => [
    name.replace('Cents', ''),
    [value(before, name), value(after, name)],
  ]);
  return Object.fromEntries(pairs.filter(([, [earlier, later]]) => earlier !== later));
}

function noEntry(): AppError {
  return new AppError('not_found', { message: 'There is no such entry.' });
}

function idTaken(): AppError {
  return new AppError('conflict', { message: 'An entry with this id exists already.' });
}

function deletedBefore(): AppError {
  return new AppError('conflict', {
    message: 'This entry was recorded before, and then deleted. Discard it, or record it anew.',
  });
}
