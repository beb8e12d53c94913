import { detectEncoding, type TextEncoding } from '@recoup/contract/core/text-decoding';
import iconv from 'iconv-lite';
import { type Rejection, reject } from '../src/platform/csv/problems.ts';
import { findUnreadable } from '../src/platform/csv/text-chunks.ts';

/** The text of a file without its byte order mark. */
export function decodeMatterFile(
  bytes: Uint8Array,
): { ok: true; text: string; encoding: TextEncoding } | Rejection {
  const encoding = detectEncoding(bytes);
  const text = decode(bytes, encoding);
  if (text === undefined)
    return reject(
      `The file says that it is ${encoding.toUpperCase()} and is not. Save it again as CSV UTF-8.`,
    );
  const unreadable = findUnreadable(text);
  return unreadable === undefined ? { ok: true, text, encoding } : reject(unreadable);
}

function decode(bytes: Uint8Array, encoding: TextEncoding): string | undefined {
  // Node's TextDecoder reads Windows-1252 as latin1: Word's dashes and quotes become controls.
  if (encoding === 'windows-1252')
    return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
