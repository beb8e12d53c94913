import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFInvalidObject,
  PDFName,
  type PDFObject,
  PDFObjectParser,
  PDFRawStream,
  type PDFRef,
  ParseSpeeds,
} from '../../platform/pdf/pdf-lib.ts';

export type ReadPdf = {
  document: PDFDocument;
  /**
   * Every definition in the file, in the order of reading: an update replaces an object, and a
   * viewer may still show the earlier one.
   */
  definitions: readonly PDFObject[];
  /** How many of them are in the file itself, and not in an object stream. */
  outside: number;
  /** Objects that have several. */
  redefined: ReadonlySet<PDFRef>;
};

type Recorded = {
  definitions: PDFObject[];
  inStreams: number;
  defined: Set<PDFRef>;
  redefined: Set<PDFRef>;
};
const recorded = new WeakMap<PDFContext, Recorded>();
const { value: assign } = Object.getOwnPropertyDescriptor(
  PDFContext.prototype,
  'assign',
) as TypedPropertyDescriptor<PDFContext['assign']>; // a method of the class

// The library keeps the last definition alone. A document is read by one of its own contexts.
PDFContext.prototype.assign = function recordAndAssign(ref, object) {
  const record = recorded.get(this) ?? emptyRecord();
  recorded.set(this, record);
  record.definitions.push(object);
  if (isObjectStream(object)) record.inStreams += objectCount(object);
  if (record.defined.has(ref)) record.redefined.add(ref);
  record.defined.add(ref);
  assign?.call(this, ref, object);
};

/** Reads a PDF, also one whose password is empty. Throws what the library throws. */
export async function readPdf(bytes: Buffer): Promise<ReadPdf> {
  const document = await PDFDocument.load(bytes, {
    password: '',
    updateMetadata: false,
    // Without pauses: the process has nothing else to do.
    parseSpeed: ParseSpeeds.Fastest,
  });
  const record = recorded.get(document.context) ?? emptyRecord();
  const { definitions, inStreams, redefined } = record;
  const { isDecrypted } = document.context;
  const read = isDecrypted ? definitions.map(plainIfTable) : definitions;
  return {
    document,
    definitions: [...read, ...readTrailers(bytes)],
    redefined,
    outside: definitions.length - inStreams,
  };
}

/** A table of objects, which alone is never encrypted, but which the library decrypts. */
function plainIfTable(object: PDFObject): PDFObject {
  if (!(object instanceof PDFInvalidObject)) return object;
  const bytes = new Uint8Array(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  const plain = parseAt(bytes);
  const isTable = plain instanceof PDFRawStream && nameIn(plain.dict, 'Type') === 'XRef';
  return isTable ? plain : object;
}

/** Each may name a catalog, and the library keeps the last. */
function readTrailers(bytes: Buffer): PDFObject[] {
  const found = bytes.toString('latin1').matchAll(/trailer[\s\0]*(?=<<)/g);
  return [...found].map(({ index, 0: { length } }) => parseAt(bytes.subarray(index + length)));
}

function parseAt(bytes: Uint8Array): PDFObject {
  return PDFObjectParser.forBytes(bytes, PDFContext.create()).parseObject();
}

function emptyRecord(): Recorded {
  return { definitions: [], inStreams: 0, defined: new Set(), redefined: new Set() };
}

export function isObjectStream(object: PDFObject): object is PDFRawStream {
  return object instanceof PDFRawStream && nameIn(object.dict, 'Type') === 'ObjStm';
}

function objectCount({ dict }: PDFRawStream): number {
  return Number(dict.lookup(PDFName.of('N'))?.toString());
}

/** A direct name, without its slash. */
export function nameIn(dict: PDFDict, key: string): string | undefined {
  const value = dict.get(PDFName.of(key));
  return value instanceof PDFName ? value.decodeText() : undefined;
}

/** Every dictionary of the objects, those of streams and those within others. */
export function* dictionaries(objects: Iterable<PDFObject>): Generator<PDFDict> {
  const open: PDFObject[] = [];
  for (const object of objects) {
    open.push(object);
    for (let next = open.pop(); next; next = open.pop()) {
      if (next instanceof PDFRawStream) open.push(next.dict);
      if (next instanceof PDFArray) open.push(...next.asArray());
      if (next instanceof PDFDict) {
        open.push(...next.values());
        yield next;
      }
    }
  }
}
