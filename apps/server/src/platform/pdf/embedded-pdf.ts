import { constants, deflateSync, inflateSync } from 'node:zlib';
import {
  decodePDFRawStream,
  ParseSpeeds,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
} from './pdf-lib.ts';

/** A PDF whose pages are drawn on pages of another one. */
export type EmbeddedPdf = { pages: readonly PDFPage[]; copies: Copies };

type Copies = { document: PDFKit.PDFDocument; context: PDFContext; known: Map<PDFRef, Reference> };

/** Reads a PDF, also one whose password is empty. Throws what the library throws. */
export async function openEmbedded(
  document: PDFKit.PDFDocument,
  bytes: Buffer,
): Promise<EmbeddedPdf> {
  const read = await PDFDocument.load(bytes, {
    password: '',
    updateMetadata: false,
    // Without pauses: the process has nothing else to do.
    parseSpeed: ParseSpeeds.Fastest,
  });
  return {
    pages: read.getPages(),
    copies: { document, context: read.context, known: new Map() },
  };
}

/** A page as a drawing, with its size as it is seen and what turns it so. */
export type EmbeddedPage = {
  width: number;
  height: number;
  /** Operators in the coordinates of a PDF: the lower left corner is 0, 0. */
  content: string;
  /** By the names that the operators have for them. */
  drawings: Readonly<Record<string, Reference>>;
};

/**
 * Copies a page and the appearances of its fields and notes. `name` begins the names of its
 * drawings. Throws for a page that cannot be drawn.
 */
export function embedPage(page: PDFPage, of: { copies: Copies; name: string }): EmbeddedPage {
  try {
    return embed(page, of);
  } finally {
    // Also of a page that fails: what has a number must be written.
    writeWaiting(of.copies);
  }
}

function embed(page: PDFPage, { copies, name }: { copies: Copies; name: string }): EmbeddedPage {
  const { node } = page;
  const box = rectangle(node.CropBox() ?? node.MediaBox());
  const [x0, y0, x1, y1] = box;
  if (!(x1 - x0 > 1 && y1 - y0 > 1)) throw new Error('the page has no size');
  const resources = node.Resources();
  const { bytes, filter } = pageContent(node.Contents(), copies.context);
  const group = node.get(PDFName.of('Group'));
  const drawings: Record<string, Reference> = {};
  drawings[name] = writeForm(copies, {
    head:
      `/BBox [${box.join(' ')}] /Resources ${resources ? text(resources, copies) : '<< >>'}` +
      (group ? ` /Group ${text(group, copies)}` : ''),
    filter,
    bytes,
  });
  let content = `/${name} Do\n`;
  for (const [index, { reference, matrix }] of appearances(page, copies).entries()) {
    const own = `${name}A${index}`;
    drawings[own] = reference;
    content += `q ${matrix.map(rounded).join(' ')} cm /${own} Do Q\n`;
  }
  return turned(box, { rotation: page.getRotation().angle, content, drawings });
}

type Box = readonly [number, number, number, number];

function rectangle(array: PDFArray): Box {
  const { x, y, width, height } = array.asRectangle();
  return [x, y, x + width, y + height];
}

function turned(
  [x0, y0, x1, y1]: Box,
  {
    rotation,
    content,
    drawings,
  }: { rotation: number } & Pick<EmbeddedPage, 'content' | 'drawings'>,
): EmbeddedPage {
  const [width, height] = [x1 - x0, y1 - y0];
  const quarter = (((rotation / 90) % 4) + 4) % 4;
  const matrices = [
    [1, 0, 0, 1, -x0, -y0],
    [0, -1, 1, 0, -y0, x1],
    [-1, 0, 0, -1, x1, y1],
    [0, 1, -1, 0, y1, -x0],
  ];
  const matrix = (matrices[quarter] ?? matrices[0] ?? []).map(rounded).join(' ');
  const isTurned = quarter % 2 === 1;
  return {
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    content: `q ${matrix} cm\n${content}Q\n`,
    drawings,
  };
}

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;

/** No page that a person can read has more. */
const maxContentBytes = 64 * 1024 * 1024;

