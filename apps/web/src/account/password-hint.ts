import {
  validatePassword,
  passwordLength,
  passwordMessages,
} from '@recoup/contract/account/password-rules';

const advice = 'Four unrelated words are easy to remember and hard to guess.';

/** Advice by length and common guesses; no composition rules. */
export function passwordHint(password: string, words: readonly string[]): string {
  const length = [...password.normalize('NFC')].length;
  if (length === 0) return `At least ${passwordLength.min} characters. ${advice}`;
  if (length < passwordLength.min) return `${length} of at least ${passwordLength.min} characters.`;
  // The error is shown below the field; the hint only gives advice.
  if (validatePassword(password, words) !== undefined) return advice;
  // Only the server knows common passwords, so the page never calls one strong.
  return `${length} characters: long enough. We also check it against common passwords.`;
}

/** The message for an invalid new password. */
export function newPasswordError(password: string, words: readonly string[]): string | undefined {
  return password === '' ? passwordMessages.tooShort : validatePassword(password, words);
}
