import { bandOf, type FeeRow } from '@recoup/contract/call-fees/endpoints';
import { type CallFeeBand, isThereafter, priceCents } from '@recoup/contract/call-fees/rules';
import { bandName } from '@recoup/contract/entries/rules';
import { formatRand } from '@recoup/contract/core/money';

/** The lines of a price table, in the order of the call fees. */
export function feePriceRows(fees: readonly FeeRow[]): { name: string; price: string }[] {
  const bands = fees.map(bandOf);
  return bands.map((band) => ({ name: bandName(band), price: priceText(band, bands) }));
}

/** A thereafter row of 0 minutes adds nothing, also with a charge. */
function priceText(band: CallFeeBand, bands: readonly CallFeeBand[]): string {
  if (!isThereafter(band) || band.additionalTime > 0) return formatRand(band.chargeCents);
  return `capped at ${formatRand(priceCents(bands, Number.MAX_SAFE_INTEGER))}`;
}
