/**
 * Divides a total in cents by whole weights, to the cent: the cents that rounding down leaves go to
 * the largest remainders, on a tie to the first lines (product-3.md, section 4).
 */
export function splitCents(totalCents: number, weights: readonly number[]): number[] {
  const sign = totalCents < 0 ? -1 : 1;
  const total = BigInt(Math.abs(totalCents));
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n);
  const shares = weights.map((weight, at) => {
    const parts = total * BigInt(weight);
    return { at, cents: parts / sum, remainder: parts % sum };
  });
  const left = Number(total - shares.reduce((all, { cents }) => all + cents, 0n));
  const byRemainder = shares.toSorted(
    (a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder) || a.at - b.at,
  );
  const raised = new Set(byRemainder.slice(0, left).map(({ at }) => at));
  return shares.map(({ at, cents }) => sign * (Number(cents) + Number(raised.has(at))));
}

/** The key of an account's number, without case, spaces and leading zeros. */
export function accountNumberKey(number: string, fold: (text: string) => string): string {
  return fold(number)
    .replaceAll(/\s/g, '')
    .replace(/^0+(?=.)/, '');
}
