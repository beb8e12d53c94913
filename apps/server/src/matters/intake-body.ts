import type { Readable } from 'node:stream';
import { uploadLimits } from '@recoup/contract/matters';
import type { TextEncoding } from '@recoup/contract/text-decoding';
import iconv from 'iconv-lite';
import { AppError } from '../platform/errors.ts';
import { createDetectingDecoder, type Decoder } from './intake-detect.ts';

const encodings: Record<TextEncoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16LE',
  'utf-16be': 'UTF-16BE',
  'windows-1252': 'Windows-1252',
};

/**
 * The text of a file that arrives as a body of `text/csv`, in the encoding that its `charset` names, without one as it shows.
 * Throws `invalid_input` for bytes that are none in it, `too_large` beyond the limit of an upload.
 */
export async function* readBody(body: Readable, contentType: string | undefined): AsyncGenerator<string> {
  const encoding = encodingOf(contentType);
  const decoder = encoding === undefined ? createDetectingDecoder(createDecoder) : createDecoder(encoding);
  let bytes = 0;
  try {
    // The rest of a file that is refused early still has to be read, or its sender never sees the answer.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > uploadLimits.bodyBytes) throw new AppError('too_large', { message: 'The file is too large: at most 150 MB are read.' });
      yield decoder.write(chunk);
    }
    yield decoder.end();
    if (bytes === 0) throw unreadable('The file is empty.');
  } finally {
    body.resume();
  }
}

/** Undefined when it has to be detected: `utf-16` leaves it to the byte order mark. */
function encodingOf(contentType: string | undefined): TextEncoding | undefined {
  const named = /;\s*charset="?([\w-]+)"?/i.exec(contentType ?? '')?.[1]?.toLowerCase();
  if (named === undefined || named === 'utf-16') return undefined;
  if (Object.hasOwn(encodings, named)) return named as TextEncoding; // just looked up
  throw unreadable(`The encoding "${named.slice(0, 40)}" is not known. Send the file as UTF-8, UTF-16LE or Windows-1252.`);
}

function createDecoder(encoding: TextEncoding): Decoder {
  if (encoding === 'windows-1252') {
    const decoder = iconv.getDecoder(encoding);
    return { write: (chunk) => decoder.write(chunk), end: () => decoder.end() ?? '' };
  }
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (chunk?: Buffer) => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw unreadable(
        `The file is not ${encodings[encoding]}. Save it again as CSV UTF-8, or say its encoding: "text/csv; charset=windows-1252".`,
      );
    }
  };
  return { write: decode, end: () => decode() };
}

function unreadable(message: string): AppError {
  return new AppError('invalid_input', { message, fields: { fileStream: message } });
}
