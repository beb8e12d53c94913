import { formatRand, toCents } from '@recoup/contract/core/money';
import type { Entry } from '@recoup/contract/entries/endpoints';
import type { EntryVatTreatment, VatTreatment } from '@recoup/contract/vat/rules';

export const treatmentNames: Readonly<Record<EntryVatTreatment, string>> = {
  none: 'Recorded before VAT was charged',
  cost: 'Standard rate',
  agent: 'Paid as agent of the client',
  zero: 'Zero-rated',
  exempt: 'Exempt',
};

/** Help texts for choosing a treatment. */
export const treatmentHints: Readonly<Record<VatTreatment, string>> = {
  cost: 'A cost of the firm that it recovers: VAT at the standard rate.',
  agent: 'Paid for the client, who is named on the supplier’s invoice: no VAT.',
  zero: 'A supply at 0 %.',
  exempt: 'An exempt supply: no VAT.',
};

/** `VAT R 15.00` of a line; undefined for an entry of before its firm charged VAT. */
export function lineVatText(vat: Entry['vat']): string | undefined {
  if (vat === undefined || vat.treatment === 'none') return undefined;
  return `VAT ${formatRand(toCents(vat.vat))}`;
}
