import { findValidOn } from '@recoup/contract/call-fees/validity';
import { unitCentsOn } from '@recoup/contract/disbursements/price-of-day';
import type { FeeRow } from '@recoup/contract/call-fees/endpoints';
import { type LiveUnitPrice } from '@recoup/contract/disbursements/unit-prices';
import type { NewEntry } from '@recoup/contract/entries/endpoints';

/** An earlier version stored unit prices on the device without their ids. */
type UnitPrice = Omit<LiveUnitPrice, '_id'> & { _id?: string };

/** The prices of a type: call fees or unit prices. */
export type PricedType<Fee = FeeRow> = {
  callFees: readonly Fee[];
  unitPrices: readonly UnitPrice[];
  /** The price of a recorded entry, which it keeps while the same price is valid on its day. */
  recorded?: { date: string; unitCents: number | null };
};

/** A type as the form of an entry offers it. */
export type NamedType = PricedType & {
  _id: string;
  title: string;
  /** The schedule of the rows. */
  callFeeSchedule?: string | undefined;
  /** The period of the rows or of the unit price, if other ones are valid today. */
  note?: string | undefined;
};

/** The types with the call fees of a day: the form follows the date. */
export type TypesOn = (day: string) => readonly NamedType[];

/** The price of one day: fee rows or a unit price. With neither the user types the amount. */
export type Pricing<Fee = FeeRow> = { callFees: readonly Fee[]; unitCents: number | null };

/** The field that sets the price, and that is named when the price is beyond the bound. */
export type PriceField = 'minutes' | 'quantity' | 'amount';

export function pricingOn<Fee>(type: PricedType<Fee> | undefined, day: string): Pricing<Fee> {
  if (!type) return { callFees: [], unitCents: null };
  const { callFees, unitPrices, recorded } = type;
  if (callFees.length > 0) return { callFees, unitCents: null };
  const isRecorded = recorded !== undefined && keepsPrice(type, day);
  return { callFees, unitCents: isRecorded ? recorded.unitCents : unitCentsOn(unitPrices, day) };
}

/** The id of the shown price. With it the server prices an entry sent late as it was shown. */
export function shownPrice(
  type: NamedType,
  day: string,
): Pick<NewEntry, 'callFeeSchedule' | 'unitPriceId'> {
  const { callFees, callFeeSchedule, unitPrices } = type;
  if (callFees.length > 0) return callFeeSchedule === undefined ? {} : { callFeeSchedule };
  const price = findValidOn(unitPrices, day);
  if (price?._id === undefined || price.unitPrice === null || keepsPrice(type, day)) return {};
  return { unitPriceId: price._id };
}

/** Whether the price of the recorded entry is valid on the day too. */
function keepsPrice({ unitPrices, recorded }: PricedType<unknown>, day: string): boolean {
  const firstDay = (of: string) => findValidOn(unitPrices, of)?.validFrom;
  return recorded !== undefined && firstDay(recorded.date) === firstDay(day);
}

export function priceFieldFor({ callFees, unitCents }: Pricing<unknown>): PriceField {
  if (callFees.length > 0) return 'minutes';
  return unitCents === null ? 'amount' : 'quantity';
}
