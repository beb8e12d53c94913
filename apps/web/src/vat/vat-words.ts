import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import type { VatTotals } from '@recoup/contract/vat/amounts';
import type { EntryVatTreatment, VatTreatment } from '@recoup/contract/vat/rules';

export const treatmentNames: Readonly<Record<EntryVatTreatment, string>> = {
  none: 'Recorded before VAT was charged',
  cost: 'Standard rate',
  agent: 'Paid as agent of the client',
  zero: 'Zero-rated',
  exempt: 'Exempt',
};

/** What a treatment means for who chooses one. */
export const treatmentHints: Readonly<Record<VatTreatment, string>> = {
  cost: 'A cost of the firm that it recovers: VAT at the standard rate.',
  agent: 'Paid for the client, who is named on the supplier’s invoice: no VAT.',
  zero: 'A supply at 0 %.',
  exempt: 'An exempt supply: no VAT.',
};

/** `R 100.00 net, R 15.00 VAT, R 115.00 gross`. */
export function totalsText({ net, vat, gross }: VatTotals): string {
  const parts = [
    [net, 'net'],
    [vat, 'VAT'],
    [gross, 'gross'],
  ] as const;
  return parts.map(([amount, word]) => `${formatRand(toCentsTotal(amount))} ${word}`).join(', ');
}
