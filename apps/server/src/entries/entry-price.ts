import { feeRowOf } from '@recoup/contract/call-fees/endpoints';
import { explainPrice } from '@recoup/contract/call-fees/rules';
import { type EntryPrice, tooMuch } from '@recoup/contract/entries/endpoints';
import { priceSentence } from '@recoup/contract/entries/rules';
import { formatRand, maxEntryCents, toCents, toRand } from '@recoup/contract/core/money';
import { getSchedule, priceByCallFees, priceBySchedule } from '../call-fees/call-fees.service.ts';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';
import { AppError } from '../platform/core/app-error.ts';
import type { EntryRow } from './entries.repository.ts';

export type Price = { scheduleId: string | null; amountCents: number };
/** What decides a price; `amount` in Rand, for each item. */
export type PriceBasis = Pick<
  EntryRow,
  'attorneyId' | 'disbursementTypeId' | 'minutes' | 'quantity'
> & {
  amount: number | undefined;
};

/**
 * product.md, "Pricing an entry": where the attorney has fee rows for the type they alone decide, whatever amount was sent;
 * else the amount is required, and counts for each item.
 */
export async function priceEntry(db: Db, firm: FirmScope, basis: PriceBasis): Promise<Price> {
  const priced = await priceByCallFees(db, firm, { ...basis, minutes: basis.minutes ?? 0 });
  if (priced) {
    if (basis.minutes === null) throw minutesMissing();
    return { ...priced, amountCents: withinBound(priced.amountCents, 'minutes') };
  }
  if (basis.amount === undefined)
    throw missing(
      'amount',
      'Please enter the amount: there are no call fees that would make the price.',
    );
  return {
    scheduleId: null,
    amountCents: withinBound(toCents(basis.amount) * (basis.quantity ?? 1), 'amount'),
  };
}

/**
 * The price after a correction (docs/decisions/0020): what does not touch the price leaves it; corrected minutes are priced by the fee rows
 * that the entry was recorded with; another attorney or type is priced as a new entry.
 */
export async function repriceEntry(
  db: Db,
  firm: FirmScope,
  change: { before: EntryRow; after: PriceBasis },
): Promise<Price> {
  const { before, after } = change;
  const kept = { scheduleId: before.scheduleId, amountCents: before.amountCents };
  const isSameKind =
    after.attorneyId === before.attorneyId &&
    after.disbursementTypeId === before.disbursementTypeId;
  if (!isSameKind) return priceEntry(db, firm, after);
  if (before.scheduleId !== null) {
    if (after.minutes === before.minutes) return kept;
    if (after.minutes === null) throw minutesMissing();
    const amountCents = await priceBySchedule(db, firm, {
      scheduleId: before.scheduleId,
      minutes: after.minutes,
    });
    return { ...kept, amountCents: withinBound(amountCents, 'minutes') };
  }
  const each = before.amountCents / (before.quantity ?? 1);
  const isSameAmount = after.amount === undefined || toCents(after.amount) === each;
  if (isSameAmount && after.quantity === before.quantity) return kept;
  return priceEntry(db, firm, {
    ...after,
    amount: after.amount ?? (Number.isInteger(each) ? toRand(each) : undefined),
  });
}

/** Which fee rows made the price, and which of them decided. */
export async function explainEntry(db: Db, firm: FirmScope, entry: EntryRow): Promise<EntryPrice> {
  const schedule =
    entry.scheduleId === null ? undefined : await getSchedule(db, firm, entry.scheduleId);
  if (!schedule || entry.minutes === null) return givenPrice(entry);
  const explanation = explainPrice(schedule.bands, entry.minutes);
  return {
    kind: explanation.kind,
    why: priceSentence(explanation, entry.minutes),
    callFees: schedule.bands.map((band) => ({
      disbursementType: entry.disbursementTypeId,
      ...feeRowOf(band),
    })),
    row: explanation.row,
    thereafterRow: explanation.kind === 'thereafter' ? explanation.thereafterRow : null,
    from: schedule.createdAt.toISOString(),
    until: schedule.replacedAt?.toISOString() ?? null,
  };
}

function givenPrice({ amountCents, quantity }: EntryRow): EntryPrice {
  const each = amountCents / (quantity ?? 1);
  const isCounted = quantity !== null && quantity > 1 && Number.isInteger(each);
  const sum = isCounted ? `${quantity} × ${formatRand(each)}` : 'the amount that was entered';
  const why = `${formatRand(amountCents)}: ${sum}; there were no call fees that would make the price.`;
  return {
    kind: 'given',
    why,
    callFees: [],
    row: null,
    thereafterRow: null,
    from: null,
    until: null,
  };
}

/** Throws `invalid_input` for a price beyond what an entry may cost. */
function withinBound(cents: number, field: 'amount' | 'minutes'): number {
  if (cents <= maxEntryCents) return cents;
  throw missing(field, tooMuch);
}

function minutesMissing(): AppError {
  return missing('minutes', 'Please enter the minutes: they make the price.');
}

/** A field that the contract leaves optional and this entry needs. */
export function missing(field: string, message: string): AppError {
  return new AppError('invalid_input', { message, fields: { [field]: message } });
}
