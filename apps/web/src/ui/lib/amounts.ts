/** A comma before the last three digits may separate thousands or decimals. */
export const unclearComma = 'A comma before three digits is unclear: write 1500 or 1,50.';

/**
 * An amount as people type it, with a decimal point: `R 1 234,50` and `1,234.50` are `1234.50`.
 * An ambiguous comma, as in `1,500`, stays.
 */
export function withDecimalPoint(text: string): string {
  const plain = withoutSpaces(text);
  if (/^\d{1,3}(?:,\d{3})+\.\d{2}$/.test(plain)) return plain.replaceAll(',', '');
  return /,\d{3}$/.test(plain) ? plain : plain.replace(',', '.');
}

export function hasUnclearComma(text: string): boolean {
  return /^\d{1,3}(?:,\d{3})+$/.test(withoutSpaces(text));
}

function withoutSpaces(text: string): string {
  return text.replace(/[\s\u00A0]/g, '').replace(/^R/i, '');
}
