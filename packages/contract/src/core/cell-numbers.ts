/**
 * Spaces, dashes, brackets, marks that come along with a copied number, and +27 / 0027 become the
 * leading 0 (product.md, "People and accounts").
 */
export function normalizePhoneNumber(input: string): string {
  return input.replace(/[\s\-()\p{Cf}]/gu, '').replace(/^(?:\+27|0027)/, '0');
}

/**
 * Whether a South African number of ten digits receives SMS: 06, 07 and 081 to 085. Landlines (01
 * to 05), freephone (080), shared cost (086), voice over IP (087) and premium numbers (088 to 09)
 * do not.
 */
export function canReceiveSms(cell: string): boolean {
  return /^0(?:[67]\d|8[1-5])\d{7}$/.test(cell);
}

/** For a new firm admin, who has no password and signs in by an SMS first. */
export const smsNeeded =
  'This number cannot receive SMS, and the first sign-in needs one. ' +
  'Please enter a mobile number (06, 07, 081 to 085).';

/**
 * A form's warning beside a number that is accepted but receives no SMS. Undefined for other and
 * for incomplete numbers.
 */
export function smsWarning(typed: string): string | undefined {
  const cell = normalizePhoneNumber(typed);
  if (!/^\d{10}$/.test(cell) || canReceiveSms(cell)) return undefined;
  return (
    'This number cannot receive SMS: “Forgot password” will not work for it. ' +
    'Mobile numbers begin with 06, 07 or 081 to 085.'
  );
}
