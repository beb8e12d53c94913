import {
  type CallFeeBand,
  isThereafter,
  type PricePoint,
  priceCents,
} from '@recoup/contract/call-fees/rules';

/** More steps than these run together into a line. */
const maxThereafterSteps = 40;

/**
 * The steps of the price chart: each point ends a step whose price (cents) holds since the previous
 * one. Continues a little past the last band. The rows must pass `findScheduleErrors`.
 */
export function priceSteps(bands: readonly CallFeeBand[]): PricePoint[] {
  const ends = bands.filter((band) => !isThereafter(band)).map(({ endTime }) => endTime);
  const last = Math.max(...ends);
  const interval = bands.find(isThereafter)?.additionalTime ?? 0;
  const until = Math.max(Math.ceil(last * 1.5), last + Math.min(interval * 3, last * 2), last + 1);
  const beyond: number[] = [];
  if (interval > 0 && (until - last) / interval <= maxThereafterSteps) {
    for (let minutes = last + interval; minutes < until; minutes += interval) beyond.push(minutes);
  }
  const minutes = [...new Set([...ends, ...beyond, until])].toSorted((a, b) => a - b);
  const first = { minutes: 0, cents: priceCents(bands, 0) };
  return [first, ...minutes.map((each) => ({ minutes: each, cents: priceCents(bands, each) }))];
}

/** About five round figures from 0 to `most`, in steps of 1, 2 or 5 times a power of ten. */
export function roundTicks(most: number): number[] {
  const rough = Math.max(most, 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
}
