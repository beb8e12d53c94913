import type { FeeRow } from '@recoup/contract/call-fees/endpoints';
import type { StatementPurpose } from '@recoup/contract/statements/rules';
import type { EntryVatTreatment } from '@recoup/contract/vat/rules';

export type Named = { _id: string; name: string };

export type LineVat = {
  treatment: EntryVatTreatment;
  basisPoints: number;
  netCents: number;
  vatCents: number;
  grossCents: number;
};

/** An entry on a statement. */
export type Line = {
  id: string;
  /** From 1. */
  item: number;
  date: string;
  particulars: string;
  disbursementType: Named;
  attorney: Named;
  minutes: number | null;
  quantity: number | null;
  voucher: string | null;
  amountCents: number;
  /** Null on a statement without VAT. */
  vat: LineVat | null;
  reverses: string | null;
  /** The call fees that priced it. */
  scheduleId: string | null;
  /** Paid as agent of the client. */
  isAgent: boolean;
};

export type Head = {
  firm: { name: string; logo: Buffer | null; vatNumber: string | null };
  matter: { _id: string; number: string; name: string; client: string | null };
  for: StatementPurpose;
  from: string | null;
  to: string | null;
  /** When it was made, in South Africa. */
  day: string;
  hasVat: boolean;
};

export type PriceTable = {
  disbursementType: Named;
  attorneys: Named[];
  validFrom: string;
  rows: FeeRow[];
};

/** The lines in their order, costs first, and what follows from them once all were read. */
export type Reading = {
  lines: AsyncIterable<readonly Line[]>;
  tally: Tally;
  priceTables: () => Promise<PriceTable[]>;
};

export type Sums = {
  count: number;
  minutes: number;
  amountCents: bigint;
  netCents: bigint;
  vatCents: bigint;
};

export type Tally = {
  costs: Sums;
  agent: Sums;
  byType: Map<string, Sums & { disbursementType: Named; isAgent: boolean }>;
  byRate: Map<string, Sums & { treatment: EntryVatTreatment; basisPoints: number }>;
  scheduleIds: Set<string>;
};
