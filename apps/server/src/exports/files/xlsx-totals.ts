import { compareFolded } from '@recoup/contract/core/folded';
import { toRandTotal } from '@recoup/contract/core/money';
import { southAfricanDay } from '../../platform/core/clock.ts';
import type { ExportLine } from '../snapshot/csv-lines.ts';
import type { Cell, Row } from './workbook.service.ts';
import { sumNames, sumTitles } from './xlsx-sums.ts';

/** Sums of the lines of a workbook, in cents. */
type Sums = { lines: number } & Record<'amount' | 'net' | 'vat' | 'gross', bigint>;
export type Totals = {
  all: Sums;
  byType: ReadonlyMap<string, Sums>;
  byAttorney: ReadonlyMap<string, Sums>;
  add: (line: ExportLine) => void;
};

export function newTotals(): Totals {
  const all = newSums();
  const byType = new Map<string, Sums>();
  const byAttorney = new Map<string, Sums>();
  const add = (line: ExportLine): void => {
    addTo(all, line);
    addTo(groupSums(byType, line.disbursementType), line);
    addTo(groupSums(byAttorney, line.attorney), line);
  };
  return { all, byType, byAttorney, add };
}

function groupSums(groups: Map<string, Sums>, name: string): Sums {
  const found = groups.get(name) ?? newSums();
  groups.set(name, found);
  return found;
}

function newSums(): Sums {
  return { lines: 0, amount: 0n, net: 0n, vat: 0n, gross: 0n };
}

function addTo(sums: Sums, { amountCents, vat }: ExportLine): void {
  sums.lines += 1;
  sums.amount += BigInt(amountCents);
  if (!vat) return;
  sums.net += BigInt(vat.netCents);
  sums.vat += BigInt(vat.vatCents);
  sums.gross += BigInt(vat.grossCents);
}

/** The sums below the lines, each with its name. */
export function namedSums(sums: Sums, hasVat: boolean): [name: string, cents: bigint][] {
  return sumNames(hasVat).map((name) => [sumTitles[name], sums[name]]);
}

export type TotalsFacts = {
  title: string;
  firmName: string;
  /** Null for a firm that is no VAT vendor. */
  vatNumber: string | null;
  period: string;
  createdAt: Date;
  hasVat: boolean;
};

export const totalsWidths = [34, 30, 16, 16, 16, 16];
const bold = (text: string): Cell => ({ text, isBold: true });

/** The second sheet: whose export it is, and what its lines add up to. */
export function totalsRows(totals: Totals, facts: TotalsFacts): Row[] {
  const { title, firmName, vatNumber, period, createdAt, hasVat } = facts;
  const { all, byType, byAttorney } = totals;
  const amounts = hasVat ? ['Amount', 'Net', 'VAT', 'Gross'] : ['Amount'];
  const group = (name: string, sums: ReadonlyMap<string, Sums>): Row[] => [
    [],
    [bold(name), right('Lines'), ...amounts.map((amount) => right(amount))],
    ...inOrder(sums).map(([key, each]): Row => [{ text: key }, ...sumCells(each, hasVat)]),
  ];
  return [
    [bold(title)],
    [{ text: 'Firm' }, { text: firmName }],
    ...(vatNumber === null ? [] : [[{ text: 'VAT number' }, { text: vatNumber }]]),
    [{ text: 'Period' }, { text: period }],
    [{ text: 'Created' }, { day: southAfricanDay(createdAt) }],
    ...group('Disbursement', byType),
    ...group('Attorney', byAttorney),
    [],
    [bold('Total'), ...sumCells(all, hasVat)],
  ];
}

const right = (text: string): Cell => ({ text, isRight: true });

function sumCells({ lines, amount, net, vat, gross }: Sums, hasVat: boolean): Cell[] {
  const cents = hasVat ? [amount, net, vat, gross] : [amount];
  return [{ whole: lines }, ...cents.map((each): Cell => ({ rand: toRandTotal(each) }))];
}

function inOrder(groups: ReadonlyMap<string, Sums>): [string, Sums][] {
  return [...groups].toSorted(([a], [b]) => compareFolded(a, b));
}
