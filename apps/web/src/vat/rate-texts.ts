import { vatEndpoints } from '@recoup/contract/vat/endpoints';
import type { VatRate } from '@recoup/contract/vat/rules';
import { readData } from '../platform/api/read.ts';

/** The standard rates, the latest first. */
export const vatRatesQuery = readData(vatEndpoints.listVatRates, {}, { what: 'VAT rates' });

/** A sentence for the rate of the day, and one for each later rate; `rates` the latest first. */
export function rateTexts(
  rates: readonly VatRate[],
  day: string,
  format: (day: string) => string,
): string[] {
  const coming = rates.filter(({ validFrom }) => validFrom > day).toReversed();
  const present = rates.find(({ validFrom }) => validFrom <= day);
  return [
    ...(present
      ? [`The standard rate is ${present.percent} % since ${format(present.validFrom)}.`]
      : []),
    ...coming.map(({ percent, validFrom }) => `From ${format(validFrom)} it is ${percent} %.`),
  ];
}
