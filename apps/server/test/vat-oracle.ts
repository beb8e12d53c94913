/**
 * The VAT of a line in cents, as a rule without the product's arithmetic: the whole number nearest
 * to the exact fraction, of two equally near ones the larger size.
 */
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
