import { longestHeader } from './header.ts';

/** The text of a file, piece by piece; no piece ends between the halves of a surrogate pair. */
export type TextPieces = AsyncIterable<string> | Iterable<string>;

/** About 60 rows, less than a millisecond: an answer to somebody else takes several turns, and each of them waits for one piece. */
const pieceCharacters = 1 << 12;

/** A text that is in memory as a whole, in pieces. */
export function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = endOfPiece(text, at);
    yield text.slice(at, end);
    at = end;
  }
}

/**
 * The beginning of a file, long enough to hold its header line, and the pieces behind it.
 * Nothing but blanks is no beginning: they are read on, so that "empty" can be said of the whole.
 */
export async function splitHead(source: TextPieces): Promise<{ head: string; rest: TextPieces }> {
  const pieces = iterate(source);
  let head = '';
  let filledFrom = -1;
  while (filledFrom < 0 || head.length - filledFrom < longestHeader + slack) {
    const { value, done } = await pieces.next();
    if (done === true) break;
    if (filledFrom < 0 && /\S/.test(value)) filledFrom = head.length;
    head += value;
  }
  return { head, rest: { [Symbol.asyncIterator]: () => pieces } };
}

/** The same text in pieces of the size that suits the parser. */
export async function* inSmallPieces(head: string, rest: TextPieces): AsyncGenerator<string> {
  yield* piecesOf(head);
  for await (const piece of rest) yield* piecesOf(piece);
}

/** A piece may be blank up to its very end, and a line `sep=;` may come before the header line. */
const slack = 1 << 17;

function iterate(source: TextPieces): AsyncIterator<string> {
  if (Symbol.asyncIterator in source) return source[Symbol.asyncIterator]();
  const pieces = source[Symbol.iterator]();
  return { next: async () => pieces.next() };
}

/** Never between the halves of a surrogate pair: they would become two unknown characters. */
function endOfPiece(text: string, at: number): number {
  const end = Math.min(at + pieceCharacters, text.length);
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? Math.min(end + 1, text.length) : end;
}
