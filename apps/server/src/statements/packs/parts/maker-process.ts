// Makes the parts of a pack in a process of its own, so that no request waits for it: takes the
// facts as a line of JSON and then the vouchers from the standard input, each in chunks with their
// length before them and an empty one behind; writes the ZIP to the standard output, and messages
// as lines of JSON to the fourth stream.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBufferSweeper } from '../../../platform/core/buffer-sweeper.ts';
import { endAbove } from '../../../platform/core/child-program.ts';
import { zip, type ZipEntry } from '../../../platform/zip/zip.ts';
import type { MadePart, MakerMessage, PackFacts } from '../pack.ts';
import { bundlePdf, type BundleResult } from './bundle-pdf.ts';
import { callsCsv, callsPdf } from './calls.ts';
import { certificateJson, certificatePdf } from './certificate.ts';
import { schedulePdf, scheduleXlsx } from './schedule.ts';

endAbove(500 * 1024 * 1024, { isBlocking: true });
const sweep = createBufferSweeper({ everyBytes: 6 * 1024 * 1024, isThorough: true });
const messages = createWriteStream('', { fd: 3 });
const tell = (message: MakerMessage): void => void messages.write(`${JSON.stringify(message)}\n`);

const input = createReader(process.stdin);
// Our own server writes it.
const facts = JSON.parse((await input.line()).toString()) as PackFacts;
const bundle: BundleResult = { pages: 0, damaged: [] };
const made: MadePart[] = [];

/** The next voucher; the memory of those before it is free by then. */
let next = 0;
const readNext = async (): Promise<Buffer> => {
  const { bytes = 0 } = facts.vouchers[next] ?? {};
  next += 1;
  sweep(bytes);
  return input.file(bytes);
};

let done = 0;
const onVoucher = (): void => {
  done += 1;
  tell({ progress: Math.floor((done / facts.vouchers.length) * 90) });
};
const part = (name: string, make: () => AsyncIterable<Buffer> | Iterable<Buffer>): ZipEntry => ({
  name,
  text: counted(name, make),
});
const sections = {
  schedule: [
    part('schedule.pdf', () => schedulePdf(facts)),
    part('schedule.xlsx', () => scheduleXlsx(facts)),
  ],
  bundle: [
    {
      ...part('bundle.pdf', () => bundlePdf(facts, { readNext, result: bundle, onVoucher })),
      isPacked: true,
    },
  ],
  calls: [part('calls.pdf', () => callsPdf(facts)), part('calls.csv', () => callsCsv(facts))],
};
const entries = [
  ...facts.settings.order.flatMap((section) => sections[section]),
  part('certificate.pdf', () => certificatePdf(facts, { parts: [...made], bundle })),
  part('certificate.json', () => [certificateJson(facts, { parts: [...made], bundle })]),
];
await pipeline(Readable.from(zip(entries), { objectMode: false }), process.stdout);
tell({ parts: made, pages: bundle.pages, damaged: bundle.damaged.length });

/** Made when its turn comes; its hash is known when it has gone. */
async function* counted(
  name: string,
  make: () => AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of make()) {
    hash.update(chunk);
    bytes += chunk.length;
    yield chunk;
  }
  made.push({ name, bytes, sha256: hash.digest('hex') });
}

function createReader(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const load = async (): Promise<void> => {
    if (held.length > 0) return;
    const { value, done: isEnd } = await chunks.next();
    if (isEnd === true) throw new Error('the input ended early');
    held = value;
  };
  const fill = async (buffer: Buffer): Promise<Buffer> => {
    for (let at = 0; at < buffer.length; ) {
      await load();
      const copied = held.copy(buffer, at);
      held = held.subarray(copied);
      at += copied;
    }
    return buffer;
  };
  const line = async (): Promise<Buffer> => {
    const pieces: Buffer[] = [];
    for (let end = -1; end < 0; held = held.subarray(end < 0 ? held.length : end + 1)) {
      await load();
      end = held.indexOf(0x0a);
      pieces.push(held.subarray(0, end < 0 ? held.length : end));
    }
    return Buffer.concat(pieces);
  };
  return { line, file: async (bytes: number) => readFile(fill, bytes) };
}

/** A file that has other bytes than it should have is returned as it came. */
async function readFile(fill: (buffer: Buffer) => Promise<Buffer>, bytes: number) {
  let content = Buffer.alloc(bytes);
  const length = Buffer.alloc(4);
  for (let at = 0; ; ) {
    const size = (await fill(length)).readUInt32BE();
    if (size === 0) return content.subarray(0, at);
    if (at + size > content.length) content = Buffer.concat([content], at + size);
    await fill(content.subarray(at, at + size));
    at += size;
  }
}
