import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';
import { listPages } from '@recoup/contract/vouchers/page-ranges';
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

/** What a page needs to be shown; the library follows every reference of a page. */
const shownKeys = new Set(
  ['Type', 'Parent', 'Resources', 'MediaBox', 'CropBox', 'Rotate', 'Contents', 'UserUnit', 'Group']
    .concat('TrimBox', 'BleedBox', 'ArtBox', 'Annots')
    .map((key) => PDFName.of(key)),
);
/** Of an annotation, such as a stamp or a note: neither where it leads, nor its field. */
const shownOfAnnotation = new Set(
  ['Type', 'Subtype', 'Rect', 'AP', 'AS', 'F', 'Border', 'BS', 'C'].map((key) => PDFName.of(key)),
);

/** Removes from a page what leads elsewhere, and what it does not draw. */
export function keepOwnContent({ node }: PDFPage): void {
  const annotations = node.Annots();
  for (const key of node.keys()) if (!shownKeys.has(key)) node.delete(key);
  for (const each of annotations?.asArray() ?? []) keepKeys(node.context.lookup(each));
  keepDrawn(node, node.Resources());
}

function keepKeys(annotation: PDFObject | undefined): void {
  if (!(annotation instanceof PDFDict)) return;
  for (const key of annotation.keys()) if (!shownOfAnnotation.has(key)) annotation.delete(key);
}

/**
 * Files share one list of resources among their pages, which names the scans of all. The page gets
 * a list of its own.
 */
function keepDrawn(page: PDFPage['node'], resources: PDFDict | undefined): void {
  const drawn = resources?.lookupMaybe(xObjects, PDFDict);
  if (!resources || !drawn) return;
  const names = namesIn(contentText(page));
  // A form without resources of its own takes those of the page.
  for (const name of names) {
    const form = drawn.lookup(PDFName.of(name));
    if (form instanceof PDFRawStream && nameIn(form.dict, 'Subtype') === 'Form')
      for (const inner of namesIn(streamText(form))) names.add(inner);
  }
  const kept = drawn.clone();
  for (const key of kept.keys()) if (!names.has(key.decodeText())) kept.delete(key);
  const own = resources.clone();
  own.set(xObjects, kept);
  page.set(PDFName.of('Resources'), own);
}

const xObjects = PDFName.of('XObject');

function contentText(page: PDFPage['node']): string {
  const contents = page.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
  return streams.map((each) => streamText(each && page.context.lookup(each))).join('\n');
}

function streamText(stream: PDFObject | undefined): string {
  if (stream instanceof PDFRawStream)
    return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
  if (stream instanceof PDFStream) return stream.getContentsString();
  return '';
}

/** Of all that is drawn, as they are written: `/Im1 Do`. */
function namesIn(content: string): Set<string> {
  const found = content.matchAll(/\/([^\s/<>[\](){}%]+)\s+Do\b/g);
  return new Set([...found].map(([, name = '']) => PDFName.of(name).decodeText()));
}

function countLeaves({ context }: PDFDocument): number {
  const objects = context.enumerateIndirectObjects();
  return objects.filter(
    ([ref, object]) =>
      ref instanceof PDFRef && object instanceof PDFDict && nameIn(object, 'Type') === 'Page',
  ).length;
}
