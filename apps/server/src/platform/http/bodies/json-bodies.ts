import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, requestCancelled } from '../../core/app-error.ts';
import { randomUUID } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import type { SpooledFile } from './spooled-file.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `bodyParts` of the contract. */
    bodyParts?: number;
  }
}

/** Many times what a form of the page sends. */
const ordinaryParts = 1_000;

const [quote, backslash] = [0x22, 0x5c];
const isStructural = Uint8Array.from({ length: 256 }, (_, byte) =>
  '{[:,'.includes(String.fromCodePoint(byte)) ? 1 : 0,
);

const nesting = Int8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCodePoint(byte);
  return Number('{['.includes(character)) - Number(']}'.includes(character));
});
/** No body of the contract has more than five levels; code that recurses must not overflow. */
const maxDepth = 50;

/** A longer text is parsed in pieces. */
const longText = 1_024;
const maxBesideTexts = 4_000_000;

/** Offsets in the body, between the quotes. */
type LongText = { start: number; end: number };

/**
 * Scans a JSON body while it arrives: finds its long texts, and throws above `maxParts` values or
 * 50 levels. A million parsed keys stop the event loop for seconds. A search for the next quote is
 * five times slower in escaped quotes.
 */
export function createJsonScanner(maxParts = ordinaryParts): {
  longTexts: readonly LongText[];
  scan(this: void, chunk: Buffer): void;
} {
  const longTexts: LongText[] = [];
  let [parts, depth, deepest, read, start, inTexts] = [0, 0, 0, 0, 0, 0];
  let isInString = false;
  let at = 0;
  const endText = (end: number): void => {
    if (end - start <= longText) return;
    longTexts.push({ start, end });
    inTexts += end - start;
  };
  const checkBounds = (): void => {
    if (parts > maxParts || longTexts.length > maxParts) throw tooManyParts();
    if (deepest > maxDepth) throw tooDeep();
    if (read - inTexts - (isInString ? read - start : 0) > maxBesideTexts) throw tooMuchBeside();
  };
  const scan = (chunk: Buffer): void => {
    while (at < chunk.length) {
      const byte = chunk[at] ?? 0;
      if (byte === quote) {
        if (isInString) endText(read + at);
        isInString = !isInString;
        start = read + at + 1;
      } else if (!isInString) {
        parts += isStructural[byte] ?? 0;
        depth += nesting[byte] ?? 0;
        deepest = Math.max(deepest, depth);
      }
      // The escaped byte, which may be the first one of the next chunk.
      else if (byte === backslash) at += 1;
      at += 1;
    }
    at -= chunk.length;
    read += chunk.length;
    checkBounds();
  };
  return { longTexts, scan };
}

function tooManyParts(): AppError {
  return new AppError('invalid_input', {
    message: 'The body has more fields or items than this call takes.',
  });
}

function tooDeep(): AppError {
  return new AppError('invalid_input', {
    message: `The body is nested too deeply: at most ${maxDepth} levels are read.`,
  });
}

function tooMuchBeside(): AppError {
  return new AppError('too_large', {
    message:
      'The body is too large: ' +
      `at most ${maxBesideTexts / 1_000_000} MB beside its long texts are read.`,
  });
}

/** Scans before it parses, and rejects `__proto__`. */
export function takeJson(
  app: FastifyInstance,
  { type = 'application/json', mayBeEmpty = false } = {},
): void {
  app.addContentTypeParser(
    type,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, content: Buffer) => {
      if (mayBeEmpty && content.length === 0) return undefined;
      createJsonScanner(request.routeOptions.config.bodyParts).scan(content);
      return parseJson(request, content);
    },
  );
}

export async function parseJson(
  { server }: FastifyRequest,
  content: Buffer | string,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const parse = server.getDefaultJsonParser('error', 'error');
    // Fastify's type omits that its parser takes a buffer.
    void parse({} as never, content as string, (error, body) =>
      error === null ? resolve(body) : reject(error),
    );
  });
}

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
