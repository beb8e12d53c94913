import { compareCodes } from '@recoup/contract/core/code-order';
import type { FeeRow } from '@recoup/contract/call-fees/endpoints';
import type { StatementPurpose } from '@recoup/contract/statements/endpoints';
import type { EntryVatTreatment } from '@recoup/contract/vat/rules';
import { compareFolded } from '@recoup/contract/core/folded';

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
  vouchers: number;
  amountCents: number;
  /** Null on a statement without VAT. */
  vat: LineVat | null;
  reverses: string | null;
  /** How the line corrects another one, and why. */
  correction: string | null;
  reason: string | null;
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

export function newTally(): Tally {
  return {
    costs: noSums(),
    agent: noSums(),
    byType: new Map(),
    byRate: new Map(),
    scheduleIds: new Set(),
  };
}

/** Totals add lines, so that they are right to the cent. */
export function addToTally(tally: Tally, line: Line): void {
  const { disbursementType, isAgent, vat, scheduleId } = line;
  add(isAgent ? tally.agent : tally.costs, line);
  const typeKey = `${isAgent} ${disbursementType._id}`;
  const ofType = tally.byType.get(typeKey) ?? { ...noSums(), disbursementType, isAgent };
  tally.byType.set(typeKey, ofType);
  add(ofType, line);
  if (scheduleId !== null) tally.scheduleIds.add(scheduleId);
  if (vat === null) return;
  const { treatment, basisPoints } = vat;
  const rateKey = `${treatment} ${basisPoints}`;
  const ofRate = tally.byRate.get(rateKey) ?? { ...noSums(), treatment, basisPoints };
  tally.byRate.set(rateKey, ofRate);
  add(ofRate, line);
}

/** The amount that the client owes, with VAT where there is any. */
export function totalCents({ netCents, vatCents }: Pick<Sums, 'netCents' | 'vatCents'>): bigint {
  return netCents + vatCents;
}

/** A column of amounts: of the lines, and of their sums. */
export type AmountColumn = {
  title: string;
  cents: (line: Line) => number;
  sum: (sums: Sums) => bigint;
};

/** The amount that the client owes. */
export const amountColumn: AmountColumn = {
  title: 'Amount',
  cents: ({ vat, amountCents }) => vat?.grossCents ?? amountCents,
  sum: totalCents,
};

const columnsWithVat: readonly AmountColumn[] = [
  { title: 'Excl. VAT', cents: ({ vat }) => vat?.netCents ?? 0, sum: ({ netCents }) => netCents },
  { title: 'VAT', cents: ({ vat }) => vat?.vatCents ?? 0, sum: ({ vatCents }) => vatCents },
  { ...amountColumn, title: 'Incl. VAT' },
];

export function amountColumns({ hasVat }: Pick<Head, 'hasVat'>): readonly AmountColumn[] {
  return hasVat ? columnsWithVat : [amountColumn];
}

export function allSums({ costs, agent }: Tally): Sums {
  return {
    count: costs.count + agent.count,
    minutes: costs.minutes + agent.minutes,
    amountCents: costs.amountCents + agent.amountCents,
    netCents: costs.netCents + agent.netCents,
    vatCents: costs.vatCents + agent.vatCents,
  };
}

/** Costs before disbursements paid as agent, then by title. */
export function sortedSubtotals({ byType }: Tally) {
  return [...byType.values()].toSorted(
    (a, b) =>
      Number(a.isAgent) - Number(b.isAgent) ||
      compareFolded(a.disbursementType.name, b.disbursementType.name),
  );
}

/** The highest rate first. */
export function sortedRates({ byRate }: Tally) {
  return [...byRate.values()].toSorted(
    (a, b) => b.basisPoints - a.basisPoints || compareCodes(a.treatment, b.treatment),
  );
}

function noSums(): Sums {
  return { count: 0, minutes: 0, amountCents: 0n, netCents: 0n, vatCents: 0n };
}

function add(sums: Sums, { minutes, amountCents, vat }: Line): void {
  sums.count += 1;
  sums.minutes += minutes ?? 0;
  sums.amountCents += BigInt(amountCents);
  sums.netCents += BigInt(vat?.netCents ?? amountCents);
  sums.vatCents += BigInt(vat?.vatCents ?? 0);
}