/** The operators of a page, packed; several streams are one. Throws if they are damaged. */
function pageContent(contents: PDFObject | undefined, context: PDFContext) {
  const parts = contents instanceof PDFArray ? contents.asArray() : [contents];
  const unpacked = parts.flatMap((part) => {
    const stream = part instanceof PDFRef ? context.lookup(part) : part;
    if (stream === undefined) return [];
    if (!(stream instanceof PDFRawStream)) throw new Error('the content is no stream');
    return [unpack(stream), Buffer.from('\n')];
  });
  return { bytes: deflateSync(Buffer.concat(unpacked)), filter: '/Filter /FlateDecode' };
}

/** Throws for a stream that unpacks to too much, or not at all. */
export function unpack(stream: PDFRawStream): Buffer {
  const { dict, contents } = stream;
  const isFlate = dict.lookup(PDFName.of('Filter')) === PDFName.of('FlateDecode');
  if (!isFlate || dict.has(PDFName.of('DecodeParms')))
    return Buffer.from(decodePDFRawStream(stream).decode());
  // Viewers show a stream that is cut off, too.
  const finishFlush = constants.Z_SYNC_FLUSH;
  return inflateSync(contents, { finishFlush, maxOutputLength: maxContentBytes });
}

const hidden = 2;
const withoutView = 32;
type Appearance = { reference: Reference; matrix: readonly number[] };

/** Appearances of the fields and notes that a viewer shows. */
function appearances(page: PDFPage, copies: Copies): Appearance[] {
  const { context } = copies;
  const notes = page.node.Annots()?.asArray() ?? [];
  return notes.flatMap((each) => {
    const note = context.lookup(each);
    if (!(note instanceof PDFDict)) return [];
    const flags = note.lookup(PDFName.of('F'));
    const shown = flags instanceof PDFNumber ? flags.asNumber() : 0;
    if ((shown & (hidden | withoutView)) !== 0) return [];
    const found = appearanceStream(note, context);
    const area = note.lookup(PDFName.of('Rect'));
    if (!found || !(area instanceof PDFArray)) return [];
    const stream = context.lookup(found);
    if (!(stream instanceof PDFRawStream)) return [];
    const matrix = appearanceMatrix(stream.dict, rectangle(area));
    return matrix ? [{ reference: copy(found, copies), matrix }] : [];
  });
}

function appearanceStream(note: PDFDict, context: PDFContext): PDFRef | undefined {
  const all = note.lookup(PDFName.of('AP'));
  const normal = all instanceof PDFDict ? all.get(PDFName.of('N')) : undefined;
  const looked = normal instanceof PDFRef ? context.lookup(normal) : normal;
  if (looked instanceof PDFRawStream) return normal instanceof PDFRef ? normal : undefined;
  const state = note.lookup(PDFName.of('AS'));
  const chosen =
    looked instanceof PDFDict && state instanceof PDFName ? looked.get(state) : undefined;
  return chosen instanceof PDFRef ? chosen : undefined;
}

/** Maps the box of an appearance, as its matrix turns it, to its place (ISO 32000-1, 12.5.5). */
function appearanceMatrix(dict: PDFDict, [left, bottom, right, top]: Box) {
  const bounds = dict.lookup(PDFName.of('BBox'));
  if (!(bounds instanceof PDFArray)) return undefined;
  const [x0, y0, x1, y1] = rectangle(bounds);
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers(dict.lookup(PDFName.of('Matrix')));
  const corners = [
    [x0, y0],
    [x1, y0],
    [x0, y1],
    [x1, y1],
  ].map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f] as const);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [minX, minY] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - minX, Math.max(...ys) - minY];
  if (width === 0 || height === 0) return undefined;
  const [scaleX, scaleY] = [(right - left) / width, (top - bottom) / height];
  return [scaleX, 0, 0, scaleY, left - minX * scaleX, bottom - minY * scaleY];
}

function numbers(array: PDFObject | undefined): number[] {
  if (!(array instanceof PDFArray)) return [];
  return array.asArray().map((each) => (each instanceof PDFNumber ? each.asNumber() : 0));
}

