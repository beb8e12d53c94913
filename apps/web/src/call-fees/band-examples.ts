import {
  type CallFeeBand,
  explainPrice,
  isThereafter,
  minutesFromSeconds,
  type PriceExplanation,
} from '@recoup/contract/call-fees/rules';
import { formatRand } from '@recoup/contract/core/money';

/** Example prices of three calls. Needs valid rows. */
export function bandExamples(bands: readonly CallFeeBand[]): string[] {
  const ends = bands.filter((band) => !isThereafter(band)).map(({ endTime }) => endTime);
  const [first = 0] = ends;
  const last = Math.max(...ends);
  return [first * 60, first * 60 + 20, (last + 7) * 60].map((seconds) => example(bands, seconds));
}

function example(bands: readonly CallFeeBand[], seconds: number): string {
  const minutes = minutesFromSeconds(seconds);
  const price = explainPrice(bands, minutes);
  const billed = minutes * 60 === seconds ? 'costs' : `is billed as ${minutes} minutes:`;
  const why = reason(price, minutes);
  return `A ${clock(seconds)} call ${billed} ${formatRand(price.cents)} (${why}).`;
}

function reason(price: PriceExplanation, minutes: number): string {
  if (price.kind === 'band') return `row ${price.row + 1}`;
  if (price.kind === 'cap') return `capped after ${price.endTime} min`;
  const { endTime, baseCents, intervals, intervalMinutes, intervalCents } = price;
  const parts = `${intervals} × ${intervalMinutes} min or part thereof`;
  const sum = `${formatRand(baseCents)} + ${intervals} × ${formatRand(intervalCents)}`;
  return `${minutes - endTime} min beyond the last row are ${parts}: ${sum}`;
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
