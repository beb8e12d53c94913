import { commonPasswordMessage } from '@recoup/contract/account/password-rules';
import { expect, it } from 'vitest';
import { findCommonWord, passwordWeakness, rejectWeakPassword } from './password-policy.ts';
import { AppError } from '../core/app-error.ts';

it.each([
  ['Welcome1234!', 'welcome', false],
  ['PASSWORD1234', 'password1234', true],
  ['P@ssw0rd20262026', 'password', false],
  ['$unshine-2026', 'sunshine', false],
  ['1qaz2wsx3edc', '1qaz2wsx3edc', true],
  ['123456789012', '123456789012', true],
  ['letmein!!!!!!', 'letmein', false],
  ['2026recoup2026', 'recoup', false],
  ['blue11112222', 'blue', false],
])('finds in %s the common password %s', (password, word, isWhole) => {
  expect(findCommonWord(password)).toEqual({ word, isWhole });
});

it.each([
  'lantern-harbour-quiet-7',
  'a-long-and-quiet-river',
  '394857203948',
  '7391blue0462958',
  '84-blue-73910462',
  'blue-lantern-harbour-73',
  'blueen.orchard-1987-x',
  'the dragon sleeps at noon',
])('finds none in %s', (password) => {
  expect(findCommonWord(password)).toBeUndefined();
});

it('names the word at the field', () => {
  const person = { name: 'Ann', email: 'a@b.co.za', firmName: undefined };
  const refuse = () => rejectWeakPassword('Welcome1234!', { field: 'newPassword', person });
  expect(refuse).toThrow(AppError);
  expect(refuse).toThrow(commonPasswordMessage({ word: 'welcome', isWhole: false }));
  expect(passwordWeakness('1qaz2wsx3edc', person)).toBe(
    'Too easy to guess: “1qaz2wsx3edc” is a common password.',
  );
});
