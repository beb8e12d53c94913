import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import PdfDocument from 'pdfkit';
import { createPauses } from '../core/pauses.ts';

export type DocumentFacts = {
  title: string;
  author: string;
  createdAt: Date;
  /** Width and height in points. */
  size: readonly [number, number];
  /** With the structure that screen readers follow; the drawing adds it. */
  isTagged?: boolean;
};

const folder = join(
  dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')),
  'ttf',
);
const fontFiles = { plain: 'DejaVuSans.ttf', bold: 'DejaVuSans-Bold.ttf' } as const;

/** The same drawing gives the same bytes. A client that disconnects destroys the output. */
export function createPdf(
  { title, author, createdAt, size: [width, height], isTagged = false }: DocumentFacts,
  draw: Draw,
): Readable {
  const document = new PdfDocument({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    lang: 'en-ZA',
    displayTitle: true,
    ...(isTagged && { tagged: true, pdfVersion: '1.7' }),
    info: {
      Title: title,
      Author: author,
      CreationDate: createdAt,
      ModDate: createdAt,
      Producer: 'Recoup',
      Creator: 'Recoup',
    },
  });
  const output = document.pipe(new PassThrough());
  // Before it has a reader, which gets it too, an error would end the process.
  output.on('error', () => {});
  void drawAndEnd({ document, output }, draw).catch((error: Error) => output.destroy(error));
  return output;
}

type Draw = (document: PDFKit.PDFDocument, output: PassThrough) => Promise<void>;
type Drawn = { document: PDFKit.PDFDocument; output: PassThrough };

/** With a pause after each step that takes 10 to 20 ms, and longer for the first PDF. */
async function drawAndEnd({ document, output }: Drawn, draw: Draw): Promise<void> {
  const pause = createPauses();
  for (const [name, file] of Object.entries(fontFiles)) {
    await pause();
    const font = parseFont(join(folder, file));
    await pause();
    // Prepares the font for the first text.
    font.layout('Recoup');
    document.registerFont(name, font as unknown as string); // pdfkit takes a parsed font, too
  }
  await pause();
  await draw(document, output);
  if (!output.destroyed) await encodeFonts(document, pause);
  if (!output.destroyed) document.end();
}

/** Fields of pdfkit that its types omit. `dictionary` is there once a font is used. */
type ParsedFont = { layout: (text: string) => unknown };
type Font = { font: ParsedFont; dictionary?: object; subset: { encode: () => Uint8Array } };
type OwnFields = { _font: Font; _fontFamilies: Record<string, Font> };

/** By a document without another font: a document parses a font when it is first used. */
function parseFont(path: string): ParsedFont {
  const scratch = new PdfDocument({ autoFirstPage: false, font: '' }).font(path);
  const { _font: own } = scratch as unknown as OwnFields; // pdfkit's own class
  return own.font;
}

/** `end` would encode all fonts in one go. */
async function encodeFonts(
  document: PDFKit.PDFDocument,
  pause: () => Promise<void>,
): Promise<void> {
  const { _fontFamilies: fonts } = document as unknown as OwnFields; // pdfkit's own class
  for (const { dictionary, subset } of new Set(Object.values(fonts))) {
    if (dictionary === undefined) continue;
    await pause();
    const bytes = subset.encode();
    subset.encode = () => bytes;
  }
  await pause();
}
