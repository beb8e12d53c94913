import type { FeeRow } from '@recoup/contract/call-fees/endpoints';
import { findValidOn } from '@recoup/contract/call-fees/schedules';
import { type DatedUnitPrice, unitCentsOn } from '@recoup/contract/disbursements/unit-prices';

/** What prices the entries of a type. */
export type PricedType<Fee = FeeRow> = {
  callFees: readonly Fee[];
  unitPrices: readonly DatedUnitPrice[];
  /** The price of a recorded entry, which it keeps while the same price is valid on its day. */
  recorded?: { date: string; unitCents: number | null };
};

/** A type as the form of an entry offers it. */
export type NamedType = PricedType & {
  _id: string;
  title: string;
  /** The schedule of the rows. With it the server keeps the price of an entry sent late. */
  callFeeSchedule?: string | undefined;
  /** The period of the rows, if other ones are valid today. */
  note?: string | undefined;
};

/** The types with the call fees of a day: the form follows the date. */
export type TypesOn = (day: string) => readonly NamedType[];

/** What prices an entry of one day: fee rows, or a unit price; with neither the amount is typed. */
export type Pricing<Fee = FeeRow> = { callFees: readonly Fee[]; unitCents: number | null };

/** The field that sets the price, and that is named when the price is beyond the bound. */
export type PriceField = 'minutes' | 'quantity' | 'amount';

export function pricingOn<Fee>(type: PricedType<Fee> | undefined, day: string): Pricing<Fee> {
  if (!type) return { callFees: [], unitCents: null };
  const { callFees, unitPrices, recorded } = type;
  if (callFees.length > 0) return { callFees, unitCents: null };
  const firstDay = (of: string) => findValidOn(unitPrices, of)?.validFrom;
  const isKept = recorded !== undefined && firstDay(recorded.date) === firstDay(day);
  return { callFees, unitCents: isKept ? recorded.unitCents : unitCentsOn(unitPrices, day) };
}

export function priceFieldOf({ callFees, unitCents }: Pricing<unknown>): PriceField {
  if (callFees.length > 0) return 'minutes';
  return unitCents === null ? 'amount' : 'quantity';
}
