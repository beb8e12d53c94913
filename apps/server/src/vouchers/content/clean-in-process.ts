import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { programEnded, startProgram } from '../../platform/core/child-program.ts';
import { type CleanFile, type Cleaned, rejected, type SentContent } from './cleaned.ts';

const program = new URL('reader-process', import.meta.url);
const maxMs = 30_000;

/** Takes new content while the process sends it; what it throws is thrown on. */
type Take = (
  content: AsyncIterable<Buffer>,
  of: CleanFile<SentContent> & { content: SentContent },
) => Promise<void>;
type Options = { take: Take; timeoutMs?: number; pages?: string };

/**
 * Cleans a file, or takes some pages of a PDF, in a process of its own, which has none of our
 * settings, ends after 30 s or 900 MB, and takes everything with it.
 */
export async function cleanInProcess(
  file: Readable,
  { take, timeoutMs = maxMs, pages }: Options,
): Promise<Cleaned<SentContent>> {
  const args = pages === undefined ? [] : [pages];
  const child = startProgram(program, { heapMb: 256, stdio: ['pipe', 'pipe', 'ignore'], args });
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('the process has no pipes');
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  try {
    const [result] = await Promise.all([
      readResult(stdout, async (content, of) => {
        // From now on the database may be slow, and no longer the file.
        clearTimeout(timer);
        await take(content, of);
      }).finally(() => {
        // Content that is not read would keep the stream open.
        stdout.destroy();
        child.kill('SIGKILL');
      }),
      programEnded(child),
      // A process that has ended reads no more.
      pipeline(file, stdin).catch(() => {}),
    ]);
    return result ?? tooMuchWork();
  } finally {
    clearTimeout(timer);
  }
}

/** A line of JSON, and the content behind it; undefined if the process ended before the end. */
async function readResult(stdout: Readable, take: Take): Promise<Cleaned<SentContent> | undefined> {
  const chunks: AsyncIterator<Buffer> = stdout[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (!head.includes('\n')) {
    const { value, done } = await chunks.next();
    if (done === true) return undefined;
    head = Buffer.concat([head, value]);
  }
  const end = head.indexOf('\n');
  // The process is our own program.
  const result = JSON.parse(head.toString('utf8', 0, end)) as Cleaned<SentContent>;
  if (!result.isClean || !result.content) return result;
  const { content } = result;
  try {
    const sent = whole({ first: head.subarray(end + 1), rest: chunks }, content);
    await take(sent, { ...result, content });
    return result;
  } catch (error) {
    if (error instanceof CutContentError) return undefined;
    throw error;
  }
}

class CutContentError extends Error {}

/** Yields the content; throws at the end of the process if some of it is missing. */
async function* whole(
  { first, rest }: { first: Buffer; rest: AsyncIterator<Buffer> },
  { bytes, sha256 }: SentContent,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256').update(first);
  yield first;
  for (let missing = bytes - first.length; missing > 0; ) {
    const { value, done } = await rest.next();
    if (done === true) break;
    hash.update(value);
    missing -= value.length;
    yield value;
  }
  if (hash.digest('hex') !== sha256) throw new CutContentError();
}

function tooMuchWork(): Cleaned<never> {
  return rejected(
    'The file takes too long or too much memory to read. Please save it smaller or as a new PDF.',
  );
}
