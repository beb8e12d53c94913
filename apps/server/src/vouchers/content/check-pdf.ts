import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFInvalidObject,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '../../platform/pdf/pdf-lib.ts';
import { voucherLimits } from '@recoup/contract/vouchers/rules';
import { type Cleaned, rejected } from './cleaned.ts';
import { dictionaries, isObjectStream, nameIn, type ReadPdf, readPdf } from './pdf-objects.ts';

/**
 * Reads all definitions of a PDF, which is stored as it came. Refused is what a viewer would run,
 * what it would save, and what this reader may read otherwise than a viewer does.
 */
export async function checkPdf(bytes: Buffer): Promise<Cleaned> {
  if (!isWhole(bytes)) return damaged();
  let pdf: ReadPdf;
  try {
    pdf = await readPdf(bytes);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return bytes.includes('/Encrypt') ? needsPassword() : damaged();
  }
  const fault = findFault(pdf);
  if (fault !== undefined) return rejected(fault);
  if (isMisread(pdf, bytes)) return damaged();
  const pages = countPages(pdf);
  if (pages === 0) return damaged();
  if (pages > voucherLimits.pages)
    return rejected('The PDF has more than 1 000 pages. Please send those of the voucher alone.');
  return { isClean: true, kind: 'pdf', pages };
}

/** Ends as a PDF does: otherwise it is cut off, or another file follows it. */
function isWhole(bytes: Buffer): boolean {
  const end = bytes.lastIndexOf('%%EOF');
  return end > 0 && bytes.toString('latin1', end + 5).replaceAll(/[\s\0]/g, '') === '';
}

/** A number, a generation and `obj`, also with comments between them. */
const header = /\d(?:\s|\0|%[^\r\n]*[\r\n])+\d+(?:\s|\0|%[^\r\n]*[\r\n])*obj/g;

/**
 * Whether an object was skipped, may hide in the content of another one, or is in a stream that
 * only some viewers unpack.
 */
function isMisread({ definitions, outside }: ReadPdf, bytes: Buffer): boolean {
  if ((bytes.toString('latin1').match(header)?.length ?? 0) > outside) return true;
  return definitions.some(
    (object) =>
      object instanceof PDFInvalidObject ||
      (object instanceof PDFRawStream && looksUnpacked(object)),
  );
}

/** Has the keys of an object stream, but was not read as one, or not as a viewer reads it. */
function looksUnpacked(stream: PDFRawStream): boolean {
  const { dict } = stream;
  const [hasCount, hasFirst] = [dict.has(PDFName.of('N')), dict.has(PDFName.of('First'))];
  if (!isObjectStream(stream)) return hasCount && hasFirst;
  // The library ignores predictors.
  return dict.has(PDFName.of('DecodeParms')) || dict.has(PDFName.of('DP'));
}

const sentences = {
  script: 'The PDF has a script. Please print it as a new PDF, and send that.',
  launch: 'The PDF starts other programs. Please print it as a new PDF, and send that.',
  xfa: 'The PDF is an XFA form. Please print it as a new PDF, and send that.',
  files: 'The PDF has other files in it. Please send them one by one.',
  opening:
    'The PDF does more than show a page when it is opened. ' +
    'Please print it as a new PDF, and send that.',
} as const;

type Fault = keyof typeof sentences;

/** Names that say so wherever they are: as a key, and as the kind of an action. */
const faultsByName = new Map<unknown, Fault>(
  (
    [
      ['JS', 'script'],
      ['JavaScript', 'script'],
      ['OnInstantiate', 'script'],
      ['Launch', 'launch'],
      ['XFA', 'xfa'],
      ['RichMedia', 'files'],
      ['Collection', 'files'],
    ] as const
  ).map(([name, fault]) => [PDFName.of(name), fault]),
);

function findFault(pdf: ReadPdf): string | undefined {
  const named = pdf.definitions.find((object) => faultsByName.has(object));
  const fault = faultsByName.get(named);
  if (fault) return sentences[fault];
  const files = new Set<PDFDict | PDFRef>();
  for (const dict of dictionaries(pdf.definitions)) {
    const found = faultIn(dict);
    if (found) return sentences[found];
    for (const file of embeddedFiles(dict)) files.add(file);
  }
  // Afterwards: a script says more.
  for (const dict of dictionaries(pdf.definitions))
    if (leadsElsewhere(dict, pdf)) return sentences.opening;
  return files.size === 0 || isInvoice(pdf, [...files]) ? undefined : sentences.files;
}

