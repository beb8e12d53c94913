import type { Face } from './wrap.ts';

/** A short text with the place of its left or right end and of its top, in points. */
export type Figure = { text: string; x: number; y: number; align: 'left' | 'right' };

type Glyph = { hex: string; width: number };
const glyphsOfFonts = new WeakMap<object, Map<string, Glyph>>();

/**
 * Draws many short texts, such as prices, character by character without kerning. pdfkit's own way
 * takes many times as long, and keeps the layout of each distinct text until the document ends.
 */
export function drawFigures(
  document: PDFKit.PDFDocument,
  face: Face,
  figures: readonly Figure[],
): void {
  document.font(face.font, face.size);
  const { page, _font: font } = document;
  page.fonts[font.id] ??= font.ref();
  const scale = face.size / 1000;
  const texts = figures.map(({ text, x, y, align }) => {
    const glyphs = Array.from(text, (character) => glyphOf(font, character));
    const width = glyphs.reduce((sum, glyph) => sum + glyph.width, 0) * scale;
    const left = align === 'left' ? x : x - width;
    const baseline = page.height - y - font.ascender * scale;
    const hex = glyphs.map((glyph) => glyph.hex).join('');
    const place = `${points(left)} ${points(baseline)}`;
    return `BT\n1 0 0 1 ${place} Tm\n/${font.id} ${face.size} Tf\n<${hex}> Tj\nET`;
  });
  // pdfkit measures from the top, a text is drawn from the bottom.
  document.addContent(`q\n1 0 0 -1 0 ${page.height} cm\n${texts.join('\n')}\nQ`);
}

function glyphOf(font: PDFKit.PDFDocument['_font'], character: string): Glyph {
  const known = glyphsOfFonts.get(font) ?? new Map<string, Glyph>();
  glyphsOfFonts.set(font, known);
  const found = known.get(character);
  if (found) return found;
  const [codes, positions] = font.encode(character);
  const width = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  const glyph = { hex: codes.join(''), width };
  known.set(character, glyph);
  return glyph;
}

function points(value: number): number {
  return Math.round(value * 100) / 100;
}
