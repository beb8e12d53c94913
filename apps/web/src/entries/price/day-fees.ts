import { beginningOfTime } from '@recoup/contract/call-fees/endpoints';
import { type FeeSchedule, findNextAfter, findValidOn } from '@recoup/contract/call-fees/schedules';
import { toCents } from '@recoup/contract/core/money';
import type { PricedEntry } from '@recoup/contract/entries/endpoints';
import { longDay } from '@recoup/contract/entries/rules';
import type { NamedType } from '../form/pricing.ts';
import { dayBefore, today } from '../../platform/browser/local-day.ts';

/** A type with its call fees and unit prices of all days. */
export type DatedType = Pick<NamedType, '_id' | 'title' | 'unitPrices'> & {
  schedules: readonly DatedFees[];
};

/** An earlier version stored call fees on the device without the id of their schedule. */
export type DatedFees = Pick<FeeSchedule, 'validFrom' | 'callFees'> & { _id?: string };

type DayFees = Pick<NamedType, 'callFees' | 'callFeeSchedule' | 'note'>;

export function typeOn({ schedules, ...type }: DatedType, day: string): NamedType {
  return { ...type, ...feesOn(schedules, day) };
}

/**
 * The type of a recorded entry. The entry keeps its price unless other call fees or another unit
 * price are valid on the corrected day than on the recorded day. A typed amount outlives a change
 * of call fees.
 */
export function recordedTypeOn(
  entry: RecordedEntry,
  { day, types }: { day: string; types: readonly Pick<NamedType, '_id' | 'unitPrices'>[] },
): NamedType {
  const { disbursementType, date, price, callFeeSchedule, callFeeSchedules } = entry;
  const { _id, name: title } = disbursementType;
  const unitPrices = types.find((type) => type._id === _id)?.unitPrices ?? [];
  const type = { _id, title, unitPrices };
  const idOn = (of: string) => findValidOn(callFeeSchedules, of)?._id;
  const hasOtherUnitPrice =
    findValidOn(unitPrices, day)?.validFrom !== findValidOn(unitPrices, date)?.validFrom;
  const hasOtherFees = price.kind !== 'given' && idOn(day) !== idOn(date);
  if (hasOtherFees || (callFeeSchedule === null && hasOtherUnitPrice))
    return { ...type, ...feesOn(callFeeSchedules, day) };
  if (callFeeSchedule === null)
    return { ...type, callFees: [], recorded: { date, unitCents: unitCentsOf(entry) } };
  const note = idOn(today()) === callFeeSchedule ? undefined : noteOf(price);
  return { ...type, callFees: price.callFees, callFeeSchedule, note };
}

type RecordedEntry = Pick<
  PricedEntry,
  | 'date'
  | 'disbursementType'
  | 'amount'
  | 'quantity'
  | 'price'
  | 'callFeeSchedule'
  | 'callFeeSchedules'
>;

function unitCentsOf({ price, amount, quantity }: RecordedEntry): number | null {
  return price.kind === 'unit' ? toCents(amount) / (quantity ?? 1) : null;
}

function feesOn(schedules: readonly DatedFees[], day: string): DayFees {
  const valid = findValidOn(schedules, day);
  if (!valid) return { callFees: [] };
  const { validFrom: from, callFees, _id: callFeeSchedule } = valid;
  if (from === findValidOn(schedules, today())?.validFrom) return { callFees, callFeeSchedule };
  const next = findNextAfter(schedules, day);
  const until = next ? dayBefore(next.validFrom) : null;
  return { callFees, callFeeSchedule, note: noteOf({ from, until }) };
}

function noteOf({ from, until }: { from: string | null; until: string | null }) {
  if (from !== null && from > beginningOfTime) return `Fees from ${longDay(from)}.`;
  return until === null ? undefined : `Fees until ${longDay(until)}.`;
}