function faultIn(dict: PDFDict): Fault | undefined {
  // The library has one object for each name.
  const name = dict
    .entries()
    .flat()
    .find((each) => faultsByName.has(each));
  if (name) return faultsByName.get(name);
  // Programs that open addresses skip spaces and tabs.
  const [scheme] = textIn(dict, 'URI').replaceAll(/\s/g, '').toLowerCase().split(':', 1);
  return faultsByScheme.get(scheme ?? '');
}

const faultsByScheme = new Map<string, Fault>([
  ['javascript', 'script'],
  ['vbscript', 'script'],
  ['data', 'script'],
  ['file', 'launch'],
]);

/** Kinds of actions that reach nothing beyond the document. */
const showing = new Set(['GoTo', 'Named', 'Hide', 'SetOCGState', 'Trans']);

/** Whether an action that runs without a click opens or sends something. */
function leadsElsewhere(dict: PDFDict, { redefined }: ReadPdf): boolean {
  const more = dict.lookup(PDFName.of('AA'));
  const open = more instanceof PDFDict ? more.values() : [];
  const first = dict.get(PDFName.of('OpenAction'));
  // A list is a page to show.
  if (first && !(dict.context.lookup(first) instanceof PDFArray)) open.push(first);
  const seen = new Set<PDFObject>();
  for (let next = open.pop(); next; next = open.pop()) {
    // With several definitions a viewer may run another one.
    if (next instanceof PDFRef && redefined.has(next)) return true;
    const action = seen.has(next) ? undefined : dict.context.lookup(next);
    seen.add(next);
    if (!(action instanceof PDFDict) || !action.has(PDFName.of('S'))) continue;
    if (!showing.has(nameIn(action, 'S') ?? '')) return true;
    open.push(...followers(action));
  }
  return false;
}

function followers(action: PDFDict): PDFObject[] {
  const next = action.get(PDFName.of('Next'));
  if (!next) return [];
  const list = action.context.lookup(next);
  return list instanceof PDFArray ? list.asArray() : [next];
}

function textIn(dict: PDFDict, key: string): string {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : '';
}

/** The files of a file specification, which has one in several keys. */
function embeddedFiles(dict: PDFDict): (PDFDict | PDFRef)[] {
  // A stream that nothing names yet is no less a file.
  if (nameIn(dict, 'Type') === 'EmbeddedFile') return [dict];
  const files = dict.lookup(PDFName.of('EF'));
  if (!(files instanceof PDFDict)) return [];
  return files.values().map((file) => (file instanceof PDFRef ? file : files));
}

/** An e-invoice has one file, the XML for bookkeeping (Factur-X, ZUGFeRD, UBL). */
function isInvoice({ document, redefined }: ReadPdf, files: (PDFDict | PDFRef)[]): boolean {
  const refs = files.filter((file) => file instanceof PDFRef);
  const [ref] = refs;
  // With several definitions a viewer may show another one.
  if (ref === undefined || refs.length > 1 || redefined.has(ref)) return false;
  const stream = document.context.lookup(ref);
  if (!(stream instanceof PDFRawStream)) return false;
  const isAlone = files.every((file) => file === ref || file === stream.dict);
  return isAlone && isInvoiceXml(readStart(stream));
}

const xmlBytes = 4_096;

function readStart(stream: PDFRawStream): string {
  try {
    return Buffer.from(decodePDFRawStream(stream).getBytes(xmlBytes)).toString('utf8');
  } catch {
    return '';
  }
}

const beforeRoot = /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*/s;
const invoiceRoot =
  /^<(?:\w+:)?(?:CrossIndustryInvoice|CrossIndustryDocument|Invoice|CreditNote)[\s>]/;

/** The root of a UBL or CII invoice, after a declaration and comments; without a DOCTYPE. */
function isInvoiceXml(text: string): boolean {
  return invoiceRoot.test(text.replace(beforeRoot, ''));
}

/** Leaves of the page tree, each once, whatever `Count` says. */
function countPages({ document }: ReadPdf): number {
  const { context } = document;
  const root = context.lookup(context.trailerInfo.Root);
  const open = root instanceof PDFDict ? [root.get(PDFName.of('Pages'))] : [];
  const seen = new Set<unknown>();
  let pages = 0;
  for (let ref = open.pop(); ref; ref = open.pop()) {
    const node = seen.has(ref) ? undefined : context.lookup(ref);
    seen.add(ref);
    const kids = node instanceof PDFDict ? node.lookup(PDFName.of('Kids')) : undefined;
    if (kids instanceof PDFArray) open.push(...kids.asArray());
    else if (node instanceof PDFDict) pages += 1;
  }
  return pages;
}

function damaged(): Cleaned {
  return rejected('The PDF is damaged. Please open it, print it as a new PDF, and send that.');
}

function needsPassword(): Cleaned {
  return rejected('The PDF needs a password. Please save it without one, and send that.');
}
