export const textEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type TextEncoding = (typeof textEncodings)[number];

// Browsers and Node both have it; this package is compiled without the types of either.
declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean },
) => { decode: (bytes?: Uint8Array, options?: { stream: boolean }) => string };

/** Validated at once, so that a large file is never held twice. */
const pieceBytes = 1 << 20;
/** Enough to tell UTF-16 from other encodings. */
const sampleBytes = 4096;

export const damagedUtf8 =
  'The file is not UTF-8 throughout: a part has another encoding, such as Windows-1252, or its ' +
  'end is cut off within a letter. Export it again as CSV UTF-8, and join files only after that.';

/**
 * By the byte order mark; else UTF-16 if every other byte of the start is mostly 0; else UTF-8 if
 * it is valid, or damaged, which its decoder then refuses; else Windows-1252, which Excel in South
 * Africa writes as "CSV". Browsers decode that correctly; Node 20 takes it for latin1.
 */
export function detectEncoding(bytes: Uint8Array): TextEncoding {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  // Bytes with NUL are no text, and are called so.
  const isLikeUtf8 =
    isUtf8(withoutCutLetter(bytes)) || (hasUtf8Letters(bytes) && !bytes.includes(0));
  return detectUtf16(bytes) ?? (isLikeUtf8 ? 'utf-8' : 'windows-1252');
}

/** Letters and marks of UTF-8 that would be nonsense in Windows-1252, such as `Ã©` and `â€™`. */
export function hasUtf8Letters(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length - 1; at++) {
    const lead = bytes[at] ?? 0;
    if (lead >= 0xc2 && lead <= 0xe2 && beginsLetter(lead, bytes, at + 1)) return true;
  }
  return false;
}

function beginsLetter(lead: number, bytes: Uint8Array, at: number): boolean {
  const next = bytes[at] ?? 0;
  if (lead <= 0xc5) return isContinuation(next) && !mayFollow(lead, next);
  return lead === 0xe2 && next === 0x80 && isContinuation(bytes[at + 1] ?? 0);
}

function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte <= 0xbf;
}

/** Whether a word of Windows-1252 may end so: Ã before ’, Ä and Å also before other marks. */
function mayFollow(lead: number, next: number): boolean {
  if (lead < 0xc4) return next === 0x92;
  return next === 0xa0 || (next >= 0x91 && next <= 0x97 && next !== 0x95);
}

/** Without the first bytes of é, ’ and the like at the end: hardly a word ends in Ã, Â or â. */
function withoutCutLetter(bytes: Uint8Array): Uint8Array {
  const last = bytes.at(-1) ?? 0;
  const length = last === 0x80 && bytes.at(-2) === 0xe2 ? 2 : Number(cutLetters.has(last));
  return length === 0 ? bytes : bytes.subarray(0, -length);
}

const cutLetters = new Set([0xc2, 0xc3, 0xe2]);

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
