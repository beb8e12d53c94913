import { voucherLimits } from '@recoup/contract/vouchers/rules';
import { type Cleaned, rejected } from './cleaned.ts';

type Format = 'jpeg' | 'png' | 'heic' | 'pdf';

/** Tells a file by its bytes, removes what is not the voucher, and refuses what may do harm. */
export async function cleanFile(bytes: Buffer): Promise<Cleaned> {
  if (bytes.length === 0) return rejected('The file is empty.');
  if (bytes.length > voucherLimits.bytes) return rejected('The file has more than 15 MB.');
  const format = findFormat(bytes);
  if (format === undefined)
    return rejected('The file is neither a photo (JPEG, PNG or HEIC) nor a PDF.');
  return cleaners[format](bytes);
}

/** Whether it is read in the thread that asks; sharp has others. */
export function isReadHere(bytes: Buffer): boolean {
  const format = findFormat(bytes);
  return format !== 'jpeg' && format !== 'png';
}

/** Each loads its own libraries: a photo does not wait for those of PDFs. */
const cleaners: Readonly<Record<Format, (bytes: Buffer) => Promise<Cleaned>>> = {
  jpeg: async (bytes) => (await import('./clean-image.ts')).cleanJpeg(bytes),
  png: async (bytes) => (await import('./clean-image.ts')).cleanPng(bytes),
  heic: async (bytes) => (await import('./clean-image.ts')).cleanHeic(bytes),
  pdf: async (bytes) => (await import('./check-pdf.ts')).checkPdf(bytes),
};

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Brands of still pictures that are coded by HEVC; an AVIF names others. */
const heicBrands = ['heic', 'heix', 'heim', 'heis'];

/** At its start: a file that begins as something else may be read as that too. */
function findFormat(bytes: Buffer): Format | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (bytes.subarray(0, 8).equals(pngSignature)) return 'png';
  if (bytes.toString('latin1', 0, 16).trimStart().startsWith('%PDF-')) return 'pdf';
  return isHeic(bytes) ? 'heic' : undefined;
}

/** By the brands of the first box (ISO/IEC 14496-12). */
function isHeic(bytes: Buffer): boolean {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return false;
  const size = Math.min(bytes.readUInt32BE(0), 256);
  const brands = bytes.toString('latin1', 8, size).match(/.{4}/gs) ?? [];
  return brands.some((brand) => heicBrands.includes(brand));
}
