import { expect, it } from 'vitest';
import { generatePassword } from './initial-password.ts';

it('makes a password of four readable groups, another one each time', () => {
  const many = Array.from({ length: 2000 }, generatePassword);
  expect(
    many.every((password) => /^(?:[a-hj-km-np-z2-9]{4}-){3}[a-hj-km-np-z2-9]{4}$/.test(password)),
  ).toBe(true);
  expect(new Set(many).size).toBe(2000);
  expect(new Set(many.join('').replaceAll('-', '')).size).toBe(31);
});
