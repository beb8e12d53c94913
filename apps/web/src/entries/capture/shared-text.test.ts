import { expect, it } from 'vitest';
import { phoneIn } from './shared-text.ts';

it.each([
  ['Thandi Ndlovu\n082 555 0101', '+27825550101'],
  ['BEGIN:VCARD\nFN:Thandi\nTEL;TYPE=CELL:+27 82 555 0101\nEND:VCARD', '+27825550101'],
  ['tel:+442079460018', '+442079460018'],
  ['Invoice 2026-11-25 for R 1 234.00', undefined],
  ['Case 12345/2026, order of 3 March', undefined],
  ['', undefined],
])('finds in %j the number %s', (text, number) => {
  expect(phoneIn(text)).toBe(number);
});
