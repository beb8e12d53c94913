import { bandName } from '../entries/rules.ts';
import { formatRand } from '../core/money.ts';
import type { FeeRow } from './endpoints.ts';
import { toCallFeeBand } from './fee-rows.ts';
import { type CallFeeBand, isThereafter, priceCents } from './rules.ts';

/** `cents` is null where `price` is no amount. */
export type PriceRow = { name: string; price: string; cents: number | null };

/** The lines of a price table, in the order of the call fees. */
export function feePriceRows(fees: readonly FeeRow[]): PriceRow[] {
  const bands = fees.map(toCallFeeBand);
  const most = () => formatRand(priceCents(bands, Number.MAX_SAFE_INTEGER));
  return bands.map((band) =>
    isCap(band)
      ? { name: 'thereafter', price: `capped at ${most()}`, cents: null }
      : { name: bandName(band), price: formatRand(band.chargeCents), cents: band.chargeCents },
  );
}

/** A thereafter row of 0 minutes adds nothing, also with a charge. */
function isCap(band: CallFeeBand): boolean {
  return isThereafter(band) && (band.additionalTime === 0 || band.chargeCents === 0);
}
