import type { Readable } from 'node:stream';
import { createPauses } from '../../platform/core/pauses.ts';
import { printableText, faces, type Pen, sheet, createSheetPdf } from '../../platform/pdf/sheet.ts';
import { oneLine } from '../../platform/pdf/wrap.ts';
import createCode from 'qrcode-generator';

export type LabelledMatter = {
  id: string;
  number: string;
  description: string;
  client: string | null;
};
type Labels = { origin: string; firmName: string; matters: readonly LabelledMatter[] };

/** Points. Sheets of 3 by 8 labels of 70 by 37 mm are sold everywhere. */
const columns = 3;
const rows = 8;
const width = sheet.width / columns;
const height = sheet.height / rows;
const padding = 14;
const codeSize = height - 2 * padding;
const textWidth = width - codeSize - 2.5 * padding;
const lineHeight = 11;

/** Labels for file covers, in the order of the matters. `createdAt` is the time of drawing. */
export function labelsPdf({ origin, firmName, matters }: Labels, createdAt: Date): Readable {
  const facts = { title: 'Matter labels', author: firmName, createdAt };
  return createSheetPdf(facts, async (pen, output) => {
    const pause = createPauses();
    for (const [at, matter] of matters.entries()) {
      if (output.destroyed) return;
      const place = at % (columns * rows);
      if (place === 0) pen.document.addPage();
      const x = (place % columns) * width + padding;
      const y = Math.floor(place / columns) * height + padding;
      drawCode(pen, labelAddress(origin, matter), { x, y });
      drawTexts(pen, matter, { x: x + codeSize + padding / 2, y });
      await pause();
    }
  });
}

type Corner = { x: number; y: number };

/** Each run of dark squares of a row is one rectangle. */
function drawCode({ document }: Pen, address: string, { x, y }: Corner): void {
  const squares = darkSquares(address);
  const side = codeSize / squares.length;
  for (const [row, cells] of squares.entries()) {
    let start = 0;
    for (const [column, isDark] of [...cells, false].entries()) {
      if (isDark) continue;
      if (column > start)
        document.rect(x + start * side, y + row * side, (column - start) * side, side);
      start = column + 1;
    }
  }
  document.fill('#000000');
}

const lines = [
  { of: 'number', face: 'heading', count: 2 },
  { of: 'description', face: 'text', count: 3 },
  { of: 'client', face: 'text', count: 2 },
] as const;

function drawTexts(pen: Pen, matter: LabelledMatter, { x, y }: Corner): void {
  const { document } = pen;
  let line = 0;
  for (const { of, face, count } of lines)
    for (const text of firstLines(pen, matter[of] ?? '', { face, count })) {
      document.fillColor('#000000').font(faces[face].font, faces[face].size);
      document.text(text, x, y + line * lineHeight, { lineBreak: false });
      line += 1;
    }
}

/** The last one ends with an ellipsis if there are more. */
function firstLines(
  pen: Pen,
  text: string,
  { face, count }: { face: 'heading' | 'text'; count: number },
): string[] {
  if (text === '') return [];
  const { wrap } = pen;
  const wrapped = wrap(printableText(pen, text), textWidth, face);
  if (wrapped.length <= count) return wrapped;
  const rest = wrapped.slice(count - 1).join(' ');
  const last = oneLine(rest, { wrap, width: textWidth, face }).text;
  return [...wrapped.slice(0, count - 1), last];
}

/** The address that a label opens: the attorney's page, with the timer ready on the matter. */
export function labelAddress(origin: string, matter: { id: string; number: string }): string {
  const query = new URLSearchParams({ call: matter.id, number: matter.number });
  return `${origin}/home/entries?${query.toString()}`;
}

/** The dark squares of the QR code of a text, row by row, at error correction M. */
export function darkSquares(text: string): boolean[][] {
  // The smallest version that holds the text.
  const code = createCode(0, 'M');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  return Array.from({ length: size }, (_row, row) =>
    Array.from({ length: size }, (_column, column) => code.isDark(row, column)),
  );
}
