import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { programEnded, startProgram } from '../../platform/core/child-program.ts';
import { type Cleaned, rejected } from './cleaned.ts';

const program = new URL('reader-process', import.meta.url);
const maxMs = 30_000;

/**
 * Cleans a file, or takes some pages of a PDF, in a process of its own, which has none of our
 * settings, ends after 30 s or 900 MB, and takes everything with it.
 */
export async function cleanInProcess(
  file: Readable,
  { timeoutMs = maxMs, pages }: { timeoutMs?: number; pages?: string } = {},
): Promise<Cleaned> {
  const args = pages === undefined ? [] : [pages];
  const child = startProgram(program, { heapMb: 256, stdio: ['pipe', 'pipe', 'ignore'], args });
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('the process has no pipes');
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  try {
    const [exitCode, output] = await Promise.all([
      programEnded(child),
      buffer(stdout),
      // A process that has ended reads no more.
      pipeline(file, stdin).catch(() => {}),
    ]);
    return exitCode === 0 ? parsed(output) : tooMuchWork();
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

function parsed(output: Buffer): Cleaned {
  const end = output.indexOf('\n');
  // The process is our own program.
  const result = JSON.parse(output.toString('utf8', 0, end)) as Cleaned;
  const content = output.subarray(end + 1);
  return result.isClean && content.length > 0 ? { ...result, content } : result;
}

function tooMuchWork(): Cleaned {
  return rejected(
    'The file takes too long or too much memory to read. Please save it smaller or as a new PDF.',
  );
}
