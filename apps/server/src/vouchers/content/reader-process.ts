// Cleans one file: takes it from the standard input, and writes the result to the standard output
// as a line of JSON with the new content behind it. A file that crashes a decoder, or needs too
// much of it, ends this process alone.
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { cleanFile } from './clean-file.ts';

/** Decoders take memory outside of the limits that Node has for JavaScript. */
const watch = `
  const { workerData } = require('node:worker_threads');
  setInterval(() => {
    if (process.memoryUsage.rss() > workerData) process.kill(process.pid, 'SIGKILL');
  }, 20);`;

/** A HEIC of 100 million pixels needs 530 MB. */
const maxBytes = 640 * 1024 * 1024;

new Worker(watch, { eval: true, workerData: maxBytes }).unref();
const result = await cleanFile(await buffer(process.stdin));
const { content = Buffer.alloc(0), ...rest } = { content: undefined, ...result };
process.stdout.write(`${JSON.stringify(rest)}\n`);
process.stdout.write(content);
