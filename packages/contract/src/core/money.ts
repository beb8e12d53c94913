/** Beyond twenty trillion Rand `rand * 100` may miss the nearest cent (docs/decisions/0036). */
export const largestRand = 20_000_000_000_000;
const largestCents = BigInt(largestRand) * 100n;

/** The most that one entry may cost, in cents: R 100 million. */
export const maxEntryCents = 10_000_000_000;

/**
 * The most that earlier versions accepted for an entry, in cents: 100 000 minutes by a band and a
 * thereafter row of R 100 million each. Such entries remain stored.
 */
export const maxEntryCentsBefore = 1_000_010_000_000_000;

/**
 * Rand as the wire writes them (a number with at most two decimals) to integer cents, exactly.
 * Throws RangeError for more decimals, for what is no finite number, and beyond twenty trillion
 * Rand.
 */
export function toCents(rand: number): number {
  const cents = Math.round(rand * 100);
  // Dividing gives the double that is nearest to the decimal text, which is what parsing that text
  // gave: an exact check, no tolerance.
  const isExact = Math.abs(rand) <= largestRand && cents / 100 === rand;
  if (!isExact) throw new RangeError(`${rand} is not an amount in Rand with at most two decimals.`);
  return cents === 0 ? 0 : cents;
}

/**
 * Integer cents to the number of Rand that the wire writes. Throws RangeError for what is no whole
 * number of cents.
 */
export function toRand(cents: number): number {
  if (!Number.isSafeInteger(cents))
    throw new RangeError(`${cents} is not a whole number of cents.`);
  return cents === 0 ? 0 : cents / 100;
}

/**
 * A sum in cents as the wire writes it: a number of Rand, and beyond twenty trillion Rand its
 * decimal text, `"20000000000000.01"`.
 */
export function toRandTotal(cents: bigint): number | string {
  const size = cents < 0n ? -cents : cents;
  if (size <= largestCents) return toRand(Number(cents));
  const digits = String(size);
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A sum of the wire in cents, exactly. Throws RangeError as `toCents` does. */
export function toCentsTotal(total: number | string): bigint {
  if (typeof total === 'number') return BigInt(toCents(total));
  if (!/^-?\d+\.\d\d$/.test(total))
    throw new RangeError(`${total} is not a sum in Rand with two decimals.`);
  return BigInt(total.replace('.', ''));
}

/**
 * Integer cents for the screen: `R 1 234.50`, `−R 33.00`. The spaces are NO-BREAK SPACE (U+00A0),
 * so that an amount never wraps; the minus is U+2212, which screen readers say. Our own and not
 * `Intl`: the separators of en-ZA change between versions of Node. For files use `toRand`. Throws
 * RangeError for what is no whole number of cents.
 */
export function formatRand(cents: number | bigint): string {
  if (typeof cents === 'number' && !Number.isSafeInteger(cents))
    throw new RangeError(`${cents} is not a whole number of cents.`);
  const digits = String(cents).replace('-', '').padStart(3, '0');
  const rand = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, '\u00A0');
  return `${cents < 0 ? '\u2212' : ''}R\u00A0${rand}.${digits.slice(-2)}`;
}
