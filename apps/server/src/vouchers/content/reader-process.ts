// Cleans one file, or takes the pages that the argument names from a PDF that was cleaned: takes it
// from the standard input, and writes the result to the standard output as a line of JSON with the
// new content behind it. A file that crashes a decoder, or needs too much of it, ends this process
// alone.
import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { voucherLimits } from '@recoup/contract/vouchers/rules';
import { endAbove } from '../../platform/core/child-program.ts';
import { cleanFile, isReadHere } from './clean-file.ts';
import type { SentContent } from './cleaned.ts';

const standardInput = 0;
const [pages] = process.argv.slice(2);
const file = readInput();
/** A HEIC takes some 7.5 bytes a pixel, and may have 100 million of them. */
endAbove(900 * 1024 * 1024, { isBlocking: isReadHere(file) });
const result = await (pages === undefined ? cleanFile(file) : extract(file, pages));
const content = result.isClean ? result.content : undefined;
process.stdout.write(`${JSON.stringify({ ...result, content: content && about(content) })}\n`);
if (content) process.stdout.write(content);

function about(bytes: Buffer): SentContent {
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function extract(pdf: Buffer, named: string) {
  return (await import('./extract-pages.ts')).extractPages(pdf, named);
}

/** Into one buffer, whose unused rest takes no memory: chunks would take as much again. */
function readInput(): Buffer {
  const room = Buffer.allocUnsafeSlow(voucherLimits.bytes + 1);
  for (let end = 0; ; ) {
    const count = readSync(standardInput, room, end, room.length - end, null);
    end += count;
    if (count === 0 || end === room.length) return room.subarray(0, end);
  }
}
