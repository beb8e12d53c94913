import { passwordTexts } from '@recoup/contract/passwords.rules';
import { expect, it } from 'vitest';
import { isCommonPassword, refuseWeakPassword } from './common-passwords.ts';
import { AppError } from './errors.ts';

it.each(['Welcome1234!', 'PASSWORD1234', 'P@ssw0rd20262026', '1qaz2wsx3edc', '123456789012', 'letmein!!!!!!', '2026recoup2026'])(
  'knows %s as common',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

it.each(['lantern-harbour-quiet-7', 'a-long-and-quiet-river', '394857203948'])('does not know %s', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

it('says why at the field', () => {
  const refuse = () => refuseWeakPassword('Welcome1234!', { field: 'newPassword', person: { name: 'Ann', email: 'a@b.co.za' } });
  expect(refuse).toThrow(AppError);
  expect(refuse).toThrow(passwordTexts.common);
});
