import { expect, it } from 'vitest';
import { createFileCounter } from './statements-page.tsx';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
const fileHeader = (name: string) => `PK\u0003\u0004${'\u0000'.repeat(26)}${name}`;
const zip = bytes(
  [
    fileHeader('statement-1.xlsx'),
    fileHeader('xl/workbook.xml'),
    'x'.repeat(50),
    fileHeader('statement-2.xlsx'),
    fileHeader('statement-3.xlsx'),
  ].join('\u00FF'),
);

it.each([1, 7, 39, 40, 41, 1000])('counts its files in chunks of %i bytes', (size) => {
  const count = createFileCounter();
  let found = 0;
  for (let at = 0; at < zip.length; at += size) found = count(zip.subarray(at, at + size));
  expect(found).toBe(3);
});
