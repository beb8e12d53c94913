import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import PdfDocument from 'pdfkit';

const fonts = path.dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json'));
const linesOnPage = 35;
const columnWidth = 76;

/** Milliseconds in which pdfkit draws each cell of a CSV by its own layout, without our wrapping. */
export async function drawWithPdfkit(csvFile: string): Promise<number> {
  const lines = (await readFile(csvFile, 'utf8')).trimEnd().split('\r\n').slice(1);
  const start = performance.now();
  const document = new PdfDocument({ size: 'A4', layout: 'landscape', autoFirstPage: false });
  const ended = finished(document.pipe(new Writable({ write: (_, __, done) => done() })));
  document.registerFont('plain', path.join(fonts, 'ttf/DejaVuSans.ttf')).font('plain', 7.5);
  for (const [index, line] of lines.entries()) {
    if (index % linesOnPage === 0) document.addPage();
    const y = 96 + (index % linesOnPage) * 11;
    for (const [column, cell] of line.split(',').entries())
      document.text(cell, 36 + column * columnWidth, y, { lineBreak: false });
  }
  document.end();
  await ended;
  return performance.now() - start;
}
