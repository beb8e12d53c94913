import { formatRand } from '../core/money.ts';
import { type CallFeeBand, isThereafter, priceCents } from './rules.ts';

/**
 * Call fees in one line: `to 5 min R 71.00 · to 10 min R 142.00 · then R 35.50 each 5 min`, and
 * `to 5 min R 33.00 · longer: R 33.00` where nothing follows.
 */
export function feesText(bands: readonly CallFeeBand[]): string {
  const timed = bands
    .filter((band) => !isThereafter(band))
    .toSorted((a, b) => a.endTime - b.endTime);
  if (timed.length === 0) return 'No call fees; amount entered each time';
  return [...timed.map(timedText), thereafterText(bands)].join(' · ');
}

function timedText({ endTime, chargeCents }: CallFeeBand): string {
  return `to ${endTime}\u00A0min ${formatRand(chargeCents)}`;
}

function thereafterText(bands: readonly CallFeeBand[]): string {
  const every = bands.find(isThereafter);
  // A thereafter row of 0 minutes adds nothing, also with a charge.
  if (!every || every.additionalTime === 0 || every.chargeCents === 0)
    return `longer: ${formatRand(priceCents(bands, Number.MAX_SAFE_INTEGER))}`;
  return `then ${formatRand(every.chargeCents)} each ${every.additionalTime}\u00A0min`;
}
