import { expect, it } from 'vitest';
import { decode } from './text-file.ts';

it('refuses UTF-8 with letters of another encoding, and does not replace them', () => {
  expect(() => decode(Uint8Array.of(0xc3, 0xa9, 0x2c, 0xe9), 'utf-8')).toThrow(
    'The file is not UTF-8 throughout',
  );
  expect(decode(Uint8Array.of(0xc3, 0xa9), 'utf-8')).toBe('é');
});
