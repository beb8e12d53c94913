import { type CallFeeBand, isThereafter } from '@recoup/contract/call-fees/rules';
import { formatRand } from '@recoup/contract/core/money';

/**
 * The rows as short as a table needs them: `R 33 / 5 min, max R 113`, with a thereafter row
 * `R 33 / 5 min, R 113 / 20 min, then R 12.50 / 5 min`. Empty without rows.
 */
export function shortFees(bands: readonly CallFeeBand[]): string {
  const timed = bands
    .filter((band) => !isThereafter(band))
    .toSorted((a, b) => a.endTime - b.endTime);
  const [first] = timed;
  const last = timed.at(-1);
  if (!first || !last) return '';
  const every = bands.find(isThereafter);
  const begin = per(first.chargeCents, first.endTime);
  // A thereafter row of 0 minutes adds nothing, also with a charge.
  if (!every || every.additionalTime === 0 || every.chargeCents === 0)
    return `${begin}, max ${shortRand(Math.max(...timed.map((band) => band.chargeCents)))}`;
  const end = last === first ? [] : [per(last.chargeCents, last.endTime)];
  const then = `then ${per(every.chargeCents, every.additionalTime)}`;
  return [begin, ...end, then].join(', ');
}

/** Without the cents of a whole amount: `R 33`, `R 12.50`. */
export function shortRand(cents: number): string {
  return formatRand(cents).replace(/\.00$/, '');
}

function per(cents: number, minutes: number): string {
  return `${shortRand(cents)} / ${minutes}\u00A0min`;
}
