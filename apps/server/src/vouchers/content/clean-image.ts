import { voucherLimits } from '@recoup/contract/vouchers/rules';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { readJpegShape } from '../../platform/core/jpeg-shape.ts';
import { type Cleaned, rejected } from './cleaned.ts';
import { decodeHeic } from './decode-heic.ts';

const seconds = 20;
/** Each is a pass over the whole picture; a camera writes one, an editor ten. */
const maxScans = 16;

// sharp may read only these two, and only from memory: no SVG, no PDF, no files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

export async function cleanJpeg(bytes: Buffer): Promise<Cleaned> {
  const shape = readJpegShape(bytes);
  if (!shape || shape.scans > maxScans) return damaged();
  if (shape.width * shape.height > voucherLimits.pixels) return tooManyPixels();
  return encode('jpeg', () => shrunk(bytes).jpeg(asJpeg));
}

export async function cleanPng(bytes: Buffer): Promise<Cleaned> {
  // Width and height are at the start of the first chunk.
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return damaged();
  if (bytes.readUInt32BE(16) * bytes.readUInt32BE(20) > voucherLimits.pixels)
    return tooManyPixels();
  return encode('png', () => shrunk(bytes).png());
}

/** libheif turns the picture upright, and sharp gets its pixels. */
export async function cleanHeic(bytes: Buffer): Promise<Cleaned> {
  const pixels = decodeHeic(bytes, voucherLimits.pixels);
  if (pixels === undefined) return damaged();
  if (pixels === 'too large') return tooManyPixels();
  const { data, width, height } = pixels;
  const raw = { width, height, channels: 3 } as const;
  return encode('jpeg', () => fitted(sharp(data, { ...options, raw })).jpeg(asJpeg));
}

const options: SharpOptions = {
  limitInputPixels: voucherLimits.pixels,
  failOn: 'error',
  sequentialRead: true,
};

/** Better codes would hold the whole picture once more, in half of the memory that we take. */
const asJpeg = { quality: 85, optimiseCoding: false } as const;

function shrunk(bytes: Buffer): Sharp {
  return fitted(sharp(bytes, options).autoOrient());
}

/** Without EXIF, comments and profiles, which sharp drops. */
function fitted(picture: Sharp): Sharp {
  const { side } = voucherLimits;
  return picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds });
}

async function encode(kind: 'jpeg' | 'png', picture: () => Sharp): Promise<Cleaned> {
  try {
    const content = await picture().toBuffer();
    if (content.length > voucherLimits.bytes)
      return rejected('The picture is larger than 15 MB as PNG. Please save it as JPEG.');
    return { isClean: true, kind, pages: null, content };
  } catch (error) {
    // sharp's own message names its internals.
    if (error instanceof Error) return damaged();
    throw error;
  }
}

function damaged(): Cleaned {
  return rejected('The picture is damaged. Please take or save it again.');
}

function tooManyPixels(): Cleaned {
  return rejected('The picture has more than 100 million pixels. Please make it smaller.');
}
