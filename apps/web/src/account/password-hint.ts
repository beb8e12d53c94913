import { passwordFault, passwordLength, passwordTexts } from '@recoup/contract/passwords.rules';

/** What makes a password good, for this one: length, and nothing that a guesser tries first. No rules of composition. */
export function passwordHint(password: string, words: readonly string[]): string {
  const length = [...password.normalize('NFC')].length;
  if (length === 0) return `At least ${passwordLength.min} characters. Four unrelated words are easy to remember and hard to guess.`;
  if (length < passwordLength.min) return `${length} of at least ${passwordLength.min} characters.`;
  const fault = passwordFault(password, words);
  if (fault !== undefined) return fault;
  return length < 16 ? `${length} characters: good. A few more make it strong.` : `${length} characters: strong.`;
}

/** Why a new password cannot be taken yet, beside the words of the specification for an empty one. */
export function newPasswordFault(password: string, words: readonly string[]): string | undefined {
  return password === '' ? passwordTexts.tooShort : passwordFault(password, words);
}
