import { compareFolded } from '@recoup/contract/core/folded';
import { formatRand } from '@recoup/contract/core/money';
import type { ExportLine } from '../snapshot/csv-lines.ts';

/** A line's amount, or with VAT its net, VAT and gross. */
export function lineAmounts({ amountCents, vat }: ExportLine, hasVat: boolean): string[] {
  if (!hasVat) return [formatRand(amountCents)];
  const { netCents, vatCents, grossCents } = vat ?? withoutVat(amountCents);
  return [netCents, vatCents, grossCents].map((cents) => formatRand(cents));
}

/** As `lineAmounts`, of all lines together. */
export function amountSums(lines: readonly ExportLine[], hasVat: boolean): string[] {
  const sum = (cents: (line: ExportLine) => number) =>
    formatRand(lines.reduce((total, line) => total + BigInt(cents(line)), 0n));
  if (!hasVat) return [sum(({ amountCents }) => amountCents)];
  const of = (name: 'netCents' | 'vatCents' | 'grossCents') =>
    sum(({ amountCents, vat }) => (vat ?? withoutVat(amountCents))[name]);
  return [of('netCents'), of('vatCents'), of('grossCents')];
}

function withoutVat(amountCents: number) {
  return { netCents: amountCents, vatCents: 0, grossCents: amountCents };
}

/** The lines of each type or attorney, by its name. */
export function sumBy(
  lines: readonly ExportLine[],
  name: 'disbursementType' | 'attorney',
): ReadonlyMap<string, readonly ExportLine[]> {
  const groups = new Map<string, ExportLine[]>();
  for (const line of lines) {
    const group = groups.get(line[name]);
    if (group) group.push(line);
    else groups.set(line[name], [line]);
  }
  return new Map([...groups].toSorted(([a], [b]) => compareFolded(a, b)));
}