function writeForm(
  { document }: Copies,
  { head, filter, bytes }: { head: string; filter: string; bytes: Buffer },
): Reference {
  const reference = rawObject(document);
  const entries = `/Type /XObject /Subtype /Form ${head} ${filter} /Length ${bytes.length}`;
  writeObject(document, reference, { entries: `<< ${entries} >>`, bytes });
  return reference;
}

const waiting = new WeakMap<Copies, PDFRef[]>();

/** The object in the other PDF, which `writeWaiting` writes. */
function copy(ref: PDFRef, copies: Copies): Reference {
  const found = copies.known.get(ref);
  if (found) return found;
  const reference = rawObject(copies.document);
  copies.known.set(ref, reference);
  const open = waiting.get(copies) ?? [];
  open.push(ref);
  waiting.set(copies, open);
  return reference;
}

function writeWaiting(copies: Copies): void {
  const open = waiting.get(copies) ?? [];
  for (let ref = open.pop(); ref; ref = open.pop()) {
    const reference = copies.known.get(ref);
    if (reference) writeObject(copies.document, reference, definition(ref, copies));
  }
}

function definition(ref: PDFRef, copies: Copies): { entries: string; bytes?: Uint8Array } {
  const object = copies.context.lookup(ref);
  if (object === undefined) return { entries: 'null' };
  if (!(object instanceof PDFRawStream)) return { entries: text(object, copies) };
  const { dict, contents } = object;
  return { entries: text(dict, copies, contents.length), bytes: contents };
}

/** Keys that lead to other pages, or to a structure that is not copied. */
const omitted: ReadonlySet<PDFName> = new Set(
  ['Parent', 'StructParent', 'StructParents', 'Metadata', 'PieceInfo'].map((key) =>
    PDFName.of(key),
  ),
);

/** An object as text in Latin-1, with the numbers of the other PDF. */
function text(object: PDFObject, copies: Copies, length?: number): string {
  if (object instanceof PDFRef) return copy(object, copies).toString();
  if (object instanceof PDFArray)
    return `[${object
      .asArray()
      .map((each) => text(each, copies))
      .join(' ')}]`;
  if (object instanceof PDFDict) {
    const entries = object
      .entries()
      .filter(([key]) => !omitted.has(key) && !(length !== undefined && key === lengthKey))
      .map(([key, value]) => `${key.toString()} ${text(value, copies)}`);
    if (length !== undefined) entries.push(`/Length ${length}`);
    return `<< ${entries.join('\n')} >>`;
  }
  const bytes = new Uint8Array(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  return Buffer.from(bytes).toString('latin1');
}
const lengthKey = PDFName.of('Length');

/** An object of a PDF that pdfkit writes; as text it is a reference to it. */
type Reference = { id: number; gen: number; offset?: number; toString(): string };

/** Methods with which pdfkit writes its own objects, and which its types omit. */
type Writer = {
  _offset: number;
  _write: (this: unknown, data: string | Uint8Array) => void;
  _refEnd: (this: unknown, reference: Reference) => void;
  ref(data: object): Reference;
};

/** Reserves a number. */
function rawObject(document: PDFKit.PDFDocument): Reference {
  return writer(document).ref({});
}

/** Writes an object as it is: pdfkit would read and pack it again. */
function writeObject(
  document: PDFKit.PDFDocument,
  reference: Reference,
  { entries, bytes }: { entries: string; bytes?: Uint8Array },
): void {
  const { _offset: offset, _write: write, _refEnd: end } = writer(document);
  reference.offset = offset;
  const parts = [
    `${reference.id} ${reference.gen} obj`,
    Buffer.from(`${entries}\n`, 'latin1'),
    ...(bytes === undefined ? [] : ['stream', bytes, '\nendstream']),
    'endobj',
  ];
  for (const part of parts) write.call(document, part);
  end.call(document, reference);
}

function writer(document: PDFKit.PDFDocument): Writer {
  return document as unknown as Writer; // pdfkit's own class
}
