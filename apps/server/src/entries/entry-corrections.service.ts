import { role } from '@recoup/contract/core/access';
import type { ChangedEntry, SavedEntry } from '@recoup/contract/entries/endpoints';
import { toCents } from '@recoup/contract/core/money';
import { longDay } from '@recoup/contract/entries/rules';
import { lockFeesForPricing } from '../call-fees/fee-changes.service.ts';
import { requireMatter } from '../matters/matters.service.ts';
import {
  type Actor,
  type AuditContext,
  type FirmScope,
  requireFirmScope,
} from '../platform/core/actor.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { AppError, invalidField, assertVersion } from '../platform/core/app-error.ts';
import {
  deleteEntryRow,
  entryNames,
  type EntryRow,
  findEntryRow,
  findReversal,
  type StoredEntry,
  lockEntry,
  updateEntryRow,
} from './entries.repository.ts';
import { pickFields } from '../platform/collections/collections.ts';
import { refreshCorrections } from './correction-lines.service.ts';
import { entryChanges, entryDeleted } from './entry-audit.ts';
import { getSavedEntry } from './entries.service.ts';
import { repriceEntry, correctedVat } from './entry-price.ts';
import {
  correctedAttorney,
  holdsEntry,
  type Kind,
  ownEntriesOnly,
  requireEntryDay,
  requireUsableKind,
  noEntry,
} from './entry-rules.service.ts';
import { noteRemovedVouchers } from './vouchers/entry-vouchers.service.ts';

/** The entry, the version that the client read, and a firm admin's reason. */
type Target = { id: string; version?: number | undefined; reason?: string | undefined };

/**
 * Corrects an entry; an absent field stays. Throws `not_found`, `entry_is_locked`,
 * `changed_meanwhile`, and `invalid_input` when a firm admin gives no reason.
 */
export async function updateEntry(
  db: Db,
  by: AuditContext,
  input: ChangedEntry & { id: string },
): Promise<SavedEntry> {
  const { actor } = by;
  const firm = requireFirmScope(actor);
  return db.transaction().execute(async (trx) => {
    await lockFeesForPricing(trx, firm);
    const { before, version, reverses, replaces } = await lockChangeable(trx, actor, {
      ...input,
      change: input,
    });
    if (reverses !== null) throw isReversal();
    if (replaces !== null) await assertSameDay(trx, firm, { before, replaces, date: input.date });
    const corrected = await correctRow(trx, by, { before, input });
    const details = entryChanges(before, corrected);
    if (Object.keys(details).length > 0) {
      await updateEntryRow(trx, firm, { ...corrected, version: version + 1 });
      await refreshCorrections(trx, firm, [replaces]);
      await recordAudit(trx, by, {
        action: 'entry.corrected',
        subjectId: input.id,
        details: { ...details, reason: input.reason },
      });
    }
    return getSavedEntry(trx, firm, input.id);
  });
}

/** Deletes an entry; throws as `updateEntry` does. */
export async function deleteEntry(db: Db, by: AuditContext, input: Target): Promise<void> {
  await db.transaction().execute(async (trx) => deleteEntryIn(trx, by, input));
}

/** As `deleteEntry`, in a transaction. */
export async function deleteEntryIn(trx: Trx, by: AuditContext, input: Target): Promise<void> {
  const firm = requireFirmScope(by.actor);
  const { before, reverses, replaces } = await lockChangeable(trx, by.actor, input);
  if (reverses !== null) await assertNotReplaced(trx, firm, reverses);
  await noteRemovedVouchers(trx, by, input.id);
  await deleteEntryRow(trx, firm, input.id);
  await refreshCorrections(trx, firm, [replaces]);
  const details = { ...entryChanges(before, undefined), reason: input.reason };
  await recordAudit(trx, by, { action: entryDeleted, subjectId: input.id, details });
}

/** The entry after a correction; saves nothing. Throws `not_found` and `invalid_input`. */
export async function correctRow(
  trx: Trx,
  { actor, now }: AuditContext,
  { before, input }: { before: EntryRow; input: ChangedEntry },
): Promise<EntryRow> {
  const firm = requireFirmScope(actor);
  const after = { ...before, ...(await correctedFields(trx, firm, { actor, before, input })) };
  const basis = { ...after, amount: input.amount };
  const { callFeeSchedule: scheduleId, unitPriceId } = input;
  const shown = { scheduleId, unitPriceId, now };
  const price = await repriceEntry(trx, firm, { before, after: basis, shown });
  const vat = await correctedVat(trx, firm, { before, after });
  if (after.date !== before.date) requireEntryDay(after.date, now);
  return { ...after, ...price, ...vat };
}

