/** An object of a PDF that pdfkit writes; as text it is a reference to it. */
export type Reference = {
  id: number;
  gen: number;
  offset?: number;
  toString(): string;
};

/** What pdfkit writes its own objects with, and its types omit. */
type Writer = {
  _offset: number;
  _write(data: string | Uint8Array): void;
  _refEnd(reference: Reference): void;
  ref(data: object): Reference;
};

/** Reserves a number. */
export function rawObject(document: PDFKit.PDFDocument): Reference {
  return writer(document).ref({});
}

/** Writes an object as it is: pdfkit would read and pack it again. */
export function writeObject(
  document: PDFKit.PDFDocument,
  reference: Reference,
  { entries, bytes }: { entries: string; bytes?: Uint8Array },
): void {
  const to = writer(document);
  reference.offset = to._offset;
  to._write(`${reference.id} ${reference.gen} obj`);
  to._write(Buffer.from(`${entries}\n`, 'latin1'));
  if (bytes !== undefined) {
    to._write('stream');
    to._write(bytes);
    to._write('\nendstream');
  }
  to._write('endobj');
  to._refEnd(reference);
}

function writer(document: PDFKit.PDFDocument): Writer {
  return document as unknown as Writer; // pdfkit's own class
}
