import { detectEncoding, type TextEncoding } from '@recoup/contract/core/text-decoding';
import iconv from 'iconv-lite';
import { type Rejection, reject } from './parser-types.ts';

/** The text of a file that arrived as bytes, without its byte order mark; or why it is no text. */
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

/** Why this cannot be the text of a CSV file, if so: a NUL is the mark of a workbook, or of UTF-16 that was read as something else. */
export function findUnreadable(text: string): string | undefined {
  if (!text.includes('\u0000')) return undefined;
  return 'The file is not a text file: it contains NUL characters. In Excel choose Save As, "CSV UTF-8 (Comma delimited)", and upload that file.';
}

function decode(bytes: Uint8Array, encoding: TextEncoding): string | undefined {
  // Node's own TextDecoder reads Windows-1252 as latin1: the dashes and quotation marks of Word would become control characters.
  if (encoding === 'windows-1252')
    return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
