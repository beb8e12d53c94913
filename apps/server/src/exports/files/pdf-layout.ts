import { compareCodes } from '@recoup/contract/core/code-order';
import { createPauses } from '../../platform/core/pauses.ts';
import { oneLine, type Wrap, type Face } from '../../platform/pdf/wrap.ts';
import type { ExportLine } from '../snapshot/csv-lines.ts';
import { type Column, gap, sheet } from './pdf-columns.ts';
import { compareFolded } from '@recoup/contract/core/folded';
import { formatRand } from '@recoup/contract/core/money';

/** The content of a page, from top to bottom; `lines` of an item are its height. */
export type Item =
  | { kind: 'matter'; title: string; lines: number; isCut: boolean }
  | { kind: 'entry'; cells: readonly (readonly string[])[]; lines: number; isCut: boolean }
  | SumItem;
export type SumItem = { kind: SumKind; title: string; amounts: readonly string[]; lines: number };
/** `total` is of the whole export, `part` of one of its types or attorneys. */
type SumKind = 'subtotal' | 'total' | 'part' | 'parts';

/** `columns` end with the amounts: of an export with VAT net, VAT and gross. */
export type PageFormat = { wrap: Wrap<ExportFace>; columns: readonly Column[]; hasVat: boolean };

const maxLines = 6;
const ellipsisWidth = 12;
const wholeWidth = sheet.width - 2 * sheet.margin;
const continuedWidth = 60;
/** Sums may be longer than the amounts of their column. */
export const sumRoom = 60;
const titleLines = 1.5;
/** Keeps a wrapped text apart from the next entry. */
const wrappedGap = 0.4;
const linesOnPage = Math.floor((sheet.height - sheet.top - sheet.bottom) / sheet.lineHeight);

/** Pages by matter number with subtotals, and the total at the end. Yields to other requests. */
export async function paginate(
  lines: readonly ExportLine[],
  format: PageFormat,
): Promise<Item[][]> {
  const pages: Item[][] = [];
  const pause = createPauses();
  let room = 0;
  const put = (items: readonly Item[]): void => {
    pages.at(-1)?.push(...items);
    room -= height(items);
  };
  for (const { items, title, isCut } of itemGroups(lines, format)) {
    await pause();
    if (height(items) > room) {
      pages.push([]);
      room = linesOnPage;
      if (items[0]?.kind === 'entry')
        put([{ kind: 'matter', title: `${title} (continued)`, lines: titleLines, isCut }]);
    }
    put(items);
  }
  return pages;
}

function height(items: readonly Item[]): number {
  return items.reduce((lineCount, item) => lineCount + item.lines, 0);
}

type Group = { items: readonly Item[]; title: string; isCut: boolean };

/** Items that stay together, such as a matter's title and its first entry. */
function* itemGroups(lines: readonly ExportLine[], format: PageFormat): Generator<Group> {
  for (const matter of groupByMatter(lines)) {
    const { text: title, isCut } = oneLine(matterTitle(matter), {
      wrap: format.wrap,
      width: wholeWidth - continuedWidth,
      face: 'matter',
    });
    const subtotal = sumItem('subtotal', `Subtotal ${matter[0]?.matterNumber ?? ''}`, {
      lines: matter,
      format,
    });
    for (const [index, line] of matter.entries()) {
      const before: Item[] =
        index === 0 ? [{ kind: 'matter', title, lines: titleLines, isCut }] : [];
      const after = index === matter.length - 1 ? [subtotal] : [];
      yield { title, isCut, items: [...before, entryItem(line, format), ...after] };
    }
  }
  const count = `${lines.length} ${lines.length === 1 ? 'entry' : 'entries'}`;
  yield single(sumItem('total', `Total of ${count}`, { lines, format }));
  yield* parts('By disbursement type', sumBy(lines, 'disbursementType'), format);
  yield* parts('By attorney', sumBy(lines, 'attorney'), format);
}

