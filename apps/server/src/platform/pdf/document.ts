import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import PdfDocument from 'pdfkit';

export type DocumentFacts = {
  title: string;
  author: string;
  createdAt: Date;
  /** Width and height in points. */
  size: readonly [number, number];
};

const fonts = join(
  dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')),
  'ttf',
);

/** The same drawing gives the same bytes. A client that disconnects destroys the output. */
export function createPdf(
  { title, author, createdAt, size: [width, height] }: DocumentFacts,
  draw: (document: PDFKit.PDFDocument, output: PassThrough) => Promise<void>,
): Readable {
  const document = new PdfDocument({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    lang: 'en-ZA',
    displayTitle: true,
    info: {
      Title: title,
      Author: author,
      CreationDate: createdAt,
      ModDate: createdAt,
      Producer: 'Recoup',
      Creator: 'Recoup',
    },
  });
  document
    .registerFont('plain', join(fonts, 'DejaVuSans.ttf'))
    .registerFont('bold', join(fonts, 'DejaVuSans-Bold.ttf'));
  const output = document.pipe(new PassThrough());
  // Before it has a reader, which gets it too, an error would end the process.
  output.on('error', () => {});
  void draw(document, output).catch((error: Error) => output.destroy(error));
  return output;
}
