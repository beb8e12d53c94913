import { longDay } from '@recoup/contract/entries/rules';
import type { EntryVatTreatment } from '@recoup/contract/vat/rules';
import { beginningOfTime } from '@recoup/contract/call-fees/validity';
import {
  type Head,
  type Named,
  type PriceTable,
  type Sums,
  type Tally,
  sortedRates,
  sortedSubtotals,
} from './statement.ts';
import type { StatementPurpose } from '@recoup/contract/statements/endpoints';
import type { Period } from './statements.repository.ts';

export const costsTitle = 'Costs recovered';
export const agentTitle = 'Disbursements paid as agent';
export const emptySentence =
  'Nothing was recorded on this matter in this period, so the statement has no lines.';

/** The note above the lines of a statement with corrections. */
export const correctionNote =
  'A line with “Correction of” puts right what an earlier line charged: that of the day named. ' +
  'A negative amount takes the earlier line back; the line beside it, if there is one, charges ' +
  'what is right. Nothing is charged twice.';

/** Minutes or a quantity, with the minus of amounts. */
export function countText(count: number): string {
  return String(count).replace('-', '\u2212');
}

/** The name of the sum below a section. */
export function sectionTotal(isAgent: boolean): string {
  return `Total: ${(isAgent ? agentTitle : costsTitle).toLowerCase()}`;
}

/** The sums below the lines, each with its name. */
export function namedSums(
  { hasVat }: Head,
  tally: Tally,
): { title: string; rows: readonly (readonly [name: string, sums: Sums])[] }[] {
  const byType = sortedSubtotals(tally).map((sums) => [subtotalText(sums), sums] as const);
  const byRate = sortedRates(tally).map(
    (sums) => [rateText(sums.treatment, sums.basisPoints), sums] as const,
  );
  return [
    // With one type its sum is the total below.
    { title: 'By type', rows: byType.length > 1 ? byType : [] },
    { title: 'VAT by rate', rows: hasVat ? byRate : [] },
  ].filter(({ rows }) => rows.length > 0);
}

function subtotalText({ disbursementType, isAgent }: Subtotal): string {
  return isAgent ? `${disbursementType.name} (paid as agent)` : disbursementType.name;
}
type Subtotal = { disbursementType: Named; isAgent: boolean };

export function statementTitle({ for: purpose }: Pick<Head, 'for'>): string {
  return purpose === 'taxation'
    ? 'Statement of disbursements for taxation'
    : 'Statement of disbursements';
}

/** The facts at the top: a label and its value. */
export function headFacts(head: Head): [label: string, value: string][] {
  const { matter, firm } = head;
  return [
    ['Matter', `${matter.number}   ${matter.name}`],
    ...(matter.client === null ? [] : [['Client', matter.client] satisfies [string, string]]),
    ['Period', periodText(head)],
    ['Date', longDay(head.day)],
    ...(firm.vatNumber === null ? [] : [['VAT number', firm.vatNumber] satisfies [string, string]]),
  ];
}

function periodText({ from, to }: Pick<Head, 'from' | 'to'>): string {
  if (from === null && to === null) return 'Everything recorded';
  if (from === null) return `Up to ${longDay(to ?? '')}`;
  return to === null ? `From ${longDay(from)}` : `${longDay(from)} to ${longDay(to)}`;
}

/** The title of a table of prices, and whose prices they are. */
export function priceTableTexts({ disbursementType, attorneys, validFrom }: PriceTable) {
  const since = validFrom === beginningOfTime ? '' : `, from ${longDay(validFrom)}`;
  return {
    title: `Prices: ${disbursementType.name}${since}`,
    names: attorneys.map(({ name }) => name).join(', '),
  };
}

/** The name of a rate in the summary of VAT. */
function rateText(treatment: EntryVatTreatment, basisPoints: number): string {
  if (treatment === 'cost') return `Standard rate, ${basisPoints / 100} %`;
  return rateTexts[treatment];
}

const rateTexts = {
  none: 'Recorded before VAT was charged',
  agent: 'Paid as agent of the client',
  zero: 'Zero-rated',
  exempt: 'Exempt',
} as const;

/** The names of files of statements: plain ASCII, and no two alike in one ZIP. */
const longest = 60;

type Subject = Period & { for?: StatementPurpose | undefined };

export function statementFileName(
  of: Subject & { number: string },
  kind: string,
  taken = new Set<string>(),
): string {
  const stem = `statement${purposeSuffix(of)}-${plain(of.number)}${periodSuffix(of)}`;
  let name = `${stem}.${kind}`;
  for (let other = 2; taken.has(name.toLowerCase()); other += 1) name = `${stem}-${other}.${kind}`;
  taken.add(name.toLowerCase());
  return name;
}

export function zipFileName(of: Subject): string {
  return `statements${purposeSuffix(of)}${periodSuffix(of)}.zip`;
}

export function packFileName({ matter, from, to }: PackSubject): string {
  const period = { from: from ?? undefined, to: to ?? undefined };
  return `taxation-pack-${plain(matter.number)}${periodSuffix(period)}.zip`;
}
type PackSubject = { matter: { number: string }; from: string | null; to: string | null };

/** The statement of a client and that for a taxation are often kept in one folder. */
function purposeSuffix({ for: purpose }: Subject): string {
  return purpose === 'taxation' ? '-taxation' : '';
}

function plain(number: string): string {
  const ascii = number
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, longest);
  return ascii === '' ? 'matter' : ascii;
}

function periodSuffix({ from, to }: Period): string {
  if (from === undefined && to === undefined) return '';
  if (from === undefined) return `-to-${to}`;
  return to === undefined ? `-from-${from}` : `-${from}-to-${to}`;
}