function* parts(
  title: string,
  sums: ReadonlyMap<string, readonly ExportLine[]>,
  format: PageFormat,
): Generator<Group> {
  yield single({ kind: 'parts', title, amounts: [], lines: 2 });
  for (const [name, lines] of sums) yield single(sumItem('part', name, { lines, format }));
}

function single(item: Item): Group {
  return { title: '', isCut: false, items: [item] };
}

function sumItem(
  kind: SumKind,
  title: string,
  { lines, format }: { lines: readonly ExportLine[]; format: PageFormat },
): Item {
  const { wrap, columns, hasVat } = format;
  const amounts = amountSums(lines, hasVat);
  // Leaves room for the amounts, the first of which begins before its column.
  const width = (columns.at(-amounts.length)?.x ?? 0) - sumRoom - sheet.margin - gap;
  const { text } = oneLine(title, { wrap, width, face: 'subtotal' });
  return { kind, title: text, amounts, lines: kind === 'part' ? 1.5 : 2 };
}

function groupByMatter(lines: readonly ExportLine[]): ExportLine[][] {
  const groups = new Map<string, ExportLine[]>();
  for (const line of lines) {
    const group = groups.get(line.matterNumber);
    if (!group) groups.set(line.matterNumber, [line]);
    else group.push(line);
  }
  return [...groups].toSorted(([a], [b]) => compareCodes(a, b)).map(([, group]) => group);
}

function matterTitle(matter: readonly ExportLine[]): string {
  const [first] = matter;
  if (!first) return '';
  const client = first.client === null ? '' : `${first.client} · `;
  return `${first.matterNumber}   ${client}${first.matterDescription}`;
}

function entryItem(line: ExportLine, { wrap, columns, hasVat }: PageFormat): Item {
  const values = [
    line.date,
    line.attorney,
    line.disbursementType,
    line.minutes === null ? '' : String(line.minutes),
    line.quantity === null ? '' : String(line.quantity),
    narrationText(line),
    ...lineAmounts(line, hasVat),
  ];
  const wrapped = values.map((value, index) => wrap(value, columns[index]?.width ?? 0, 'cell'));
  const cells = wrapped.map((cell, index) =>
    cell.length <= maxLines ? cell : shortened(cell, wrap, columns[index]?.width ?? 0),
  );
  const isCut = wrapped.some(({ length }) => length > maxLines);
  const longest = Math.max(...cells.map(({ length }) => length));
  return { kind: 'entry', cells, lines: longest > 1 ? longest + wrappedGap : 1, isCut };
}

function shortened(lines: readonly string[], wrap: Wrap<ExportFace>, width: number): string[] {
  const [last = ''] = wrap(lines[maxLines - 1] ?? '', width - ellipsisWidth, 'cell');
  return [...lines.slice(0, maxLines - 1), `${last} …`];
}

function narrationText({ narration, voucher }: ExportLine): string {
  const texts = [narration ?? '', voucher ? `Voucher ${voucher}` : ''];
  return texts.filter((text) => text !== '').join(' · ');
}

/** A line's amount, or with VAT its net, VAT and gross. */
function lineAmounts({ amountCents, vat }: ExportLine, hasVat: boolean): string[] {
  if (!hasVat) return [formatRand(amountCents)];
  const { netCents, vatCents, grossCents } = vat ?? withoutVat(amountCents);
  return [netCents, vatCents, grossCents].map((cents) => formatRand(cents));
}

/** As `lineAmounts`, of all lines together. */
function amountSums(lines: readonly ExportLine[], hasVat: boolean): string[] {
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
function sumBy(
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

/** How a text is drawn. */
export const faces = {
  firm: { font: 'bold', size: 13 },
  matter: { font: 'bold', size: 8 },
  cell: { font: 'plain', size: 7.5 },
  subtotal: { font: 'bold', size: 7.5 },
} as const satisfies Record<string, Face>;
type ExportFace = keyof typeof faces;

export function setFace(document: PDFKit.PDFDocument, face: ExportFace): PDFKit.PDFDocument {
  return document.font(faces[face].font, faces[face].size);
}
