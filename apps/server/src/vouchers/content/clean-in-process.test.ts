import { readdirSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { keepProgramsRunning } from '../../../test/endless-programs.ts';
import { largestPng, pdf, photo } from '../../../test/voucher-files.ts';
import { cleanInProcess } from './clean-in-process.ts';

type Options = { onChunk?: () => void; timeoutMs?: number };

async function clean(file: Buffer, { onChunk, ...options }: Options = {}) {
  const chunks: Buffer[] = [];
  const result = await cleanInProcess(Readable.from([file]), {
    ...options,
    take: async (content) => {
      for await (const chunk of content) {
        chunks.push(chunk);
        // The line before the content may come alone, and leaves a first chunk of nothing.
        if (chunk.length > 0) onChunk?.();
      }
    },
  });
  return { result, content: Buffer.concat(chunks) };
}

it('returns what the process has cleaned', async () => {
  const [picture, document] = await Promise.all([clean(await photo()), clean(pdf({ pages: 2 }))]);

  expect(picture.result).toMatchObject({
    isClean: true,
    kind: 'jpeg',
    pages: null,
    content: { bytes: picture.content.length },
  });
  expect(picture.content.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  expect(document.result).toEqual({ isClean: true, kind: 'pdf', pages: 2 });
  expect(document.content).toHaveLength(0);
});

it('refuses a file in the sentence of the process', async () => {
  expect((await clean(Buffer.from('text'))).result).toMatchObject({ isClean: false });
});

it('ends a process that works for too long', async () => {
  const { result } = await clean(await photo(), { timeoutMs: 1 });

  expect(result).toEqual({ isClean: false, message: expect.stringContaining('too long') });
});

it('refuses content whose process ends before the whole of it was sent', async () => {
  let isKilled = false;
  const { result, content } = await clean(await largestPng(), {
    onChunk: () => {
      if (!isKilled) killReader();
      isKilled = true;
    },
  });

  expect(content.length).toBeGreaterThan(0);
  expect(result).toMatchObject({ isClean: false });
});

it.each([
  ['without new content', () => pdf()],
  ['with new content', async () => photo()],
])('kills a process that hangs once it has sent a result %s', async (_, file) => {
  await keepProgramsRunning();

  expect((await clean(await file(), { timeoutMs: 600_000 })).result).toMatchObject({
    isClean: true,
  });
});

it('ends a process whose content is not taken', async () => {
  const file = Readable.from([await largestPng()]);

  expect(await cleanInProcess(file, { take: async () => {} })).toMatchObject({ kind: 'png' });
});

it('throws what the taker of the content throws', async () => {
  const onChunk = () => {
    throw new Error('no room');
  };

  await expect(clean(await photo(), { onChunk })).rejects.toThrow('no room');
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

  const { result } = await clean(pdf({ objects: [stream] }));

  expect(result).toEqual({ isClean: false, message: expect.stringContaining('too much memory') });
});

/** By the processes that Linux lists: a bare machine has no pkill. */
function killReader(): void {
  for (const id of readdirSync('/proc').map(Number)) {
    if (!isReader(id)) continue;
    process.kill(id, 'SIGKILL');
    return;
  }
  throw new Error('no process to kill');
}

function isReader(id: number): boolean {
  if (Number.isNaN(id)) return false;
  try {
    const isChild = readFileSync(`/proc/${id}/status`, 'utf8').includes(
      `\nPPid:\t${process.pid}\n`,
    );
    return isChild && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('reader-process');
  } catch {
    return false; // it has ended meanwhile
  }
}
