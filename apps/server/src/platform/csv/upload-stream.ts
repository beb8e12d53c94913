import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  damagedUtf8,
  hasUtf8Letters,
  type TextEncoding,
  detectEncoding,
} from '@recoup/contract/core/text-decoding';
import iconv from 'iconv-lite';
import { type AppError, invalidField } from '../core/app-error.ts';
import { createPauses } from '../core/pauses.ts';
import { splitIntoChunks } from './text-chunks.ts';

const encodings: Record<TextEncoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16LE',
  'utf-16be': 'UTF-16BE',
  'windows-1252': 'Windows-1252',
};

/**
 * Decodes a body of `text/csv` by its `charset`, else by detection, and adds its bytes to the hash.
 * Throws `invalid_input` for invalid bytes.
 */
export async function* readBody(
  body: Readable,
  contentType: string | undefined,
  hash?: Hash,
): AsyncGenerator<string> {
  const encoding = declaredEncoding(contentType);
  const decoder =
    encoding === undefined ? createDetectingDecoder(createDecoder) : createDecoder(encoding);
  let isEmpty = true;
  for await (const chunk of body) {
    isEmpty = false;
    hash?.update(chunk as Buffer); // as below
    yield decoder.write(chunk as Buffer); // no encoding is set
  }
  yield decoder.end();
  if (isEmpty) throw unreadable('The file is empty.');
}

/** The SHA-256 of the file from which a text was read. */
export async function hashFile(text: string, encoding: TextEncoding = 'utf-8'): Promise<Buffer> {
  const hash = createHash('sha256');
  const pause = createPauses();
  for (const chunk of splitIntoChunks(text)) {
    hash.update(iconv.encode(chunk, encodings[encoding]));
    await pause();
  }
  return hash.digest();
}

/** Undefined to detect it: `utf-16` leaves it to the byte order mark. */
function declaredEncoding(contentType: string | undefined): TextEncoding | undefined {
  const named = /;\s*charset="?([\w-]+)"?/i.exec(contentType ?? '')?.[1]?.toLowerCase();
  if (named === undefined || named === 'utf-16') return undefined;
  if (Object.hasOwn(encodings, named)) return named as TextEncoding; // just looked up
  throw unreadable(
    `The encoding "${named.slice(0, 40)}" is not known. ` +
      'Send the file as UTF-8, UTF-16LE or Windows-1252.',
  );
}

function createDecoder(encoding: TextEncoding): Decoder {
  if (encoding === 'windows-1252') return createWindowsDecoder();
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (chunk?: Buffer) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      if (encoding === 'utf-8') throw unreadable(`${damagedUtf8} ${advice}`);
      throw unreadable(`The file is not ${encodings[encoding]}. Save it again as CSV UTF-8.`);
    }
  };
  return { write: decode, end: () => decode() };
}

const advice = 'Of a file that is wholly Windows-1252, say "text/csv; charset=windows-1252".';

/** Throws `invalid_input` for letters of UTF-8 in a text, which would be stored as `Ã©`. */
function createWindowsDecoder(): Decoder {
  const decoder = iconv.getDecoder('windows-1252');
  let last: Buffer = Buffer.alloc(0);
  let isText = true;
  return {
    write(chunk) {
      // A letter may begin in the chunk before.
      const joined = Buffer.concat([last, chunk.subarray(0, 2)]);
      isText &&= !chunk.includes(0);
      if (isText && (hasUtf8Letters(joined) || hasUtf8Letters(chunk)))
        throw unreadable(damagedUtf8);
      last = Buffer.concat([last, chunk.subarray(-2)]).subarray(-2);
      return decoder.write(chunk);
    },
    end: () => decoder.end() ?? '',
  };
}

function unreadable(message: string): AppError {
  return invalidField('fileStream', message);
}

/** Throws for bytes that are invalid in its encoding. */
type Decoder = { write(chunk: Buffer): string; end(): string };

/** Enough to detect UTF-16 from the start, and UTF-8 from the first byte beyond ASCII. */
const sampleBytes = 4096;

/**
 * Detects the encoding of a stream as the browser does with a whole file, with one exception: a
 * file that is valid UTF-8 after its first accent, but not later, is damaged UTF-8.
 */
function createDetectingDecoder(decoderFor: (encoding: TextEncoding) => Decoder): Decoder {
  let held: Buffer = Buffer.alloc(0);
  let isHeadRead = false;
  let decoder: Decoder | undefined;
  const read = (isEnd: boolean): string => {
    if (!isHeadRead && held.length < sampleBytes && !isEnd) return '';
    const encoding = isHeadRead ? undefined : findUtf16(held);
    isHeadRead = true;
    const accent = findAccent(held);
    if (encoding === undefined && accent === held.length) return takeHeld().toString('latin1');
    if (encoding === undefined && held.length - accent < sampleBytes && !isEnd) return '';
    decoder = decoderFor(encoding ?? encodingOfAccents(held.subarray(accent), isEnd));
    return decoder.write(takeHeld());
  };
  const takeHeld = () => {
    const bytes = held;
    held = Buffer.alloc(0);
    return bytes;
  };
  return {
    write(chunk) {
      if (decoder) return decoder.write(chunk);
      held = Buffer.concat([held, chunk]);
      return read(false);
    },
    end() {
      const rest = decoder ? '' : read(true);
      return rest + (decoder?.end() ?? '');
    },
  };
}

function findUtf16(head: Buffer): TextEncoding | undefined {
  const encoding = detectEncoding(head);
  return encoding.startsWith('utf-16') ? encoding : undefined;
}

/** Up to the first accent UTF-8 and Windows-1252 are the same; the length if there is none. */
function findAccent(bytes: Buffer): number {
  for (let at = 0; at < bytes.length; at++) if ((bytes[at] ?? 0) > 127) return at;
  return bytes.length;
}

function encodingOfAccents(bytes: Buffer, isEnd: boolean): TextEncoding {
  // The last character may be incomplete.
  const known = isEnd ? bytes : bytes.subarray(0, bytes.length - cutBytes(bytes));
  return detectEncoding(known) === 'utf-8' ? 'utf-8' : 'windows-1252';
}

function cutBytes(bytes: Buffer): number {
  const plain = [1, 2, 3].findIndex((back) => (bytes.at(-back) ?? 0) < 128);
  return plain === -1 ? 3 : plain;
}
