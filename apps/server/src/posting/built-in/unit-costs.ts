import { amountCell } from '../engine/numbers.ts';
import type { PostingRecord } from '../engine/posting-line.ts';

type Priced = Pick<PostingRecord, 'line' | 'net' | 'vat' | 'gross'>;
type UnitCost = { units: number; cost: string };

/**
 * The units of a line and the cost of one. LEDES multiplies them again: the VAT is that of the
 * product, rounded to the cent. Whole cents break this where prices include VAT and net and VAT
 * were rounded; there the cost is the price without VAT to four decimals.
 */
export function calculateUnitCost({ line, net, vat, gross }: Priced): UnitCost {
  const basisPoints = Math.round((line.vat?.percent ?? 0) * 100);
  const units = countUnits(line.quantity, net);
  const cents = amountCell(net / units, { sign: 'minus', decimalMark: '.' });
  if (vatOfCents(Math.abs(net), basisPoints) === Math.abs(vat)) return { units, cost: cents };
  const amounts = { net: absoluteCents(net), vat: absoluteCents(vat), gross: absoluteCents(gross) };
  const cost = costInParts(amounts, { units, basisPoints: BigInt(basisPoints) });
  // No cost has both at a rate whose VAT can end in exactly half a cent, such as 20 %.
  if (cost === undefined) return { units, cost: cents };
  return { ...cost, cost: (net < 0 ? '-' : '') + cost.cost };
}

/** Half up. An entry has at most 10^10 cents and 10^4 basis points, so the product is exact. */
function vatOfCents(net: number, basisPoints: number): number {
  return Math.floor((2 * net * basisPoints + 10_000) / 20_000);
}

type Sizes = Record<'net' | 'vat' | 'gross', bigint>;

/** The price without VAT to four decimals, if net and VAT follow from it. */
function costInParts(
  amounts: Sizes,
  { units, basisPoints }: { units: number; basisPoints: bigint },
): UnitCost | undefined {
  for (const parts of new Set([units, 1])) {
    const price = amounts.gross * 100n * whole;
    const cost = rounded(price, (whole + basisPoints) * BigInt(parts));
    if (hasExactAmounts(cost * BigInt(parts), basisPoints, amounts))
      return { units: parts, cost: decimals(cost, 4) };
  }
  return undefined;
}

/** A call's price is not its minutes times a rate, so units are 1 unless they divide the amount. */
function countUnits(quantity: number | null, net: number): number {
  const units = Math.abs(quantity ?? 1);
  return units > 0 && net % units === 0 ? units : 1;
}

const whole = 10_000n;

/** Whether net and VAT follow from a product in hundredths of a cent. */
function hasExactAmounts(product: bigint, basisPoints: bigint, { net, vat }: Sizes): boolean {
  return rounded(product, 100n) === net && rounded(product * basisPoints, 100n * whole) === vat;
}

/** Half up; of sizes, so that a reversal takes back exactly what was charged. */
function rounded(value: bigint, parts: bigint): bigint {
  return (2n * value + parts) / (2n * parts);
}

function absoluteCents(cents: number): bigint {
  return BigInt(Math.abs(cents));
}

function decimals(value: bigint, places: number): string {
  const digits = String(value).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
