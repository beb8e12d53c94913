// Cleans one file, or takes the pages that the argument names from a PDF that was cleaned: takes it
// from the standard input, and writes the result to the standard output as a line of JSON with the
// new content behind it. A file that crashes a decoder, or needs too much of it, ends this process
// alone.
import { buffer } from 'node:stream/consumers';
import { endAbove } from '../../platform/core/child-program.ts';
import { cleanFile } from './clean-file.ts';

/** A HEIC takes some 7.5 bytes a pixel, and may have 100 million of them. */
endAbove(900 * 1024 * 1024);
const [pages] = process.argv.slice(2);
const file = await buffer(process.stdin);
const result = await (pages === undefined ? cleanFile(file) : extract(file, pages));
const { content = Buffer.alloc(0), ...rest } = { content: undefined, ...result };
process.stdout.write(`${JSON.stringify(rest)}\n`);
process.stdout.write(content);

async function extract(pdf: Buffer, named: string) {
  return (await import('./extract-pages.ts')).extractPages(pdf, named);
}
