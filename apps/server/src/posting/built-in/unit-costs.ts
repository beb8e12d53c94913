import type { PostingRecord } from '../engine/posting-line.ts';

type Priced = Pick<PostingRecord, 'line' | 'net' | 'vat' | 'gross'>;
type UnitCost = { units: number; cost: string };

/**
 * The units of a line and the cost of one. LEDES multiplies them again: the VAT is that of the
 * product, rounded to the cent. Whole cents break this where prices include VAT and net and VAT
 * were rounded; there the cost is the price without VAT to four decimals.
 */
export function unitCostOf({ line, net, vat, gross }: Priced): UnitCost {
  const amounts = { net: sizeOf(net), vat: sizeOf(vat), gross: sizeOf(gross) };
  const basisPoints = BigInt(Math.round((line.vat?.percent ?? 0) * 100));
  const units = unitsOf(line.quantity, net);
  const sign = net < 0 ? '-' : '';
  const inCents = { units, cost: sign + decimals(amounts.net / BigInt(units), 2) };
  if (isKept(amounts.net * 100n, basisPoints, amounts)) return inCents;
  for (const parts of new Set([units, 1])) {
    const price = amounts.gross * 100n * whole;
    const cost = rounded(price, (whole + basisPoints) * BigInt(parts));
    const isExact = isKept(cost * BigInt(parts), basisPoints, amounts);
    if (isExact) return { units: parts, cost: sign + decimals(cost, 4) };
  }
  // No cost has both at a rate whose VAT can end in exactly half a cent, such as 20 %.
  return inCents;
}

/** A call's price is not its minutes times a rate, so units are 1 unless they divide the amount. */
function unitsOf(quantity: number | null, net: number): number {
  const units = Math.abs(quantity ?? 1);
  return units > 0 && net % units === 0 ? units : 1;
}

const whole = 10_000n;

/** Whether net and VAT follow from a product in hundredths of a cent. */
function isKept(
  product: bigint,
  basisPoints: bigint,
  { net, vat }: { net: bigint; vat: bigint },
): boolean {
  return rounded(product, 100n) === net && rounded(product * basisPoints, 100n * whole) === vat;
}

/** Half up; of sizes, so that a reversal takes back exactly what was charged. */
function rounded(value: bigint, parts: bigint): bigint {
  return (2n * value + parts) / (2n * parts);
}

function sizeOf(cents: number): bigint {
  return BigInt(Math.abs(cents));
}

function decimals(value: bigint, places: number): string {
  const digits = String(value).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
