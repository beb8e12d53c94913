import { voucherLimits } from '@recoup/contract/vouchers/rules';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { readJpegShape } from '../../platform/core/jpeg-shape.ts';
import { type Cleaned, rejected } from './cleaned.ts';

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
  return encode('jpeg', () => shrunk(bytes).jpeg({ quality: 85 }));
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
  // Loaded here: other files need none of its 20 MB.
  const { default: libheif } = await import('libheif-js/libheif-wasm/libheif-bundle.mjs');
  const heif = await libheif();
  const context = heif.heif_context_alloc();
  const { code } = heif.heif_context_read_from_memory(context, bytes);
  const handle = heif.heif_js_context_get_primary_image_handle(context);
  if (code !== heif.heif_error_code.heif_error_Ok || isError(handle)) return damaged();
  const width = heif.heif_image_handle_get_width(handle);
  const height = heif.heif_image_handle_get_height(handle);
  if (width * height > voucherLimits.pixels) return tooManyPixels();
  const decoded = heif.heif_js_decode_image2(
    handle,
    heif.heif_colorspace.heif_colorspace_RGB,
    heif.heif_chroma.heif_chroma_interleaved_RGB,
  );
  const [channel] = isError(decoded) ? [] : decoded.channels;
  if (!channel) return damaged();
  const { width: columns, height: rows } = channel;
  const raw = { width: columns, height: rows, channels: 3 } as const;
  return encode('jpeg', () =>
    fitted(sharp(packed(channel), { ...options, raw })).jpeg({ quality: 85 }),
  );
}

type Channel = { data: Uint8Array; width: number; height: number; stride: number };

/** The pixels without the bytes that libheif may add to each row. */
function packed({ data, width, height, stride }: Channel): Uint8Array {
  const bytes = width * 3;
  if (stride === bytes) return data;
  for (let row = 1; row < height; row += 1)
    data.copyWithin(row * bytes, row * stride, row * stride + bytes);
  return data.subarray(0, height * bytes);
}

/** libheif answers an error in the place of a result. */
function isError(result: object | undefined): boolean {
  return result === undefined || 'code' in result;
}

const options: SharpOptions = {
  limitInputPixels: voucherLimits.pixels,
  failOn: 'error',
  sequentialRead: true,
};

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
