import { maxLogoBytes, logoDamagedMessage } from '@recoup/contract/firms/endpoints';
import { texts } from '@recoup/contract/core/texts';
import sharp from 'sharp';
import type { Logo } from './firms.repository.ts';
import { type JpegShape, readJpegShape } from './logo-markers.ts';

type Result = { isClean: true; logo: Logo } | { isClean: false; message: string };

/** Pixels: the longer side as it is kept, and in lists. */
const maxSide = { large: 512, small: 96 } as const;
const timeoutSeconds = 3;
/** What a picture may unfold to. One in several scans is held whole while it is decoded, scan by scan, so it may unfold to less. */
const limits = { pixels: 16_000_000, pixelsInScans: 5_000_000, side: 12_000, scans: 16 } as const;

// Of everything that the library can read, it reads JPEG from memory: no SVG, no PDF, no file names.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

/**
 * Decodes an uploaded data URL and encodes the pixels anew: upright, at most 512 pixels a side, without anything that is not
 * a pixel (EXIF, comments, profiles, what follows the end). Its calls take turns, so that memory stays flat.
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
    // The library's words name its own inner parts.
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
