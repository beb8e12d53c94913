import { Readable } from 'node:stream';
import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { pdf, photo } from '../../../test/voucher-files.ts';
import { cleanInProcess } from './clean-in-process.ts';

it('returns what the process has cleaned', async () => {
  const [picture, document] = await Promise.all([
    cleanInProcess(Readable.from([await photo()])),
    cleanInProcess(Readable.from([pdf({ pages: 2 })])),
  ]);

  expect(picture).toMatchObject({ isClean: true, kind: 'jpeg', pages: null });
  expect(picture.isClean && picture.content?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  expect(document).toEqual({ isClean: true, kind: 'pdf', pages: 2 });
});

it('refuses a file in the sentence of the process', async () => {
  expect(await cleanInProcess(Readable.from([Buffer.from('text')]))).toMatchObject({
    isClean: false,
  });
});

it('ends a process that works for too long', async () => {
  const result = await cleanInProcess(Readable.from([await photo()]), { timeoutMs: 1 });

  expect(result).toEqual({ isClean: false, message: expect.stringContaining('too long') });
});

it('ends a process that takes too much memory', async () => {
  // Unpacked, the object stream has 3 GB.
  const layer = deflateSync(Buffer.alloc(1_000_000_000), { level: 9 });
  const packed = deflateSync(Buffer.concat([layer, layer, layer]), { level: 9 });
  const stream = Buffer.concat([
    Buffer.from(
      '<< /Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode] ' +
        `/Length ${packed.length} >>\nstream\n`,
    ),
    packed,
    Buffer.from('\nendstream'),
  ]);

  const result = await cleanInProcess(Readable.from([pdf({ objects: [stream] })]));

  expect(result).toEqual({ isClean: false, message: expect.stringContaining('too much memory') });
});
