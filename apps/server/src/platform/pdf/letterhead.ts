import { drawLogo, logoWidth } from './logo.ts';
import { type Block, contentWidth, drawLines, drawRule, type Pen, sheet } from './sheet.ts';

const firmLine = 17;

/** The firm's name beside its logo, as pdfkit reads it. */
export function letterheadBlock(
  pen: Pen,
  { firm, logo }: { firm: string; logo: string | null },
): Block {
  const left = logo === null ? 0 : logoWidth;
  const lines = pen.wrap(firm, contentWidth - left, 'firm');
  const height = Math.max(logo === null ? 0 : 36, lines.length * firmLine);
  return {
    height: height + 20,
    draw: (y) => {
      const at = { x: sheet.margin, y };
      const x = sheet.margin + drawLogo(pen.document, logo, at);
      const top = y + (height - lines.length * firmLine) / 2;
      drawLines(pen, { lines, face: 'firm', x, y: top, lineHeight: firmLine });
      drawRule(pen, { y: y + height + 5 });
    },
  };
}
