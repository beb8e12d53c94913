import type { Hash } from 'node:crypto';
import { maxHeaderLength } from './header.ts';

/** No chunk ends between the halves of a surrogate pair. */
export type TextChunks = AsyncIterable<string> | Iterable<string>;

/** About 60 rows, under a millisecond: other requests wait for a chunk at each of their turns. */
const chunkLength = 1 << 12;

export function* splitIntoChunks(text: string): Generator<string> {
  for (let [at, end] = [0, 0]; at < text.length; at = end) {
    end = endOfChunk(text, at);
    yield text.slice(at, end);
  }
}

/**
 * The start of a file with its header line, and the remaining chunks. Leading blanks do not count,
 * so that a blank file of any length is empty.
 */
export async function splitHead(source: TextChunks): Promise<{ head: string; rest: TextChunks }> {
  const chunks = iterate(source);
  let [head, filledFrom] = ['', -1];
  while (filledFrom < 0 || head.length - filledFrom < maxHeaderLength + slack) {
    const { value, done } = await chunks.next();
    if (done === true) break;
    if (filledFrom < 0 && /\S/.test(value)) filledFrom = head.length;
    head += value;
  }
  return { head, rest: { [Symbol.asyncIterator]: () => chunks } };
}

/** Without a mark at the end. */
export async function* inSmallChunks(head: string, rest: TextChunks): AsyncGenerator<string> {
  let held = '';
  for await (const chunk of joined(head, rest)) {
    const text = held + chunk;
    const end = text.lastIndexOf(endMark);
    held = isLast(text, end) ? text.slice(end) : '';
    yield* splitIntoChunks(text.slice(0, text.length - held.length));
  }
}

/** DOS ends a file with it. */
const endMark = '\u001A';

function isLast(text: string, end: number): boolean {
  return end >= 0 && text.length - end < 8 && text.slice(end + 1).trim() === '';
}

async function* joined(head: string, rest: TextChunks): AsyncGenerator<string> {
  yield head;
  yield* rest;
}

/** The same chunks, added to the hash. */
export async function* hashed(chunks: TextChunks, hash: Hash): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/** The same chunks up to the first that is no text, which `check` names. */
export async function* readable(
  chunks: TextChunks,
  check: { error?: string },
): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    const error = findNul(chunk);
    if (error !== undefined) {
      check.error = error;
      return;
    }
    yield chunk;
  }
}

/** A chunk may end in blanks, and a line `sep=;` may come before the header line. */
const slack = 1 << 17;

function iterate(source: TextChunks): AsyncIterator<string> {
  if (Symbol.asyncIterator in source) return source[Symbol.asyncIterator]();
  const chunks = source[Symbol.iterator]();
  return { next: async () => chunks.next() };
}

function endOfChunk(text: string, at: number): number {
  const end = Math.min(at + chunkLength, text.length);
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? Math.min(end + 1, text.length) : end;
}

/** Beginnings of files that are no CSV, and the kind of each. */
const otherKinds: readonly (readonly [begins: RegExp, kind: string])[] = [
  [/^\s*<(?:!doctype html|html|head|body|table)\b/i, 'a web page (HTML)'],
  [/^\s*<(?:\?xml|[a-z][\w:-]*[\s>])/i, 'XML'],
  [/^\s*(?:\{\s*"|\[\s*[{["])/, 'JSON'],
  [/^\{\\rtf/, 'a text of Word (RTF)'],
  [/^%PDF-/, 'a PDF'],
  [/^PK\p{Cc}/u, 'a workbook or an archive (ZIP)'],
];

/** Why a part of a file is no text: it has NUL, as workbooks have, and UTF-16 read otherwise. */
function findNul(text: string): string | undefined {
  if (!text.includes('\u0000')) return undefined;
  return (
    'The file is not a text file: it contains NUL characters. ' +
    'In Excel choose Save As, "CSV UTF-8 (Comma delimited)", and upload that file.'
  );
}

/** Why a file that begins with this text is no CSV. */
export function findUnreadable(text: string): string | undefined {
  const nul = findNul(text);
  if (nul !== undefined) return nul;
  const found = otherKinds.find(([begins]) => begins.test(text));
  return (
    found &&
    `The file is ${found[1]}, not CSV, whatever its name says. Export it as CSV, or open it in a ` +
      'spreadsheet and save it as CSV UTF-8.'
  );
}
