import {
  type Block,
  contentWidth,
  drawLines,
  drawRule,
  faint,
  type Pen,
  sheet,
} from '../../platform/pdf/sheet.ts';

const columnWidth = (contentWidth - 30) / 2;
const labelWidth = 52;
const lineWidth = columnWidth - labelWidth;
const lineHeight = 12;
const lineGap = 21;
const labels = ['Name', 'Place', 'Date', 'Signature'] as const;

/** Lines for client and attorney, whose name stands there already. */
export function signaturesBlock(pen: Pen, attorney: string): Block {
  const names = pen.wrap(attorney, lineWidth, 'text');
  const top = 22 + names.length * lineHeight;
  return {
    height: top + labels.length * lineGap,
    draw: (y) => {
      const columns = [
        { title: 'Client', lines: [] },
        { title: 'Attorney', lines: names },
      ];
      for (const [index, column] of columns.entries()) {
        const x = sheet.margin + index * (columnWidth + 30);
        drawLines(pen, { lines: [column.title], face: 'heading', x, y: y + 6 });
        for (const [row, label] of labels.entries())
          drawLabel(pen, { label, x, y: y + top + row * lineGap });
        const first = y + top - (column.lines.length - 1) * lineHeight;
        drawLines(pen, { lines: column.lines, face: 'text', x: x + labelWidth, y: first });
      }
    },
  };
}

function drawLabel(pen: Pen, { label, x, y }: { label: string; x: number; y: number }): void {
  drawLines(pen, { lines: [label], face: 'text', x, y, colour: faint });
  drawRule(pen, { x: x + labelWidth, y: y + lineHeight, width: lineWidth });
}
