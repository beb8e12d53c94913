import { compareCodes } from '../core/code-order.ts';

/** How a disbursement type is taxed (docs/decisions/0047). */
export const vatTreatments = ['cost', 'agent', 'zero', 'exempt'] as const;
export type VatTreatment = (typeof vatTreatments)[number];

/** VAT treatments of an entry. `none`: recorded while the firm was no VAT vendor. */
export const entryVatTreatments = ['none', ...vatTreatments] as const;
export type EntryVatTreatment = (typeof entryVatTreatments)[number];

/** Rule for the VAT of an entry, stored with it. 10 000 basis points are 100 %. */
export type EntryVat = {
  treatment: EntryVatTreatment;
  basisPoints: number;
  /** Whether the recorded amount includes the VAT. */
  isIncluded: boolean;
};

export type VatAmounts = { netCents: number; vatCents: number; grossCents: number };

/**
 * Net, VAT and gross of one line, in cents; the VAT is rounded half up, of a negative amount half
 * down, so that a reversal takes back exactly what was charged. Totals add lines. The database
 * computes the same for entries (migration 0041).
 */
export function splitVat(
  amountCents: number,
  { basisPoints, isIncluded }: Pick<EntryVat, 'basisPoints' | 'isIncluded'>,
): VatAmounts {
  const parts = BigInt(isIncluded ? 10_000 + basisPoints : 10_000);
  const size = BigInt(Math.abs(amountCents));
  const vat = Number((2n * size * BigInt(basisPoints) + parts) / (2n * parts));
  const vatCents = amountCents < 0 && vat > 0 ? -vat : vat;
  const netCents = isIncluded ? amountCents - vatCents : amountCents;
  return { netCents, vatCents, grossCents: netCents + vatCents };
}

/** A rate from a day on, until the next one begins. */
export type VatRate = { percent: number; validFrom: string };

/** The standard rates of the VAT Act 89 of 1991, section 7(1), the latest first. */
export const knownVatRates: readonly VatRate[] = [
  { percent: 15, validFrom: '2018-04-01' },
  { percent: 14, validFrom: '1993-04-07' },
];

/** The standard rate of a day in basis points; none before the first rate. */
export function standardRateOn(rates: readonly VatRate[], day: string): number {
  const valid = rates.filter(({ validFrom }) => validFrom <= day);
  const last = valid.toSorted((a, b) => compareCodes(a.validFrom, b.validFrom)).at(-1);
  return Math.round((last?.percent ?? 0) * 100);
}

/** The basis points that a treatment charges; only costs are taxed. */
export function treatmentBasisPoints(treatment: EntryVatTreatment, standardRate: number): number {
  return treatment === 'cost' ? standardRate : 0;
}
