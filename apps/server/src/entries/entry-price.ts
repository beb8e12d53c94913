import { feeRowOf } from '@recoup/contract/call-fees/endpoints';
import { explainPrice } from '@recoup/contract/call-fees/rules';
import { type EntryPrice, tooMuch } from '@recoup/contract/entries/endpoints';
import { priceSentence } from '@recoup/contract/entries/rules';
import { formatRand, maxEntryCents, toCents, toRand } from '@recoup/contract/core/money';
import { getSchedule, priceByCallFees, priceBySchedule } from '../call-fees/call-fees.service.ts';
import type { FirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';
import type { AppError } from '../platform/core/app-error.ts';
import type { EntryRow } from './entries.repository.ts';
import { requiredField } from './entry-errors.ts';

export type Price = { scheduleId: string | null; amountCents: number };
/** `amount` in Rand, for each item. */
export type PriceBasis = Pick<
  EntryRow,
  'attorneyId' | 'disbursementTypeId' | 'minutes' | 'quantity'
> & {
  amount: number | undefined;
};

/**
 * Call fees of the attorney for the type decide alone, also against an amount that was sent.
 * Without them the amount is required, and counts for each item (product.md, "Pricing an entry").
 */
export async function priceEntry(db: Db, firm: FirmScope, basis: PriceBasis): Promise<Price> {
  const priced = await priceByCallFees(db, firm, { ...basis, minutes: basis.minutes ?? 0 });
  if (!priced) return priceByAmount(basis);
  if (basis.minutes === null) throw minutesMissing();
  return { ...priced, amountCents: withinBound(priced.amountCents, 'minutes') };
}

/**
 * The price after a correction (docs/decisions/0020): an entry stays priced as it was recorded,
 * by its call fees or by an amount; another attorney or type makes it a new entry.
 */
export async function repriceEntry(
  db: Db,
  firm: FirmScope,
  change: { before: EntryRow; after: PriceBasis },
): Promise<Price> {
  const { before, after } = change;
  const isSameKind =
    after.attorneyId === before.attorneyId &&
    after.disbursementTypeId === before.disbursementTypeId;
  if (!isSameKind) return priceEntry(db, firm, after);
  const { scheduleId, amountCents } = before;
  if (scheduleId === null) return { scheduleId, amountCents: correctedAmountCents(before, after) };
  if (after.minutes === before.minutes) return { scheduleId, amountCents };
  if (after.minutes === null) throw minutesMissing();
  const cents = await priceBySchedule(db, firm, { scheduleId, minutes: after.minutes });
  return { scheduleId, amountCents: withinBound(cents, 'minutes') };
}

/** The cents of an entry that was recorded with an amount. */
function correctedAmountCents(before: EntryRow, after: PriceBasis): number {
  const each = before.amountCents / (before.quantity ?? 1);
  const isSameAmount = after.amount === undefined || toCents(after.amount) === each;
  if (isSameAmount && after.quantity === before.quantity) return before.amountCents;
  const amount = after.amount ?? (Number.isInteger(each) ? toRand(each) : undefined);
  return priceByAmount({ ...after, amount }).amountCents;
}

function priceByAmount({ amount, quantity }: Pick<PriceBasis, 'amount' | 'quantity'>): Price {
  if (amount === undefined)
    throw requiredField('amount', 'Enter the amount; this type has no call fees.');
  return {
    scheduleId: null,
    amountCents: withinBound(toCents(amount) * (quantity ?? 1), 'amount'),
  };
}

export async function explainEntry(db: Db, firm: FirmScope, entry: EntryRow): Promise<EntryPrice> {
  const schedule =
    entry.scheduleId === null ? undefined : await getSchedule(db, firm, entry.scheduleId);
  if (!schedule || entry.minutes === null) return givenPrice(entry);
  const explanation = explainPrice(schedule.bands, entry.minutes);
  return {
    kind: explanation.kind,
    why: priceSentence(explanation),
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
  const sum = isCounted ? `${quantity} × ${formatRand(each)}` : 'amount entered by hand';
  return {
    kind: 'given',
    why: `${formatRand(amountCents)}: ${sum} (no call fees).`,
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
  throw requiredField(field, tooMuch);
}

function minutesMissing(): AppError {
  return requiredField('minutes', 'Enter the minutes; they set the price.');
}
