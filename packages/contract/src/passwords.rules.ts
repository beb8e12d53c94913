/** Bounds in code points (product.md, "People and accounts"; NIST SP 800-63B-4 asks for length and against composition rules). */
export const passwordLength = { min: 12, max: 128 } as const;

export const passwordTexts = {
  tooShort: `Must be at least ${passwordLength.min} characters long.`,
  tooLong: `Must not be more than ${passwordLength.max} characters long.`,
  monotonous: 'Too easy to guess: it repeats characters or runs along the alphabet or the keyboard.',
  fromContext: 'Too easy to guess: it is made of your name, your email, your firm or the name of this product.',
  common: 'Too easy to guess: it is one of the passwords that many people use.',
  unchanged: 'Please choose a password that differs from the old one.',
} as const;

/** What a guesser who knows the person tries first: `passwordFault` wants the words of it. */
export function contextWords(person: { name: string; email: string; firmName?: string | undefined }): string[] {
  const [local = '', domain = ''] = person.email.split('@');
  const texts = ['recoup', person.name, local, domain.split('.')[0] ?? '', person.firmName ?? ''];
  const words = texts.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return [...new Set(words.filter((word) => [...word].length >= 3))];
}

/**
 * Why a new password cannot be taken, as a sentence for the person; undefined when it can.
 * The list of common passwords lies on the server, which asks it beside this.
 */
export function passwordFault(password: string, words: readonly string[]): string | undefined {
  const characters = [...password.normalize('NFC')];
  if (characters.length < passwordLength.min) return passwordTexts.tooShort;
  if (characters.length > passwordLength.max) return passwordTexts.tooLong;
  if (isMonotonous(characters)) return passwordTexts.monotonous;
  if (isFromContext(password.normalize('NFC').toLowerCase(), words)) return passwordTexts.fromContext;
  return undefined;
}

const neighbours = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz', '01234567890'];

/** A handful of different characters, one short piece over and over, or mostly neighbours. */
function isMonotonous(characters: readonly string[]): boolean {
  const lower = characters.map((character) => character.toLowerCase());
  if (new Set(lower).size < 5) return true;
  const text = lower.join('');
  for (let length = 1; length <= 6; length += 1) {
    const piece = lower.slice(0, length).join('');
    if (piece.repeat(Math.ceil(lower.length / length)).startsWith(text)) return true;
  }
  const pairs = lower.slice(1).map((character, index) => `${lower[index]}${character}`);
  return pairs.filter(areNeighbours).length / pairs.length > 0.7;
}

function areNeighbours(pair: string): boolean {
  const [first, second] = [...pair];
  return first === second || neighbours.some((row) => row.includes(pair) || row.includes(`${second}${first}`));
}

/** Without the words there has to be enough left for a password of its own. */
function isFromContext(password: string, words: readonly string[]): boolean {
  let rest = password;
  for (const word of words.toSorted((left, right) => right.length - left.length)) rest = rest.replaceAll(word, ' ');
  return rest !== password && [...rest.replace(/[^\p{L}\p{N}]/gu, '')].length < 8;
}
