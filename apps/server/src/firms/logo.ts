import { maxLogoBytes, logoDamagedMessage } from '@recoup/contract/firms/endpoints';
import { texts } from '@recoup/contract/core/texts';
import sharp from 'sharp';
import type { Logo } from './firms.repository.ts';
import { type JpegShape, readJpegShape } from '../platform/core/jpeg-shape.ts';

type Result = { isClean: true; logo: Logo } | { isClean: false; message: string };

/** Pixels of the longer side, stored and in lists. */
const maxSide = { large: 512, small: 96 } as const;
const timeoutSeconds = 3;
/** Several scans need the whole picture in memory, so its limit is lower. */
const limits = { pixels: 16_000_000, pixelsInScans: 5_000_000, side: 12_000, scans: 16 } as const;

// sharp may read only JPEG, and only from memory: no SVG, no PDF, no files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

/**
 * Re-encodes the pixels of an uploaded data URL: upright, at most 512 pixels a side, without EXIF,
 * comments, profiles or trailing bytes. The route runs one at a time, to bound memory.
 */
export async function cleanLogo(dataUrl: string): Promise<Result> {
  const bytes = readBase64(dataUrl);
  if (!bytes) return rejected(texts.logoKind);
  if (bytes.length > maxLogoBytes) return rejected(texts.logoTooLarge);
  const shape = readJpegShape(bytes);
  if (!shape) return rejected(logoDamagedMessage);
  if (exceedsLimits(shape))
    return rejected(
      'The logo has too many pixels. Please make it smaller, for example 1000 pixels wide.',
    );
  return encode(bytes);
}

function rejected(message: string): Result {
  return { isClean: false, message };
}

function readBase64(dataUrl: string): Buffer | undefined {
  const text = dataUrl.slice(dataUrl.indexOf(',') + 1);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  return Buffer.from(text, 'base64');
}

function exceedsLimits({ width, height, isProgressive, scans }: JpegShape): boolean {
  const pixels = isProgressive || scans > 1 ? limits.pixelsInScans : limits.pixels;
  return (
    width > limits.side || height > limits.side || width * height > pixels || scans > limits.scans
  );
}

async function encode(bytes: Buffer): Promise<Result> {
  try {
    const large = await toJpeg(bytes, maxSide.large);
    return { isClean: true, logo: { large, small: await toJpeg(large, maxSide.small) } };
  } catch (error) {
    // sharp's own message names its internals.
    if (error instanceof Error)
      return rejected(
        'The logo cannot be read: the file is damaged. Please save it again as JPEG.',
      );
    throw error;
  }
}

function toJpeg(bytes: Buffer, longest: number): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: limits.pixels, failOn: 'warning', sequentialRead: true })
    .timeout({ seconds: timeoutSeconds })
    .autoOrient()
    .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .jpeg({ quality: 82 })
    .toBuffer();
}
