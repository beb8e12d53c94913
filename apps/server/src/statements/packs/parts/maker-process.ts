// Makes the parts of a pack in a process of its own, so that no request waits for it: takes the
// facts as a line of JSON and then the vouchers from the standard input, each in chunks with their
// length before them and an empty one behind; writes the ZIP to the standard output, and messages
// as lines of JSON to the fourth stream.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { endAbove } from '../../../platform/core/child-program.ts';
import { zip, type ZipEntry } from '../../../platform/zip/zip.ts';
import type { MadePart, MakerMessage, PackFacts } from '../pack.ts';
import { bundlePdf, type BundleResult } from './bundle-pdf.ts';
import { callsCsv, callsPdf } from './calls.ts';
import { certificateJson, certificatePdf } from './certificate.ts';
import { schedulePdf, scheduleXlsx } from './schedule.ts';

endAbove(500 * 1024 * 1024);
const messages = createWriteStream('', { fd: 3 });
const tell = (message: MakerMessage): void => void messages.write(`${JSON.stringify(message)}\n`);

const input = createReader(process.stdin);
// Our own server writes it.
const facts = JSON.parse((await input.line()).toString()) as PackFacts;
const bundle: BundleResult = { pages: 0, damaged: [] };
const made: MadePart[] = [];

/** Fifths of the work: the bundle takes three of them. */
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
    part('bundle.pdf', () => bundlePdf(facts, { readNext: input.file, result: bundle, onVoucher })),
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
  const more = async (): Promise<void> => {
    const { value, done: isEnd } = await chunks.next();
    if (isEnd === true) throw new Error('the input ended early');
    held = held.length === 0 ? value : Buffer.concat([held, value]);
  };
  const take = async (count: number): Promise<Buffer> => {
    while (held.length < count) await more();
    const taken = held.subarray(0, count);
    held = held.subarray(count);
    return taken;
  };
  return {
    line: async (): Promise<Buffer> => {
      while (!held.includes(0x0a)) await more();
      const line = await take(held.indexOf(0x0a) + 1);
      return line.subarray(0, -1);
    },
    file: async (): Promise<Buffer> => {
      const pieces: Buffer[] = [];
      for (;;) {
        const length = (await take(4)).readUInt32BE();
        if (length === 0) return Buffer.concat(pieces);
        pieces.push(Buffer.from(await take(length)));
      }
    },
  };
}
