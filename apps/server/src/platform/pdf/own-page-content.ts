import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFStream,
} from '@cantoo/pdf-lib';

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
    if (form instanceof PDFRawStream && form.dict.get(PDFName.of('Subtype')) === PDFName.of('Form'))
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
