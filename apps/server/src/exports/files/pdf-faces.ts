import type { Face, Wrap } from './pdf-layout.ts';

export const faces = {
  firm: { font: 'bold', size: 13 },
  matter: { font: 'bold', size: 8 },
  cell: { font: 'plain', size: 7.5 },
  subtotal: { font: 'bold', size: 7.5 },
} as const satisfies Record<Face, { font: string; size: number }>;

/** Stands for a character that the font cannot draw. */
const substitute = '\uFFFD';

export function setFace(document: PDFKit.PDFDocument, face: Face): PDFKit.PDFDocument {
  return document.font(faces[face].font, faces[face].size);
}

type Glyph = { text: string; width: number };
type GlyphOf = (character: string) => Glyph;

/**
 * Wraps by the widths of the font, measuring each character once, without kerning. Missing glyphs
 * are replaced first: pdfkit draws their box twice as wide as it measures it.
 */
export function wrapIn(document: PDFKit.PDFDocument): Wrap {
  const known = new Map(Object.keys(faces).map((face) => [face, new Map<string, Glyph>()]));
  return (text, width, face) => {
    const ofFace = known.get(face);
    setFace(document, face);
    const glyphOf: GlyphOf = (character) => {
      const glyph = ofFace?.get(character) ?? measured(document, character);
      ofFace?.set(character, glyph);
      return glyph;
    };
    return text
      .split(/\r\n?|\n/)
      .flatMap((line) => wrapLine(printable(line.replaceAll('\t', ' '), glyphOf), width, glyphOf));
  };
}

function printable(text: string, glyphOf: GlyphOf): string {
  return Array.from(text, (character) => glyphOf(character).text).join('');
}

/** Omits invisible characters that the font lacks, such as variation selectors. */
function measured(document: PDFKit.PDFDocument, character: string): Glyph {
  if (!hasGlyph(document, character) && /\p{Default_Ignorable_Code_Point}/u.test(character))
    return { text: '', width: 0 };
  const text = hasGlyph(document, character) ? character : substitute;
  return { text, width: document.widthOfString(text) };
}

declare global {
  namespace PDFKit {
    interface PDFDocument {
      /** The current font, which the types of pdfkit omit. */
      _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } };
    }
  }
}

function hasGlyph({ _font: current }: PDFKit.PDFDocument, character: string): boolean {
  return current.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
}

function wrapLine(text: string, width: number, glyphOf: GlyphOf): string[] {
  const widthOf = (piece: string): number => {
    let total = 0;
    for (const character of piece) total += glyphOf(character).width;
    return total;
  };
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [''];
  const add = (piece: string): void => {
    const joined = `${lines.at(-1) ?? ''}${piece}`;
    if (widthOf(joined.trimEnd()) <= width) lines[lines.length - 1] = joined;
    else lines.push(piece.trimStart());
  };
  for (const word of text.split(/(?<= )/)) {
    if (widthOf(word) <= width) add(word);
    else for (const character of word) add(character);
  }
  return lines.map((line) => line.trimEnd());
}
