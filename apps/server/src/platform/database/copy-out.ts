import type { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** Reads a query of one text column with COPY, which alone sends rows without a round trip. */
export type CopyOut = (query: CompiledQuery) => Readable;

/**
 * A stream that is not read to its end closes the connection: PostgreSQL would go on sending.
 */
export function startCopyOut(client: pg.PoolClient, query: CompiledQuery): Readable {
  const stream = client.query(copyTo(`copy (${withValues(query)}) to stdout`));
  return stream.once('close', () => {
    if (!stream.readableEnded) void client.end().catch(() => {});
  });
}

/** COPY takes no parameters. */
function withValues({ sql, parameters }: CompiledQuery): string {
  return sql.replace(/\$(\d+)/g, (_, position: string) => {
    const value = parameters[Number(position) - 1];
    if (value === null) return 'null';
    if (typeof value === 'number' && Number.isSafeInteger(value)) return `(${value})`;
    if (typeof value !== 'string')
      throw new Error('a query for COPY takes texts and numbers alone');
    return pg.escapeLiteral(value);
  });
}

/** Before the first row come a signature, flags, and the length of an extension. */
const headBytes = 19;
/** Before the bytes of a row's only column come the number of columns and the length. */
const rowBytes = 6;

/** The bytes of the only column of the first row; undefined without one. */
export async function copyBytes(
  client: pg.PoolClient,
  query: CompiledQuery,
): Promise<Buffer | undefined> {
  const copy = client.query(copyTo(`copy (${withValues(query)}) to stdout (format binary)`));
  const chunks: Buffer[] = [];
  const received: AsyncIterable<Buffer> = copy; // of a stream without an encoding
  for await (const chunk of received) chunks.push(chunk);
  const all = Buffer.concat(chunks);
  const length = all.length < headBytes + rowBytes ? -1 : all.readInt32BE(headBytes + 2);
  const start = headBytes + rowBytes;
  return length === -1 ? undefined : all.subarray(start, start + length);
}

/** Large against the cost of a batch, small for the heap's young generation. */
const batchBytes = 1 << 18;
const lineFeed = 0x0a;

/** The texts of a column in batches. */
export async function* readCopiedTexts(stream: Readable): AsyncGenerator<string[]> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  const received: AsyncIterable<Buffer> = stream; // of a stream without an encoding
  for await (const chunk of received) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < batchBytes) continue;
    const all = Buffer.concat(chunks);
    const end = all.lastIndexOf(lineFeed) + 1;
    if (end > 0) yield parseCopiedTexts(all.subarray(0, end));
    chunks = [all.subarray(end)];
    bytes = all.length - end;
    await yieldToEventLoop();
  }
  if (bytes > 0) yield parseCopiedTexts(Buffer.concat(chunks));
}

const marks: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };

function parseCopiedTexts(lines: Buffer): string[] {
  const texts = lines.toString('utf8', 0, lines.length - 1).split('\n');
  if (!lines.includes('\\')) return texts;
  return texts.map((text) => text.replace(/\\(.)/g, (_, mark: string) => marks[mark] ?? mark));
}
