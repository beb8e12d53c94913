import { randomUUID } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import type { FastifyRequest } from 'fastify';
import { requestCancelled } from '../../core/app-error.ts';
import { type LongText, maxBesideTexts, parseJson } from './json-bodies.ts';
import type { SpooledFile } from './spooled-file.ts';

/**
 * Parses a scanned JSON body from the disk, its long texts piece by piece. Other requests run
 * between two pieces: 150 MB of escapes in one go stop the event loop for more than a second.
 */
export async function parseSpooled(
  request: FastifyRequest,
  file: SpooledFile,
  { longTexts, signal }: { longTexts: readonly LongText[]; signal: AbortSignal },
): Promise<unknown> {
  const pieces = (range: LongText) => decoded(file, range, signal);
  const texts = new Map<string, string>();
  let [rest, at] = ['', 0];
  for (const { start, end } of longTexts) {
    // No client can guess it, and send it as a text of its own.
    const mark = randomUUID();
    texts.set(mark, await parseText(request, pieces({ start, end })));
    rest += `${await joined(pieces({ start: at, end: start }))}${mark}`;
    at = end;
  }
  // More is left only of a text without an end, which the parser rejects.
  rest += await joined(pieces({ start: at, end: Math.min(file.bytes, at + maxBesideTexts) }));
  return withTexts(await parseJson(request, rest), texts);
}

async function parseText(request: FastifyRequest, pieces: AsyncIterable<string>): Promise<string> {
  const parsed: unknown[] = [];
  let open = '';
  for await (const piece of pieces) {
    const known = open + piece;
    const end = endOfEscapes(known);
    open = known.slice(end);
    parsed.push(await parseJson(request, `"${known.slice(0, end)}"`));
  }
  // An unfinished escape, which the parser rejects.
  if (open !== '') parsed.push(await parseJson(request, `"${open}"`));
  return parsed.join('');
}

/** Start of the last escape if its end may be in the next piece; else the end of the piece. */
function endOfEscapes(piece: string): number {
  const last = piece.lastIndexOf('\\');
  if (last < 0 || last < piece.length - '\\u004'.length) return piece.length;
  let first = last;
  while (piece[first - 1] === '\\') first -= 1;
  const isEscaped = (last - first) % 2 === 1;
  const next = piece[last + 1] ?? 'u';
  return isEscaped || next !== 'u' ? piece.length : last;
}

/** Throws once the client has disconnected, which frees its turn for others. */
async function* decoded(
  file: SpooledFile,
  range: LongText,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  for await (const chunk of file.part(range)) {
    if (signal.aborted) throw requestCancelled();
    yield decoder.write(chunk);
  }
  yield decoder.end();
}

async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

function withTexts(value: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return texts.get(value) ?? value;
  if (Array.isArray(value)) return value.map((each) => withTexts(each, texts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [texts.get(key) ?? key, withTexts(each, texts)]),
  );
}
