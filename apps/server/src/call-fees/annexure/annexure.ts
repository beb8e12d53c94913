import type { CallFeeBand } from '@recoup/contract/call-fees/rules';

/** The value on a day, and the coming change. */
export type Dated<T> = {
  validFrom: string;
  value: T;
  next: { validFrom: string; value: T } | null;
};

/** A type with its call fees and its unit price in cents, null for one that never had any. */
export type AnnexureType = {
  title: string;
  callFees: Dated<readonly CallFeeBand[]> | null;
  unitPrice: Dated<number | null> | null;
};

export type AnnexureAttorney = {
  name: string;
  email: string;
  types: readonly AnnexureType[];
};

export type Annexure = {
  firm: { name: string; logo: Buffer | null };
  /** The day that it is printed for. */
  on: string;
  attorneys: readonly AnnexureAttorney[];
};
