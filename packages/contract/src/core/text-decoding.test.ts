import { describe, expect, it } from 'vitest';
import { detectEncoding } from './text-decoding.ts';

const text = 'Matter Number,Description\r\nSA0001,Lévesque – Müller\r\n';
const utf8 = new TextEncoder().encode(text);
const utf16 = (endian: 'le' | 'be', value = text) => {
  const view = new DataView(new ArrayBuffer(value.length * 2));
  for (let at = 0; at < value.length; at++)
    view.setUint16(at * 2, value.charCodeAt(at), endian === 'le');
  return new Uint8Array(view.buffer);
};
const join = (...parts: (Uint8Array | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]));
/** Lévesque */
const windows1252 = join([0x4c, 0xe9, 0x76], new TextEncoder().encode('esque'));

describe('detectEncoding', () => {
  it.each([
    ['UTF-8 without BOM', utf8, 'utf-8'],
    ['UTF-8 with BOM', join([0xef, 0xbb, 0xbf], utf8), 'utf-8'],
    ['plain ASCII', new TextEncoder().encode('a,b'), 'utf-8'],
    ['nothing', new Uint8Array(), 'utf-8'],
    ['UTF-16LE with BOM', join([0xff, 0xfe], utf16('le')), 'utf-16le'],
    ['UTF-16BE with BOM', join([0xfe, 0xff], utf16('be')), 'utf-16be'],
    ['UTF-16LE without BOM', utf16('le'), 'utf-16le'],
    ['UTF-16BE without BOM', utf16('be'), 'utf-16be'],
    ['Windows-1252', windows1252, 'windows-1252'],
    ['a UTF-8 character cut off at the end', utf8.subarray(0, utf8.indexOf(0xc3) + 1), 'utf-8'],
    ['a dash of UTF-8 cut off at the end', join([0x41], [0xe2, 0x80]), 'utf-8'],
    ['UTF-8 with a line of Windows-1252', join(utf8, windows1252), 'utf-8'],
    ['Windows-1252 with a line of UTF-8', join(windows1252, utf8), 'utf-8'],
    ['Windows-1252 that ends in an accent', windows1252.subarray(0, 2), 'windows-1252'],
    ['MAÇÃ’S and SÃO in Windows-1252', join([0x4d, 0xc7, 0xc3, 0x92, 0xc3, 0x4f]), 'windows-1252'],
    ['CAFÉ’S and é in Windows-1252', join([0xc9, 0x92, 0x53, 0xe9, 0x53]), 'windows-1252'],
    ['nothing but NUL', new Uint8Array(100), 'utf-8'],
    ['UTF-8 with a single NUL', join(utf8, [0], utf8), 'utf-8'],
    ['a BOM of UTF-8 before what is not', join([0xef, 0xbb, 0xbf], [0xe9, 0x2c]), 'utf-8'],
  ])('reads %s', (_, bytes, encoding) => {
    expect(detectEncoding(bytes)).toBe(encoding);
  });

  it('finds an invalid byte behind megabytes, and decodes characters across pieces', () => {
    const large = new TextEncoder().encode(`x${'é'.repeat(1_500_000)}`);
    expect(detectEncoding(large)).toBe('utf-8');
    const plain = new TextEncoder().encode('x'.repeat(1_200_000));
    expect(detectEncoding(join(plain, [0xff], plain))).toBe('windows-1252');
  });
});
