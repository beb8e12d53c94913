export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

// Browsers and Node both have it; this package is compiled without the types of either.
declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean },
) => { decode: (bytes?: Uint8Array, options?: { stream: boolean }) => string };

/** Validated at once, so that a large file is never held twice. */
const pieceBytes = 1 << 20;
/** Enough to tell UTF-16 from other encodings. */
const sampleBytes = 4096;

/**
 * By the byte order mark; else UTF-16 if every other byte of the start is mostly 0; else UTF-8 if
 * it is valid; else Windows-1252, which Excel in South Africa writes as "CSV". Browsers decode that
 * correctly; Node 20 takes it for latin1.
 */
export function detectEncoding(bytes: Uint8Array): TextEncoding {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return detectUtf16(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
}

/** Latin text has a 0 on the same side of nearly every pair; a damaged UTF-8 file has few. */
function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const pairs = Math.min(bytes.length, sampleBytes) >> 1;
  let [first, second] = [0, 0];
  for (let pair = 0; pair < pairs; pair++) {
    if (bytes[2 * pair] === 0) first++;
    if (bytes[2 * pair + 1] === 0) second++;
  }
  if (second > pairs / 2 && first < pairs / 10) return 'utf-16le';
  if (first > pairs / 2 && second < pairs / 10) return 'utf-16be';
  return undefined;
}

function isUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes)
      decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}
