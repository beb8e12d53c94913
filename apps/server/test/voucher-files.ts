import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp, { type JpegOptions } from 'sharp';

export async function photo(width = 64, height = 48, options: JpegOptions = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#c42' } })
    .jpeg(options)
    .toBuffer();
}

/** A photo of some hundred KB, each another one. */
export async function scan(): Promise<Buffer> {
  const raw = { width: 150, height: 200, channels: 3 } as const;
  return sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
    .resize(1_200, 1_600)
    .jpeg({ quality: 60 })
    .toBuffer();
}

/** A PNG of 14.5 MB: noise cannot be packed. */
export async function largestPng(): Promise<Buffer> {
  const raw = { width: 2_200, height: 2_200, channels: 3 } as const;
  return sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
    .png()
    .toBuffer();
}

/** A PDF of scanned pages. */
export async function scannedPdf(pages: number): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) {
    const picture = await document.embedJpg(await scan());
    document.addPage([595, 842]).drawImage(picture, { x: 0, y: 0, width: 595, height: 793 });
  }
  return Buffer.from(await document.save());
}

type PdfOptions = {
  /** Entries of the catalog, beside its pages. */
  catalog?: string;
  page?: string;
  /** The bodies of more objects, from number 4 on. */
  objects?: readonly (string | Buffer)[];
  trailer?: string;
  pages?: number;
};

/** A small PDF as text: a catalog, the page tree, pages, and what a test adds. */
export function pdf(options: PdfOptions = {}): Buffer {
  const { catalog = '', page = '', objects = [], trailer = '', pages = 1 } = options;
  const kids = Array.from({ length: pages }, (_, index) =>
    index === 0 ? '3 0 R' : `${objects.length + 3 + index} 0 R`,
  );
  const leaf = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] ${page} >>`;
  const bodies = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`,
    leaf,
    ...objects,
    ...kids.slice(1).map(() => leaf),
  ];
  const defined = bodies.map((body, index) => definition(index + 1, body));
  const size = bodies.length + 1;
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n%\u00E2\u00E3\n', 'latin1'),
    ...defined,
    Buffer.from(`trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n0\n%%EOF\n`),
  ]);
}

/** A PDF with an update at its end. */
export function updated(before: Buffer, objects: Readonly<Record<number, string>>): Buffer {
  const defined = Object.entries(objects).map(([number, body]) => definition(number, body));
  const end = 'trailer\n<< /Size 9 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n';
  return Buffer.concat([before, ...defined, Buffer.from(end)]);
}

function definition(number: number | string, body: string | Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`${number} 0 obj\n`),
    Buffer.from(body),
    Buffer.from('\nendobj\n'),
  ]);
}

export function stream(content: string | Buffer, entries = '', isPacked = true): Buffer {
  const bytes = isPacked ? deflateSync(content) : Buffer.from(content);
  const filter = isPacked ? '/Filter /FlateDecode' : '';
  return Buffer.concat([
    Buffer.from(`<< ${entries} ${filter} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

/** A stream with one object in it. */
export function objectStream(number: number, body: string, entries = '/Type /ObjStm'): Buffer {
  const index = `${number} 0 `;
  return stream(`${index}${body}`, `${entries} /N 1 /First ${index.length}`);
}
