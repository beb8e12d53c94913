import {
  type CallFeeBand,
  explainPrice,
  isThereafter,
  minutesFromSeconds,
  type PriceExplanation,
} from '@recoup/contract/call-fees/rules';
import { formatRand } from '@recoup/contract/core/money';

/** What the present rows make of three calls: at the end of a band, a little longer, and beyond the last one. The rows must have no faults. */
export function bandExamples(bands: readonly CallFeeBand[]): string[] {
  const ends = bands.filter((band) => !isThereafter(band)).map(({ endTime }) => endTime);
  const [first = 0] = ends;
  const last = Math.max(...ends);
  return [first * 60, first * 60 + 20, (last + 7) * 60].map((seconds) => example(bands, seconds));
}

function example(bands: readonly CallFeeBand[], seconds: number): string {
  const minutes = minutesFromSeconds(seconds);
  const price = explainPrice(bands, minutes);
  const counts = minutes * 60 === seconds ? '' : ` counts as ${minutes} minutes, and`;
  return `A call of ${clock(seconds)}${counts} costs ${formatRand(price.cents)}: ${reason(price, minutes)}.`;
}

function reason(price: PriceExplanation, minutes: number): string {
  if (price.kind === 'band')
    return `it ends in row ${price.row + 1}, ${price.startTime} to ${price.endTime} min`;
  if (price.kind === 'cap') return `longer than ${price.endTime} min costs no more`;
  const { endTime, baseCents, intervals, intervalMinutes, intervalCents } = price;
  const begun = `${intervals} × ${intervalMinutes} min begun`;
  return `${minutes - endTime} min beyond the last row are ${begun}, ${formatRand(baseCents)} + ${intervals} × ${formatRand(intervalCents)}`;
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
