import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decodeMatterFile } from './decode.ts';

const text = 'Matter,Description\r\nSA0001,Lévesque – “Unit 5” ’s\r\n';

describe('decodeMatterFile', () => {
  it.each([
    ['utf-8', iconv.encode(text, 'utf8')],
    ['utf-8', iconv.encode(text, 'utf8', { addBOM: true })],
    ['utf-16le', iconv.encode(text, 'utf16le', { addBOM: true })],
    ['utf-16le', iconv.encode(text, 'utf16le', { addBOM: false })],
    ['utf-16be', iconv.encode(text, 'utf16be', { addBOM: true })],
    ['utf-16be', iconv.encode(text, 'utf16be', { addBOM: false })],
    ['windows-1252', iconv.encode(text, 'win1252')],
  ])('reads %s', (encoding, bytes) => {
    expect(decodeMatterFile(bytes)).toEqual({ ok: true, text, encoding });
  });

  it('reads a part of a larger buffer', () => {
    const bytes = iconv.encode(`xx${text}`, 'win1252').subarray(2);
    expect(decodeMatterFile(bytes)).toMatchObject({ text });
  });

  it.each([
    ['UTF-8', Buffer.from([0xef, 0xbb, 0xbf, 0xe9, 0x2c])],
    ['UTF-16LE', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00])],
  ])('rejects bytes that claim to be %s and are not', (name, bytes) => {
    expect(decodeMatterFile(bytes)).toEqual({
      ok: false,
      message: `The file says that it is ${name} and is not. Save it again as CSV UTF-8.`,
    });
  });

  it('rejects a workbook', () => {
    const workbook = Buffer.concat([
      Buffer.from('PK\u0003\u0004'),
      Buffer.from([0x14, 0x00, 0x06, 0x00, 0x08, 0x00, 0xe9, 0xff]),
    ]);
    expect(decodeMatterFile(workbook)).toEqual({
      ok: false,
      message: expect.stringContaining('not a text file'),
    });
  });
});
