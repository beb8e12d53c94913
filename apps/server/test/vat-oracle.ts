/** VAT in cents without the product's arithmetic: the nearest whole number, half away from 0. */
export function isVatOf(
  vatCents: bigint,
  line: { amountCents: bigint; basisPoints: bigint; isIncluded: boolean },
): boolean {
  const { amountCents, basisPoints, isIncluded } = line;
  const parts = isIncluded ? 10_000n + basisPoints : 10_000n;
  const size = (value: bigint) => (value < 0n ? -value : value);
  // Twice the distance to the exact VAT, in parts of a cent.
  const distance = 2n * (size(amountCents) * basisPoints - size(vatCents) * parts);
  const hasItsSign = vatCents === 0n || vatCents < 0n === amountCents < 0n;
  return hasItsSign && distance < parts && distance >= -parts;
}
