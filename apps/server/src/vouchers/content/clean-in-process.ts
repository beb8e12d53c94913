import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { type Cleaned, rejected } from './cleaned.ts';

/** Sources run in tests and in `npm run dev`. */
const isSource = import.meta.url.endsWith('.ts');
const program = fileURLToPath(
  new URL(isSource ? 'reader-process.ts' : 'reader-process.js', import.meta.url),
);
const loader = isSource ? ['--import', import.meta.resolve('tsx'), '--conditions=source'] : [];
const limits = ['--max-old-space-size=256', '--max-semi-space-size=1'];
/** With one arena the C library gives memory back; nothing else is inherited. */
const env = { MALLOC_ARENA_MAX: '1' };
const maxMs = 30_000;

/**
 * Cleans a file, or takes some pages of a PDF, in a process of its own, which has none of our
 * settings, ends after 30 s or 900 MB, and takes everything with it.
 */
export async function cleanInProcess(
  file: Readable,
  { timeoutMs = maxMs, pages }: { timeoutMs?: number; pages?: string } = {},
): Promise<Cleaned> {
  const what = pages === undefined ? [] : [pages];
  const child = spawn(process.execPath, [...limits, ...loader, program, ...what], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env,
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  try {
    const [exitCode, output] = await Promise.all([
      ended(child),
      buffer(child.stdout),
      // A process that has ended reads no more.
      pipeline(file, child.stdin).catch(() => {}),
    ]);
    return exitCode === 0 ? parsed(output) : tooMuchWork();
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

async function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
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
