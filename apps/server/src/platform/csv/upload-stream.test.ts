import { Readable } from 'node:stream';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { readBody } from './upload-stream.ts';

const row = 'SA0001,Lévesque – “Unit 5” ’s\r\n';
const plain = 'SA0000,Debt recovery\r\n'.repeat(400);

async function read(bytes: Buffer, pieceBytes: number): Promise<string> {
  const chunks = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, at) =>
    bytes.subarray(at * pieceBytes, (at + 1) * pieceBytes),
  );
  let text = '';
  for await (const chunk of readBody(Readable.from(chunks), 'text/csv')) text += chunk;
  return text;
}

describe('a file without a charset', () => {
  const texts = {
    'with few rows': row,
    'whose accents come late': plain + row + plain,
    'full of accents': row.repeat(500),
    'without accents': plain,
  };
  describe.each(Object.entries(texts))('%s', (_, text) => {
    it.each(['utf8', 'win1252', 'utf16le', 'utf16be'])(
      'is read as %s in chunks of any length',
      async (encoding) => {
        for (const addBOM of encoding === 'win1252' ? [false] : [false, true]) {
          const bytes = iconv.encode(text, encoding, { addBOM });
          for (const pieceBytes of [7, 1021, 65_536])
            expect(await read(bytes, pieceBytes)).toBe(text);
        }
      },
    );
  });

  it('is rejected as damaged UTF-8 for an invalid byte far behind its first accents', async () => {
    const damaged = Buffer.concat([Buffer.from(row + plain), Buffer.from([0xe9, 0x2c])]);
    await expect(read(damaged, 1021)).rejects.toThrow('The file is not UTF-8 throughout');
  });

  const old = iconv.encode(row, 'win1252');
  const young = Buffer.from(row);
  it.each([
    ['UTF-8 with a line of Windows-1252', [young, old, young]],
    ['Windows-1252 with a line of UTF-8', [old, young, old]],
    ['Windows-1252 with UTF-8 far behind', [old, Buffer.from(plain), young]],
    ['UTF-8 that is cut off within a letter', [Buffer.from(plain), Buffer.from([0x4c, 0xc3])]],
  ])('is rejected as %s in chunks of any length', async (_, parts) => {
    for (const pieceBytes of [1, 1021, 65_536])
      await expect(read(Buffer.concat(parts), pieceBytes)).rejects.toThrow('not UTF-8 throughout');
  });
});
