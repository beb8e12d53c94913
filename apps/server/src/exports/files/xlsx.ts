import { toRandTotal } from '@recoup/contract/core/money';
import { printable } from '@recoup/contract/core/formula-escaping';
import type { ExportLine } from '../snapshot/csv-lines.ts';
import {
  workbookParts,
  type XlsxFacts,
  logoPicture,
  sumsGap,
  sumNames,
  sumTitles,
} from './xlsx-parts.ts';
import { plainSheet, type Cell, type Row } from './workbook.service.ts';
import {
  columnLetter,
  numberCell,
  textCell,
  type PlacedColumn,
  xlsxColumns,
  rowStart,
  style,
  escapeXml,
  mainNs,
  xmlHead,
} from './xlsx-columns.ts';
import { zip } from '../../platform/zip/zip.ts';
import { compareFolded } from '@recoup/contract/core/folded';
import { southAfricanDay } from '../../platform/core/clock.ts';

export type ExportXlsxFacts = XlsxFacts & Omit<TotalsFacts, 'hasVat'> & { logo: Buffer | null };

/**
 * Streams the lines as a workbook (ECMA-376). Numbers and days are numbers; all else are text
 * cells, which no spreadsheet runs. The total is outside the column of amounts, so that a sum over
 * the column is right; a second sheet has the sums by type and attorney. The same lines give the
 * same bytes.
 */
export function xlsx(
  lines: AsyncIterable<readonly ExportLine[]>,
  input: ExportXlsxFacts,
): AsyncGenerator<Buffer> {
  const facts = { ...input, firmName: printable(input.firmName) };
  const totals = newTotals();
  const picture = logoPicture(facts.logo);
  return zip([
    ...workbookParts(facts, picture),
    { name: 'xl/worksheets/sheet1.xml', text: sheet(lines, { facts, totals }) },
    {
      name: 'xl/worksheets/sheet2.xml',
      text: totalsSheet(totals, { ...facts, hasPicture: picture !== undefined }),
    },
  ]);
}

/** Few enough that their text dies in the young generation of the heap. */
const rowsAtOnce = 250;

async function* sheet(
  lines: AsyncIterable<readonly ExportLine[]>,
  { facts, totals }: { facts: XlsxFacts; totals: Totals },
): AsyncGenerator<string> {
  const columns = xlsxColumns(facts.extras);
  const widths = columns.map(
    ({ width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  yield `${xmlHead}<worksheet xmlns="${mainNs}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`;
  yield `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`;
  yield `<cols>${widths.join('')}</cols><sheetData>${rowStart(1, 2)}`;
  for (const { letter, name, headerStyle } of columns)
    yield textCell(`${letter}1`, name, headerStyle);
  yield '</row>';
  let last = 1;
  for await (const batch of lines) {
    for (const line of batch) totals.add(line);
    for (let start = 0; start < batch.length; start += rowsAtOnce) {
      let rows = '';
      for (const line of batch.slice(start, start + rowsAtOnce)) {
        last += 1;
        rows += row(line, last, columns);
      }
      yield rows;
    }
  }
  yield totalRows(totals, { first: last + sumsGap, hasVat: facts.extras.includes('vat') });
  const all = `A1:${columnLetter(columns.length - 1)}${last}`;
  yield `</sheetData><autoFilter ref="${all}"/>${printing(facts)}`;
  // Spreadsheets would otherwise mark matter numbers as numbers stored as text.
  const ignored = `<ignoredError sqref="${all}" numberStoredAsText="1"/>`;
  yield `<ignoredErrors>${ignored}</ignoredErrors></worksheet>`;
}

function row(line: ExportLine, at: number, columns: readonly PlacedColumn[]): string {
  let [cells, most] = ['', 1];
  for (const { letter, cell } of columns) {
    const content = cell(line);
    if (content === null) continue;
    cells += `<c r="${letter}${at}"${content.xml}`;
    if (content.lines > most) most = content.lines;
  }
  return `${rowStart(at, most)}${cells}</row>`;
}

/** A4 landscape, one page wide; the workbook names the rows to repeat. */
function printing({ title, firmName }: XlsxFacts): string {
  const margins =
    '<pageMargins left="0.5" right="0.5" top="0.75" bottom="0.6" header="0.3" footer="0.3"/>';
  const setup = '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>';
  const header = escapeXml(`&L${firmName.replaceAll('&', '&&')}&R${title}`);
  const footer = '&amp;RPage &amp;P of &amp;N';
  const texts = `<oddHeader>${header}</oddHeader><oddFooter>${footer}</oddFooter>`;
  return `${margins}${setup}<headerFooter>${texts}</headerFooter>`;
}

function totalRows(totals: Totals, { first, hasVat }: { first: number; hasVat: boolean }): string {
  return namedSums(totals.all, hasVat)
    .map(([title, cents], index) => {
      const at = first + index;
      const sum = numberCell(`B${at}`, toRandTotal(cents), style.total);
      return `<row r="${at}">${textCell(`A${at}`, title, style.header)}${sum}</row>`;
    })
    .join('');
}

/** After the lines were read. */
async function* totalsSheet(
  totals: Totals,
  { hasPicture, ...facts }: ExportXlsxFacts & { hasPicture: boolean },
): AsyncGenerator<string> {
  const hasVat = facts.extras.includes('vat');
  const rows = [totalsRows(totals, { ...facts, hasVat })];
  yield* plainSheet({ widths: totalsWidths, rows, hasPicture });
}

/** Sums of the lines of a workbook, in cents. */
type Sums = { lines: number } & Record<'amount' | 'net' | 'vat' | 'gross', bigint>;
type Totals = {
  all: Sums;
  byType: ReadonlyMap<string, Sums>;
  byAttorney: ReadonlyMap<string, Sums>;
  add: (line: ExportLine) => void;
};

function newTotals(): Totals {
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
function namedSums(sums: Sums, hasVat: boolean): [name: string, cents: bigint][] {
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

const totalsWidths = [34, 30, 16, 16, 16, 16];
const bold = (text: string): Cell => ({ text, isBold: true });

/** The second sheet: whose export it is, and what its lines add up to. */
function totalsRows(totals: Totals, facts: TotalsFacts): Row[] {
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
