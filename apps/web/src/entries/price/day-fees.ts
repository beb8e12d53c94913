import { beginningOfTime, findNextAfter, findValidOn } from '@recoup/contract/call-fees/validity';
import { unitCentsOn } from '@recoup/contract/disbursements/price-of-day';
import { type FeeSchedule } from '@recoup/contract/call-fees/schedules';
import { toCents } from '@recoup/contract/core/money';
import type { PricedEntry } from '@recoup/contract/entries/endpoints';
import type { NamedType, TypesOn } from '../form/pricing.ts';
import { dayBefore, today } from '../../platform/browser/local-day.ts';
import { formatLongDate } from '../../ui/lib/format.ts';

/** A type with its call fees and unit prices of all days. */
export type DatedType = Pick<NamedType, '_id' | 'title' | 'unitPrices'> & {
  schedules: readonly DatedFees[];
};

/** An earlier version stored call fees on the device without the id of their schedule. */
export type DatedFees = Pick<FeeSchedule, 'validFrom' | 'callFees'> & { _id?: string };

type DayFees = Pick<NamedType, 'callFees' | 'callFeeSchedule' | 'note'>;

export function typeOn({ schedules, ...type }: DatedType, day: string): NamedType {
  const fees = feesOn(schedules, day);
  const hasUnitPrice = fees.callFees.length === 0 && unitCentsOn(type.unitPrices, day) !== null;
  const note = hasUnitPrice ? noteOn(type.unitPrices, day) : undefined;
  return { ...type, ...fees, note: note ?? fees.note };
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
  const { disbursementType, price, callFeeSchedule, callFeeSchedules } = entry;
  const date = entry.happenedOn ?? entry.date;
  const { _id, name: title } = disbursementType;
  const unitPrices = types.find((type) => type._id === _id)?.unitPrices ?? [];
  const type = { _id, title, unitPrices };
  const idOn = (of: string) => findValidOn(callFeeSchedules, of)?._id;
  const hasOtherUnitPrice =
    findValidOn(unitPrices, day)?.validFrom !== findValidOn(unitPrices, date)?.validFrom;
  const hasOtherFees = price.kind !== 'given' && idOn(day) !== idOn(date);
  if (hasOtherFees || (callFeeSchedule === null && hasOtherUnitPrice))
    return typeOn({ ...type, schedules: callFeeSchedules }, day);
  if (callFeeSchedule === null) {
    const recorded = { date, unitCents: recordedUnitCents(entry) };
    return { ...type, callFees: [], recorded, note: unitPriceNote(price, unitPrices) };
  }
  const note = idOn(today()) === callFeeSchedule ? undefined : periodNote(price);
  return { ...type, callFees: price.callFees, callFeeSchedule, note };
}

/** The types that a correction offers; the recorded one keeps its price. */
export function typesOfRecorded(entry: PricedEntry, types: readonly DatedType[]): TypesOn {
  const others = types.filter((type) => type._id !== entry.disbursementType._id);
  return (day) => [
    recordedTypeOn(entry, { day, types }),
    ...others.map((type) => typeOn(type, day)),
  ];
}

type RecordedEntry = Pick<
  PricedEntry,
  | 'date'
  | 'happenedOn'
  | 'disbursementType'
  | 'amount'
  | 'quantity'
  | 'price'
  | 'callFeeSchedule'
  | 'callFeeSchedules'
>;

function recordedUnitCents({ price, amount, quantity }: RecordedEntry): number | null {
  return price.kind === 'unit' ? toCents(amount) / (quantity ?? 1) : null;
}

/** Nothing for a typed amount, or where the prices of today are unknown. */
function unitPriceNote(
  { kind, ...period }: RecordedEntry['price'],
  unitPrices: NamedType['unitPrices'],
): string | undefined {
  const now = findValidOn(unitPrices, today())?.validFrom;
  const isOther = kind === 'unit' && now !== undefined && now !== period.from;
  return isOther ? periodNote(period) : undefined;
}

function feesOn(schedules: readonly DatedFees[], day: string): DayFees {
  const valid = findValidOn(schedules, day);
  if (!valid) return { callFees: [] };
  const { callFees, _id: callFeeSchedule } = valid;
  return { callFees, callFeeSchedule, note: noteOn(schedules, day) };
}

/** The period of what is valid on the day; nothing if it is valid today too. */
function noteOn(items: readonly { validFrom: string }[], day: string): string | undefined {
  const from = findValidOn(items, day)?.validFrom;
  if (from === undefined || from === findValidOn(items, today())?.validFrom) return undefined;
  const next = findNextAfter(items, day);
  return periodNote({ from, until: next ? dayBefore(next.validFrom) : null });
}

function periodNote({ from, until }: { from: string | null; until: string | null }) {
  if (from !== null && from > beginningOfTime) return `Fees from ${formatLongDate(from)}.`;
  return until === null ? undefined : `Fees until ${formatLongDate(until)}.`;
}
