import { PDFDict, PDFDocument, PDFRef } from '../../platform/pdf/pdf-lib.ts';
import { listPages } from '@recoup/contract/vouchers/page-ranges';
import { keepOwnContent } from '../../platform/pdf/own-page-content.ts';
import { type Cleaned, rejected } from './cleaned.ts';
import { nameIn, readPdf } from './pdf-objects.ts';

/**
 * A PDF of some pages, such as 2-3,5, and of nothing that belongs to others: no links, fields or
 * outline, and only the pictures and forms that these pages draw. The same pages give the same
 * bytes.
 */
export async function extractPages(bytes: Buffer, pages: string): Promise<Cleaned> {
  const { document } = await readPdf(bytes);
  const count = document.getPageCount();
  const wanted = listPages(pages).filter((page) => page <= count);
  if (wanted.length === 0) return rejected('The file has none of these pages.');
  for (const page of wanted) keepOwnContent(document.getPage(page - 1));
  const part = await PDFDocument.create({ updateMetadata: false });
  const indices = wanted.map((page) => page - 1);
  for (const page of await part.copyPages(document, indices)) part.addPage(page);
  if (countLeaves(part) !== wanted.length)
    return rejected('The pages cannot be taken from this file.');
  const content = Buffer.from(await part.save({ useObjectStreams: false }));
  return { isClean: true, kind: 'pdf', pages: wanted.length, content };
}

function countLeaves({ context }: PDFDocument): number {
  const objects = context.enumerateIndirectObjects();
  return objects.filter(
    ([ref, object]) =>
      ref instanceof PDFRef && object instanceof PDFDict && nameIn(object, 'Type') === 'Page',
  ).length;
}
