import { expect, it } from 'vitest';
import { phoneIn } from './shared-text.ts';

it.each([
  ['Thandi Ndlovu\n082 555 0101', '+27825550101'],
  ['BEGIN:VCARD\nFN:Thandi\nTEL;TYPE=CELL:+27 82 555 0101\nEND:VCARD', '+27825550101'],
  ['tel:+442079460018', '+442079460018'],
  ['Thandi\n082 555 0101\n011 555 0142', '+27825550101'],
  ['082 555 0101\r\n082 555 0101', '+27825550101'],
  ['Call 082 555 0101 (011 555 0142), 10:30', '+27825550101'],
  ['(011) 555 0142 0825550101', '+27115550142'],
  ['Invoice 2026-11-25 for R 1 234.00', undefined],
  ['Case 12345/2026, order of 3 March', undefined],
  ['', undefined],
])('finds in %j the number %s', (text, number) => {
  expect(phoneIn(text)).toBe(number);
});