/** Throws `entry_is_locked` for an entry that cannot be corrected. */
export function assertCorrectable(entry: StoredEntry): void {
  assertUnlocked(entry);
  if (entry.reverses !== null) throw isReversal();
}

/** An entry without what the list of a firm adds to it. */
export function toEntryRow(entry: StoredEntry): EntryRow {
  return pickFields(entry, entryNames);
}

/** Without a `change` it is to be deleted. */
async function lockChangeable(trx: Trx, actor: Actor, input: Target & { change?: ChangedEntry }) {
  const entry = await lockEntry(trx, requireFirmScope(actor), {
    id: input.id,
    visibleTo: ownEntriesOnly(actor),
  });
  if (entry === undefined || !(await holdsEntry(trx, actor, entry))) throw noEntry();
  assertUnlocked(entry);
  assertVersion(entry.version, input.version);
  assertKeepsAccount(entry, input.change);
  if (actor.role !== role.attorney && input.reason === undefined)
    throw invalidField('reason', 'Enter a reason; it is saved with the correction.');
  const { version, reverses, replaces } = entry;
  return { before: toEntryRow(entry), version, reverses, replaces };
}

function assertUnlocked({ exportNumber, reversedBy }: StoredEntry): void {
  if (exportNumber !== null)
    throw locked(`Locked by export ${exportNumber} until that export is reopened.`);
  if (reversedBy !== null)
    throw locked('Locked, because it was reversed. Delete its reversal first.');
}

/**
 * Throws `part_of_account` for a deletion of a line of a supplier's account, and for a change of
 * what the account charges.
 */
export function assertKeepsAccount(entry: StoredEntry, change: ChangedEntry | undefined): void {
  if (entry.accountLine === null) return;
  if (change === undefined) throw new AppError('part_of_account');
  const { amount, ...changed } = change;
  const charged = [
    [changed.matter, entry.matterId],
    [changed.disbursementType, entry.disbursementTypeId],
    [amount === undefined ? undefined : toCents(amount), entry.amountCents],
    [changed.date, entry.date],
    [changed.minutes, entry.minutes],
    [changed.quantity, entry.quantity],
  ];
  if (charged.some(([after, before]) => after !== undefined && after !== before))
    throw new AppError('part_of_account');
}

function isReversal(): AppError {
  return locked('A reversal cannot be corrected. Delete it, and reverse the entry again.');
}

/** A reversal and its replacement are of one day, so that no month shows one of them alone. */
async function assertSameDay(
  trx: Trx,
  firm: FirmScope,
  of: { before: EntryRow; replaces: string; date: string | undefined },
): Promise<void> {
  const { before, replaces, date = before.date } = of;
  if (date === before.date) return;
  const reversal = await findReversal(trx, firm, replaces);
  const stored = reversal && (await findEntryRow(trx, firm, { id: reversal.id }));
  // Earlier versions let the two be moved apart.
  if (date === stored?.date) return;
  const how = stored?.exportNumber
    ? `Export ${stored.exportNumber} holds the reversal.`
    : 'To move both, delete this entry and its reversal, and reverse the entry again.';
  const day = longDay(stored?.date ?? before.date);
  const stay = `Must be ${day}, because its reversal is of that day.`;
  throw invalidField('date', `${stay} ${how}`);
}

/** Without its reversal the entry would be charged beside the one that takes its place. */
async function assertNotReplaced(trx: Trx, firm: FirmScope, reversed: string): Promise<void> {
  const replacement = (await findEntryRow(trx, firm, { id: reversed }))?.replacedBy;
  if (replacement === undefined || replacement === null) return;
  throw locked(
    'Another entry takes the place of the reversed one. Delete that entry first; if an export ' +
      'holds it, reverse it instead.',
  );
}

function locked(message: string): AppError {
  return new AppError('entry_is_locked', { message });
}

async function correctedFields(
  trx: Trx,
  firm: FirmScope,
  change: { actor: Actor; before: EntryRow; input: ChangedEntry },
) {
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
    voucher: input.voucher === undefined ? before.voucher : input.voucher || null,
  };
}

async function correctedKind(
  trx: Trx,
  firm: FirmScope,
  change: { actor: Actor; before: EntryRow; input: ChangedEntry },
): Promise<Kind> {
  const { actor, before, input } = change;
  const named = input.attorney;
  const after = {
    attorneyId: await correctedAttorney(trx, firm, { actor, before, named }),
    disbursementTypeId: input.disbursementType ?? before.disbursementTypeId,
  };
  // The firm admin who records an account may name any attorney and type.
  if (before.supplierAccountId === null)
    await requireUsableKind(trx, firm, { actor, before, after });
  return after;
}
