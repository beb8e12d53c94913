import { role } from '@recoup/contract/access';
import type { Entry, NewEntry } from '@recoup/contract/entries';
import { newId } from '@recoup/contract/ids';
import { toCents, toRand } from '@recoup/contract/money';
import { priceByCallFees } from '../call-fees/call-fees.service.ts';
import { getUsableType } from '../disbursements/disbursements.service.ts';
import { requireMatter } from '../matters/matters.service.ts';
import { type Actor, type FirmScope, ownFirm } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';
import { AppError } from '../platform/errors.ts';
import { type EntryRow, findEntry, insertEntry, isAttorneyOf } from './entries.repository.ts';

type Price = { readonly scheduleId: string | null; readonly amountCents: number };

/**
 * Records an entry at the price of this moment. The same request with the same `_id` makes one entry;
 * another request with that `_id` is a `conflict`.
 */
export async function recordEntry(db: Db, actor: Actor, input: NewEntry & { now: Date }): Promise<Entry> {
  const firm = ownFirm(actor);
  const attorneyId = await attorneyFor(db, firm, { actor, named: input.attorney });
  await requireMatter(db, firm, input.matter);
  const price = await priceEntry(db, firm, { ...input, attorneyId });
  const row: EntryRow = {
    id: input._id ?? newId(input.now.getTime()),
    attorneyId,
    matterId: input.matter,
    disbursementTypeId: input.disbursementType,
    date: input.date,
    minutes: input.minutes ?? null,
    quantity: input.quantity ?? null,
    narration: input.narration === undefined || input.narration === '' ? null : input.narration,
    createdAt: input.now,
    createdBy: actor.userId,
    ...price,
  };
  const isNew = await insertEntry(db, firm, row);
  const entry = await findEntry(db, firm, row.id);
  if (entry === undefined || (!isNew && !isSameEntry(entry, row)))
    throw new AppError('conflict', { message: 'An entry with this id exists already.' });
  return entry;
}

/** An attorney records own entries; a firm admin names the attorney. */
async function attorneyFor(db: Db, firm: FirmScope, request: { actor: Actor; named: string | undefined }): Promise<string> {
  const { actor, named } = request;
  if (actor.role === role.attorney) {
    if (named !== undefined && named !== actor.userId) throw new AppError('forbidden');
    return actor.userId;
  }
  if (named === undefined) throw missing('attorney', 'Please choose the attorney.');
  if (!(await isAttorneyOf(db, firm, named))) throw new AppError('not_found', { message: 'There is no such attorney.' });
  return named;
}

/**
 * product.md, "Pricing an entry": where the attorney has fee rows for the type they alone decide, whatever amount was sent;
 * else the amount is required, and counts for each item.
 */
async function priceEntry(db: Db, firm: FirmScope, entry: NewEntry & { attorneyId: string }): Promise<Price> {
  const type = await getUsableType(db, firm, entry.disbursementType);
  const of = { attorneyId: entry.attorneyId, disbursementTypeId: type._id };
  const priced = await priceByCallFees(db, firm, { ...of, minutes: entry.minutes ?? 0 });
  if (priced !== undefined) {
    if (entry.minutes === undefined) throw missing('minutes', 'Please enter the minutes: they make the price.');
    return priced;
  }
  if (entry.amount === undefined) throw missing('amount', 'Please enter the amount: there are no call fees that would make the price.');
  return { scheduleId: null, amountCents: toCents(entry.amount) * (entry.quantity ?? 1) };
}

/** Whether what is kept under the id is what was sent again. */
function isSameEntry(kept: Entry, sent: EntryRow): boolean {
  return (
    kept.attorney._id === sent.attorneyId &&
    kept.matter._id === sent.matterId &&
    kept.disbursementType._id === sent.disbursementTypeId &&
    kept.date === sent.date &&
    kept.minutes === sent.minutes &&
    kept.quantity === sent.quantity &&
    kept.narration === sent.narration &&
    // A price list that changed between the two requests does not make them different.
    (sent.scheduleId !== null || kept.amount === toRand(sent.amountCents))
  );
}

function missing(field: string, message: string): AppError {
  return new AppError('invalid_input', { message, fields: { [field]: message } });
}
