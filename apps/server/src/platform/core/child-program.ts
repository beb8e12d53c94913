import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Sources run in tests and in `npm run dev`. */
const isSource = import.meta.url.endsWith('.ts');
const loader = isSource ? ['--import', import.meta.resolve('tsx'), '--conditions=source'] : [];
/** With one arena the C library gives memory back; nothing else is inherited. */
const env = { MALLOC_ARENA_MAX: '1' };

/** Less memory for some more time: such a process lives for one file or pack. */
const small = ['--max-semi-space-size=1', '--v8-pool-size=1', '--optimize-for-size'];

type Started = {
  heapMb: number;
  stdio: ('pipe' | 'ignore')[];
  args?: readonly string[];
};

/**
 * Starts a program of ours, named without its extension, in a process of its own: what ends it ends
 * nothing else, and it has none of our settings. The caller kills it once the whole result is
 * there: a process that ends by itself may hang, because Node waits for a compilation that waits
 * for a garbage collection (https://github.com/nodejs/node/issues/54918).
 */
export function startProgram(name: URL, { heapMb, stdio, args = [] }: Started): ChildProcess {
  const program = fileURLToPath(name) + (isSource ? '.ts' : '.js');
  const limits = [`--max-old-space-size=${heapMb}`, ...small];
  return spawn(process.execPath, [...limits, ...loader, program, ...args], { stdio, env });
}

/** Resolves to the exit code; null for a process that was killed. */
export async function programEnded(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}

/** Decoders take memory outside of the limits that Node has for JavaScript. */
const watch = `
  const { workerData } = require('node:worker_threads');
  setInterval(() => {
    if (process.memoryUsage.rss() > workerData) process.kill(process.pid, 'SIGKILL');
  }, 20);`;

/**
 * Kills this process once it takes more memory. A thread of its own, which takes 8 MB, watches work
 * that blocks this one.
 */
export function endAbove(maxBytes: number, { isBlocking }: { isBlocking: boolean }): void {
  if (isBlocking) {
    const resourceLimits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 };
    new Worker(watch, { eval: true, workerData: maxBytes, resourceLimits }).unref();
    return;
  }
  setInterval(() => {
    if (process.memoryUsage.rss() > maxBytes) process.kill(process.pid, 'SIGKILL');
  }, 20).unref();
}
