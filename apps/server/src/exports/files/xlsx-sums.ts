/** The sums below the lines, by what they add up. */
export const sumTitles = { amount: 'Total', net: 'Net', vat: 'VAT', gross: 'Gross' } as const;

export function sumNames(hasVat: boolean): readonly (keyof typeof sumTitles)[] {
  return hasVat ? ['amount', 'net', 'vat', 'gross'] : ['amount'];
}

/** Rows from the last line to the first sum. */
export const sumsGap = 2;
