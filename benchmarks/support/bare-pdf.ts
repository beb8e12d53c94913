import { readFile } from 'node:fs/promises';
import { createPdf } from '../../apps/server/src/platform/pdf/document.ts';
import { drain } from './downloads.ts';

const facts = { title: 'Baseline', author: 'Recoup', createdAt: new Date() };
const linesOnPage = 35;
const columnWidth = 76;

/** Milliseconds in which pdfkit draws each cell of a CSV by its own layout. */
export async function drawWithPdfkit(csvFile: string): Promise<number> {
  const lines = (await readFile(csvFile, 'utf8')).trimEnd().split('\r\n').slice(1);
  const start = performance.now();
  const drawn = createPdf({ ...facts, size: [841.89, 595.28] }, async (document) => {
    for (const [index, line] of lines.entries()) {
      if (index % linesOnPage === 0) document.addPage().font('plain', 7.5);
      const y = 96 + (index % linesOnPage) * 11;
      for (const [column, cell] of line.split(',').entries())
        document.text(cell, 36 + column * columnWidth, y, { lineBreak: false });
    }
    document.end();
  });
  await drain(drawn);
  return performance.now() - start;
}
