import { bandOf, type FeeRow } from '@recoup/contract/call-fees/endpoints';
import { type CallFeeBand, isThereafter, priceCents } from '@recoup/contract/call-fees/rules';
import { bandName } from '@recoup/contract/entries/rules';
import { formatRand } from '@recoup/contract/core/money';

/** The lines of a price table, in the order of the call fees. */
export function feePriceRows(fees: readonly FeeRow[]): { name: string; price: string }[] {
  const bands = fees.map(bandOf);
  const most = () => formatRand(priceCents(bands, Number.MAX_SAFE_INTEGER));
  return bands.map((band) =>
    isCap(band)
      ? { name: 'thereafter', price: `capped at ${most()}` }
      : { name: bandName(band), price: formatRand(band.chargeCents) },
  );
}

/** A thereafter row of 0 minutes adds nothing, also with a charge. */
function isCap(band: CallFeeBand): boolean {
  return isThereafter(band) && (band.additionalTime === 0 || band.chargeCents === 0);
}
