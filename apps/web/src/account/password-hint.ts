import {
  validatePassword,
  passwordLength,
  passwordMessages,
} from '@recoup/contract/account/password-rules';

const advice = 'Four unrelated words are easy to remember and hard to guess.';

/** What makes a password good, for this one: length, and nothing that a guesser tries first. No rules of composition. */
export function passwordHint(password: string, words: readonly string[]): string {
  const length = [...password.normalize('NFC')].length;
  if (length === 0) return `At least ${passwordLength.min} characters. ${advice}`;
  if (length < passwordLength.min) return `${length} of at least ${passwordLength.min} characters.`;
  // What is wrong stands below the field; here stands what would be better.
  if (validatePassword(password, words) !== undefined) return advice;
  // Whether many people use it is known to the server alone, so nothing here says that it is strong.
  return `${length} characters: long enough. It is also checked against passwords that many people use.`;
}

/** Why a new password cannot be taken yet, beside the words of the specification for an empty one. */
export function newPasswordError(password: string, words: readonly string[]): string | undefined {
  return password === '' ? passwordMessages.tooShort : validatePassword(password, words);
}
