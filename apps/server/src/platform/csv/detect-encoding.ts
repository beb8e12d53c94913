import { detectEncoding, type TextEncoding } from '@recoup/contract/core/text-decoding';

/** Throws for bytes that are invalid in its encoding. */
export type Decoder = { write(chunk: Buffer): string; end(): string };

/** Enough to detect UTF-16 from the start, and UTF-8 from the first byte beyond ASCII. */
const sampleBytes = 4096;

/**
 * Detects the encoding of a stream as the browser does with a whole file, with one exception: a
 * file that is valid UTF-8 after its first accent, but not later, is damaged UTF-8.
 */
export function createDetectingDecoder(decoderFor: (encoding: TextEncoding) => Decoder): Decoder {
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
