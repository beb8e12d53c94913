import type { SavedEntry } from '@recoup/contract/entries/endpoints';
import type { NewReversal, Reversal } from '@recoup/contract/entries/reversals';
import { entryDays } from '@recoup/contract/entries/entry-days';
import { longDay } from '@recoup/contract/entries/rules';
import { newId } from '@recoup/contract/core/ids';
import { lockFeesForPricing } from '../call-fees/fee-changes.service.ts';
import { type AuditContext, requireFirmScope } from '../platform/core/actor.ts';
import { type AppError, conflict, invalidField } from '../platform/core/app-error.ts';
import { southAfricanDay } from '../platform/core/clock.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import {
  type EntryRow,
  findEntryRow,
  insertEntry,
  type StoredEntry,
  lockEntry,
  findReversal,
} from './entries.repository.ts';
import { getEntry, getSavedEntry, isSameEntry, recordEntry } from './entries.service.ts';
import { refreshCorrections } from './correction-lines.service.ts';
import { entryChanges } from './entry-audit.ts';
import { toEntryRow } from './entry-corrections.service.ts';
import { priceDay } from './entry-price.ts';
import { errorWithin, noEntry, holdsEntry, ownEntriesOnly } from './entry-rules.service.ts';

/**
 * Takes back a locked entry, and records the right one (product-3.md, section 1; decision 0080).
 * The same request again with the same `_id` of the replacement changes nothing.
 * Throws `not_found`, `invalid_input`, and `conflict` when it is not locked, is a reversal, or was
 * reversed before.
 */
export async function reverseEntry(
  db: Db,
  by: AuditContext,
  { id, reason, replacement }: NewReversal & { id: string },
): Promise<Reversal> {
  const { actor } = by;
  const firm = requireFirmScope(actor);
  return db.transaction().execute(async (trx) => {
    await lockFeesForPricing(trx, firm);
    const original = await lockEntry(trx, firm, { id, visibleTo: ownEntriesOnly(actor) });
    if (original === undefined || !(await holdsEntry(trx, actor, original))) throw noEntry();
    const earlier = await findEarlierReply(trx, by, { original, reason, replacement });
    if (earlier) return earlier;
    assertReversible(original);
    if (replacement && original.amountCents < 0) throw noReplacement();
    const date = correctionDay(by.now, { original, replacement });
    const reversal = await insertReversal(trx, by, { original, reason, date });
    const right =
      replacement && (await recordReplacement(trx, by, { ...replacement, date, original }));
    await refreshCorrections(trx, firm, [id]);
    await recordAudit(trx, by, {
      action: 'entry.reversed',
      subjectId: id,
      details: { reversal, reason, ...(right && { replacement: right._id }) },
    });
    return { reversal: await getEntry(trx, firm, reversal), ...(right && { replacement: right }) };
  });
}

/** A client without the first reply must be able to tell its own success from another user's. */
async function findEarlierReply(
  trx: Trx,
  { actor }: AuditContext,
  { original, reason, replacement }: NewReversal & { original: StoredEntry },
): Promise<Reversal | undefined> {
  if (replacement?._id === undefined || replacement._id !== original.replacedBy) return undefined;
  const firm = requireFirmScope(actor);
  const reversal = await findReversal(trx, firm, original.id);
  if (reversal?.createdBy !== actor.userId || reversal.reversalReason !== reason) return undefined;
  const stored = await findEntryRow(trx, firm, { id: replacement._id });
  const attorneyId = replacement.attorney ?? original.attorneyId;
  // Without a date it is of the day of the first request.
  const sent = { date: reversal.date, ...replacement, attorneyId };
  if (stored === undefined || !isSameEntry(stored, sent)) return undefined;
  if (priceDay(stored) !== (sent.happenedOn ?? priceDay(original))) return undefined;
  return {
    reversal: await getEntry(trx, firm, reversal.id),
    replacement: await getSavedEntry(trx, firm, stored.id),
  };
}

function assertReversible({ exportNumber, reverses, reversedBy }: StoredEntry): void {
  if (reversedBy !== null) throw conflict('This entry was reversed already.');
  if (reverses !== null)
    throw conflict('A reversal cannot be reversed. Record a new entry instead.');
  if (exportNumber === null)
    throw conflict('No closed export holds this entry. Correct or delete it instead.');
}

function noReplacement(): AppError {
  const message = 'A line of a credit note is taken back alone. Record another credit note.';
  return invalidField('replacement', message);
}

type Replacement = NonNullable<NewReversal['replacement']>;

/**
 * The day of both new entries, so that no month shows one of them alone. Throws `invalid_input` for
 * another one than the reversed entry allows.
 */
function correctionDay(
  now: Date,
  { original, replacement }: { original: StoredEntry; replacement: Replacement | undefined },
): string {
  const today = southAfricanDay(now);
  // Earlier versions took days that no new entry may have.
  const first = original.date > entryDays.last ? entryDays.last : original.date;
  const last = first > today ? first : today;
  const { date = last, happenedOn = date } = replacement ?? {};
  if (date < first || date > last) throw invalidField('replacement.date', dayRange(first, last));
  if (happenedOn <= date) return date;
  const message =
    `Must not be after ${longDay(date)}, the day of the new entry. ` +
    'Choose that day or an earlier one.';
  throw invalidField('replacement.happenedOn', message);
}

function dayRange(first: string, last: string): string {
  if (first === last) return `Must be ${longDay(first)}, the day of the reversed entry.`;
  return `Choose a day from ${longDay(first)}, that of the reversed entry, up to today.`;
}

async function recordReplacement(
  trx: Trx,
  by: AuditContext,
  { original, ...replacement }: Replacement & { date: string; original: StoredEntry },
): Promise<SavedEntry> {
  const { happenedOn = priceDay(original) } = replacement;
  try {
    return await recordEntry(trx, by, { ...replacement, happenedOn, replaces: original });
  } catch (error) {
    throw errorWithin('replacement', error);
  }
}

/** Priced as the original was, so that amount, VAT and sums are exactly the negative ones. */
async function insertReversal(
  trx: Trx,
  by: AuditContext,
  { original, reason, date }: { original: StoredEntry; reason: string; date: string },
): Promise<string> {
  const { actor, now } = by;
  const reversal: EntryRow = {
    ...toEntryRow(original),
    id: newId(now.getTime()),
    date,
    happenedOn: null,
    minutes: negative(original.minutes),
    quantity: negative(original.quantity),
    amountCents: negative(original.amountCents),
    narration: reversalNarration(original),
    startedAt: null,
    seconds: null,
    otherParty: null,
  };
  const links = { reverses: original.id, reversalReason: reason };
  await insertEntry(trx, requireFirmScope(actor), {
    ...reversal,
    ...links,
    createdBy: actor.userId,
    now,
  });
  const details = { ...entryChanges(undefined, reversal), reverses: original.id, reason };
  await recordAudit(trx, by, { action: 'entry.recorded', subjectId: reversal.id, details });
  return reversal.id;
}

/** Not −0, which JSON and PostgreSQL write differently. */
function negative<T extends number | null>(value: T): T {
  return (value === null || value === 0 ? value : -value) as T; // a number stays a number
}

function reversalNarration({ date, narration }: EntryRow): string {
  return narration === null ? `Reversal of ${date}` : `Reversal of ${date}: ${narration}`;
}
