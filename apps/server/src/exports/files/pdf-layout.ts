import { formatRand } from '@recoup/contract/core/money';
import { createPauses } from '../../platform/core/pauses.ts';
import { oneLine, type Wrap } from '../../platform/pdf/wrap.ts';
import type { ExportLine } from '../snapshot/csv-lines.ts';
import { columns, gap, sheet } from './pdf-columns.ts';
import type { ExportFace } from './pdf-faces.ts';

/** The content of a page, from top to bottom; an item has as many lines as its longest cell. */
export type Item =
  | { kind: 'matter'; title: string; lines: number; isCut: boolean }
  | { kind: 'entry'; cells: readonly (readonly string[])[]; lines: number; isCut: boolean }
  | { kind: 'subtotal' | 'total'; title: string; amount: string; lines: number };

const maxLines = 6;
const ellipsisWidth = 12;
const wholeWidth = sheet.width - 2 * sheet.margin;
const continuedWidth = 60;
/** Leaves room for the amounts of sums. */
const sumsWidth = (columns.at(-1)?.x ?? 0) - 60 - sheet.margin - gap;
const titleLines = 1.5;
const linesOnPage = Math.floor((sheet.height - sheet.top - sheet.bottom) / sheet.lineHeight);

/** Pages by matter number with subtotals, and the total at the end. Yields to other requests. */
export async function paginate(
  lines: readonly ExportLine[],
  wrap: Wrap<ExportFace>,
): Promise<Item[][]> {
  const pages: Item[][] = [];
  const pause = createPauses();
  let room = 0;
  const put = (items: readonly Item[]): void => {
    pages.at(-1)?.push(...items);
    room -= height(items);
  };
  for (const { items, title, isCut } of itemGroups(lines, wrap)) {
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
function* itemGroups(lines: readonly ExportLine[], wrap: Wrap<ExportFace>): Generator<Group> {
  const byMatter = groupByMatter(lines);
  for (const matter of byMatter) {
    const { text: title, isCut } = oneLine(matterTitle(matter), {
      wrap,
      width: wholeWidth - continuedWidth,
      face: 'matter',
    });
    const { text } = oneLine(`Subtotal ${matter[0]?.matterNumber ?? ''}`, {
      wrap,
      width: sumsWidth,
      face: 'subtotal',
    });
    const subtotal: Item = { kind: 'subtotal', title: text, amount: sum(matter), lines: 2 };
    for (const [index, line] of matter.entries()) {
      const before: Item[] =
        index === 0 ? [{ kind: 'matter', title, lines: titleLines, isCut }] : [];
      yield {
        title,
        isCut,
        items: [
          ...before,
          entryItem(line, wrap),
          ...(index === matter.length - 1 ? [subtotal] : []),
        ],
      };
    }
  }
  const total: Item = {
    kind: 'total',
    title: `Total of ${lines.length} ${lines.length === 1 ? 'entry' : 'entries'}`,
    amount: sum(lines),
    lines: 2,
  };
  yield { title: '', isCut: false, items: [total] };
}

function groupByMatter(lines: readonly ExportLine[]): ExportLine[][] {
  const groups = new Map<string, ExportLine[]>();
  for (const line of lines) {
    const group = groups.get(line.matterNumber);
    if (!group) groups.set(line.matterNumber, [line]);
    else group.push(line);
  }
  return [...groups].toSorted(([a], [b]) => compareNumbers(a, b)).map(([, group]) => group);
}

/** By code, not by a language: the order must not change with the version of Node. */
function compareNumbers(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function matterTitle(matter: readonly ExportLine[]): string {
  const [first] = matter;
  if (!first) return '';
  const client = first.client === null ? '' : `${first.client} · `;
  return `${first.matterNumber}   ${client}${first.matterDescription}`;
}

function entryItem(line: ExportLine, wrap: Wrap<ExportFace>): Item {
  const values = [
    line.date,
    line.attorney,
    line.disbursementType,
    line.minutes === null ? '' : String(line.minutes),
    line.quantity === null ? '' : String(line.quantity),
    line.narration ?? '',
    formatRand(line.amountCents),
  ];
  const wrapped = values.map((value, index) => wrap(value, columns[index]?.width ?? 0, 'cell'));
  const cells = wrapped.map((cell, index) =>
    cell.length <= maxLines ? cell : shortened(cell, wrap, columns[index]?.width ?? 0),
  );
  const isCut = wrapped.some(({ length }) => length > maxLines);
  return { kind: 'entry', cells, lines: Math.max(...cells.map(({ length }) => length)), isCut };
}

function shortened(lines: readonly string[], wrap: Wrap<ExportFace>, width: number): string[] {
  const [last = ''] = wrap(lines[maxLines - 1] ?? '', width - ellipsisWidth, 'cell');
  return [...lines.slice(0, maxLines - 1), `${last} …`];
}

function sum(lines: readonly ExportLine[]): string {
  return formatRand(lines.reduce((total, { amountCents }) => total + BigInt(amountCents), 0n));
}
