import { type CallFeeBand, isThereafter } from '@recoup/contract/call-fees/rules';
import { formatRand } from '@recoup/contract/core/money';

/** The rows in one line: `up to 5 min R 33.00, up to 10 min R 66.00, then R 12.50 per 5 min`. */
export function scheduleText(bands: readonly CallFeeBand[]): string {
  if (bands.length === 0) return 'No call fees; amount entered each time';
  return bands.map(bandText).join(', ');
}

function bandText(band: CallFeeBand): string {
  const price = formatRand(band.chargeCents);
  if (!isThereafter(band)) return `up to ${band.endTime}\u00A0min ${price}`;
  return band.additionalTime === 0
    ? 'then capped'
    : `then ${price} per\u00A0${band.additionalTime}\u00A0min`;
}
