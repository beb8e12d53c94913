import {
  contentWidth,
  drawLines,
  drawRight,
  drawRule,
  faint,
  type Pen,
  right,
  sheet,
} from './sheet.ts';
import { oneLine } from './wrap.ts';

const pageNumberWidth = 110;

/** Up to two lines, and the number of the page. */
export function drawFoot(pen: Pen, { texts, numbers }: { texts: string[]; numbers: string }): void {
  const y = sheet.height - 46;
  drawRule(pen, { y: y - 6 });
  const width = contentWidth - pageNumberWidth;
  const lines = texts.map((text) => oneLine(text, { wrap: pen.wrap, width, face: 'foot' }).text);
  const foot = { face: 'foot', y, colour: faint } as const;
  drawLines(pen, { ...foot, lines, x: sheet.margin, lineHeight: 10 });
  drawRight(pen, { ...foot, text: numbers, x: right });
}
