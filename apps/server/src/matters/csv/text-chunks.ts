import { maxHeaderLength } from './header.ts';

/** The text of a file, chunk by chunk; no chunk ends between the halves of a surrogate pair. */
export type TextChunks = AsyncIterable<string> | Iterable<string>;

/** About 60 rows, less than a millisecond: an answer to somebody else takes several turns, and each of them waits for one chunk. */
const chunkLength = 1 << 12;

/** A text that is in memory as a whole, in chunks. */
export function* chunksOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = endOfChunk(text, at);
    yield text.slice(at, end);
    at = end;
  }
}

/**
 * The beginning of a file, long enough to hold its header line, and the chunks behind it.
 * Nothing but blanks is no beginning: they are read on, so that "empty" can be said of the whole.
 */
export async function splitHead(source: TextChunks): Promise<{ head: string; rest: TextChunks }> {
  const chunks = iterate(source);
  let head = '';
  let filledFrom = -1;
  while (filledFrom < 0 || head.length - filledFrom < maxHeaderLength + slack) {
    const { value, done } = await chunks.next();
    if (done === true) break;
    if (filledFrom < 0 && /\S/.test(value)) filledFrom = head.length;
    head += value;
  }
  return { head, rest: { [Symbol.asyncIterator]: () => chunks } };
}

/** The same text in chunks of the size that suits the parser. */
export async function* inSmallChunks(head: string, rest: TextChunks): AsyncGenerator<string> {
  yield* chunksOf(head);
  for await (const chunk of rest) yield* chunksOf(chunk);
}

/** A chunk may be blank up to its very end, and a line `sep=;` may come before the header line. */
const slack = 1 << 17;

function iterate(source: TextChunks): AsyncIterator<string> {
  if (Symbol.asyncIterator in source) return source[Symbol.asyncIterator]();
  const chunks = source[Symbol.iterator]();
  return { next: async () => chunks.next() };
}

/** Never between the halves of a surrogate pair: they would become two unknown characters. */
function endOfChunk(text: string, at: number): number {
  const end = Math.min(at + chunkLength, text.length);
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? Math.min(end + 1, text.length) : end;
}
