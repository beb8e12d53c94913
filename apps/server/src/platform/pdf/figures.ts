import type { Face } from './wrap.ts';

/** Scripts whose letters stand each by themselves; others are joined and composed by pdfkit. */
const simple = /^[\u0020-\u02FF\u1E00-\u218F\uFFFD]*$/;

/** A text of one line with the place of its left or right end and of its top, in points. */
export type Figure = { text: string; x: number; y: number; align: 'left' | 'right' };

type Glyph = { hex: string; width: number };
const glyphsOfFonts = new WeakMap<object, Map<string, Glyph>>();

/**
 * Draws many texts, such as prices, character by character without kerning. pdfkit's own way takes
 * many times as long, and keeps the layout of each distinct word until the document ends.
 */
export function drawFigures(document: PDFKit.PDFDocument, face: Face, figures: readonly Figure[]) {
  document.font(face.font, face.size);
  const { page, _font: font } = document;
  page.fonts[font.id] ??= font.ref();
  const scale = face.size / 1000;
  const readGlyph = createGlyphReader(font);
  const texts = figures.flatMap(({ text, x, y, align }) => {
    if (!simple.test(text)) {
      const start = align === 'left' ? x : x - document.widthOfString(text);
      document.text(text, start, y, { lineBreak: false });
      return [];
    }
    let [hex, width] = ['', 0];
    for (const character of text) {
      const glyph = readGlyph(character);
      hex += glyph.hex;
      width += glyph.width;
    }
    const left = align === 'left' ? x : x - width * scale;
    const baseline = page.height - y - font.ascender * scale;
    const place = `${points(left)} ${points(baseline)}`;
    return [`BT\n1 0 0 1 ${place} Tm\n/${font.id} ${face.size} Tf\n[<${hex}>] TJ\nET`];
  });
  if (texts.length === 0) return;
  // pdfkit measures from the top, a text is drawn from the bottom.
  document.addContent(`q\n1 0 0 -1 0 ${page.height} cm\n${texts.join('\n')}\nQ`);
}

function createGlyphReader(font: PDFKit.PDFDocument['_font']): (character: string) => Glyph {
  const known = glyphsOfFonts.get(font) ?? new Map<string, Glyph>();
  glyphsOfFonts.set(font, known);
  return (character) => {
    const found = known.get(character);
    if (found) return found;
    const [codes, positions] = font.encode(character);
    const width = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    const drawn = positions.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0);
    // Invisible characters have a width in the font, and none in a layout.
    const correction = drawn === width ? '' : `> ${points(drawn - width)} <`;
    const glyph = { hex: codes.join('') + correction, width };
    known.set(character, glyph);
    return glyph;
  };
}

function points(value: number): number {
  return Math.round(value * 100) / 100;
}
