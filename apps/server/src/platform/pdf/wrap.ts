/** A font of `document.ts`, and its size in points. */
export type Face = { font: 'plain' | 'bold'; size: number };
type Faces<F extends string> = Readonly<Record<F, Face>>;

/** Wraps a text to a width in points, without characters that the font lacks. */
export type Wrap<F extends string> = (text: string, width: number, face: F) => string[];

/** Stands for a character that the font cannot draw. */
const substitute = '\uFFFD';
const ellipsisWidth = 12;
/** A line of characters that the fonts have. */
const plain = /^[\x20-\x7E]*$/;

type Glyph = { text: string; width: number };
type ReadGlyph = (character: string) => Glyph;

/**
 * Wraps by the widths of the font, measuring each character once, without kerning. Missing glyphs
 * are replaced first: pdfkit draws their box twice as wide as it measures it.
 */
export function wrapIn<F extends string>(document: PDFKit.PDFDocument, faces: Faces<F>): Wrap<F> {
  const known = new Map(Object.keys(faces).map((face) => [face, new Map<string, Glyph>()]));
  return (text, width, face) => {
    const ofFace = known.get(face);
    document.font(faces[face].font, faces[face].size);
    const readGlyph: ReadGlyph = (character) => {
      const glyph = ofFace?.get(character) ?? measured(document, character);
      ofFace?.set(character, glyph);
      return glyph;
    };
    if (plain.test(text)) return wrapLine(text, width, readGlyph);
    return text
      .split(/\r\n?|\n/)
      .flatMap((line) =>
        wrapLine(printable(line.replaceAll('\t', ' '), readGlyph), width, readGlyph),
      );
  };
}

/** The first line of a text, with an ellipsis where more follows. */
export function oneLine<F extends string>(
  text: string,
  { wrap, width, face }: { wrap: Wrap<F>; width: number; face: F },
): { text: string; isCut: boolean } {
  const [first = '', ...others] = wrap(text, width, face);
  if (others.length === 0) return { text: first, isCut: false };
  return { text: `${wrap(first, width - ellipsisWidth, face)[0] ?? ''} …`, isCut: true };
}

function printable(text: string, readGlyph: ReadGlyph): string {
  return Array.from(text, (character) => readGlyph(character).text).join('');
}

/** Omits invisible characters that the font lacks, such as variation selectors. */
function measured(document: PDFKit.PDFDocument, character: string): Glyph {
  if (!hasGlyph(document, character) && /\p{Default_Ignorable_Code_Point}/u.test(character))
    return { text: '', width: 0 };
  const text = hasGlyph(document, character) ? character : substitute;
  return { text, width: document.widthOfString(text) };
}

/** Advances of a glyph in the layout and in the font itself, in thousandths of the font's size. */
type Advance = { xAdvance: number; advanceWidth: number };

declare global {
  namespace PDFKit {
    interface PDFDocument {
      /** The current font, which the types of pdfkit omit. */
      _font: {
        id: string;
        ascender: number;
        font: { hasGlyphForCodePoint(codePoint: number): boolean };
        ref(): unknown;
        encode(text: string): [codes: string[], positions: Advance[]];
      };
    }
  }
}

function hasGlyph({ _font: current }: PDFKit.PDFDocument, character: string): boolean {
  return current.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
}

function wrapLine(text: string, width: number, readGlyph: ReadGlyph): string[] {
  const measureWidth = (piece: string): number => {
    let total = 0;
    for (const character of piece) total += readGlyph(character).width;
    return total;
  };
  if (measureWidth(text) <= width) return [text];
  const lines: string[] = [''];
  const add = (piece: string): void => {
    const joined = `${lines.at(-1) ?? ''}${piece}`;
    if (measureWidth(joined.trimEnd()) <= width) lines[lines.length - 1] = joined;
    else lines.push(piece.trimStart());
  };
  for (const word of text.split(/(?<= )/)) {
    if (measureWidth(word) <= width) add(word);
    else for (const character of word) add(character);
  }
  return lines.map((line) => line.trimEnd());
}
