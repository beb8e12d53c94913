/** In code points (product.md, "People and accounts"; NIST SP 800-63B-4: no composition rules). */
export const passwordLength = { min: 12, max: 128 } as const;

export const passwordMessages = {
  tooShort: `Must be at least ${passwordLength.min} characters long.`,
  tooLong: `Must not be more than ${passwordLength.max} characters long.`,
  monotonous: 'Too easy to guess: it repeats characters or follows the alphabet or keyboard.',
  fromContext:
    'Too easy to guess: it contains your name, your email, your firm or the product name.',
  unchanged: 'Please choose a password that differs from the old one.',
} as const;

export function commonPasswordMessage({ word, isWhole }: CommonWord): string {
  return isWhole
    ? `Too easy to guess: “${word}” is a common password.`
    : `Too easy to guess: “${word}” is a common password, and digits, signs or other ` +
        'spellings of its letters hardly change it.';
}

/** Words that an attacker who knows the user tries first. */
export function contextWords(person: {
  name: string;
  email: string;
  firmName?: string | undefined;
}): string[] {
  const [local = '', domain = ''] = person.email.split('@');
  const texts = ['recoup', person.name, local, domain.split('.')[0] ?? '', person.firmName ?? ''];
  const words = texts.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return [...new Set(words.filter((word) => [...word].length >= 3))];
}

/** Returns the message for a weak password. Only the server has the list of common ones. */
export function validatePassword(password: string, words: readonly string[]): string | undefined {
  const characters = [...password.normalize('NFC')];
  if (characters.length < passwordLength.min) return passwordMessages.tooShort;
  if (characters.length > passwordLength.max) return passwordMessages.tooLong;
  if (isMonotonous(characters)) return passwordMessages.monotonous;
  if (isFromContext(password.normalize('NFC').toLowerCase(), words))
    return passwordMessages.fromContext;
  return undefined;
}

export type CommonWord = { word: string; isWhole: boolean };

/**
 * Returns the common password that this one is, ignoring case, digits and signs at its ends, and
 * signs in place of letters. Undefined if the ends alone are long enough for a password.
 */
export function matchCommonWord(
  password: string,
  isListed: (word: string) => boolean,
): CommonWord | undefined {
  const lower = password.normalize('NFKC').toLowerCase();
  if (isListed(lower)) return { word: lower, isWhole: true };
  const characters = [...lower];
  for (const [start, end] of cores(characters)) {
    const rest = [...characters.slice(0, start), ...characters.slice(end)].filter((character) =>
      /[\p{L}\p{N}]/u.test(character),
    );
    if (rest.length >= minRestLength && !isMonotonous(rest)) continue;
    const word = spellings(characters.slice(start, end).join('')).find(isListed);
    if (word !== undefined) return { word, isWhole: false };
  }
  return undefined;
}

/** The parts between digits and signs at the ends, with and without look-alikes of letters. */
function cores(characters: readonly string[]): [number, number][] {
  const isLetter = (character: string) => /\p{L}/u.test(character);
  const [first, last] = [characters.findIndex(isLetter), characters.findLastIndex(isLetter)];
  if (first === -1) return [];
  const [starts, ends] = [[first], [last + 1]];
  for (
    let start = first - 1;
    start >= 0 && characters[start] !== undefined && (characters[start] ?? '') in disguises;
    start -= 1
  )
    starts.push(start);
  for (
    let end = last + 1;
    end < characters.length && (characters[end] ?? '') in disguises;
    end += 1
  )
    ends.push(end + 1);
  return starts.flatMap((start) => ends.map((end): [number, number] => [start, end]));
}

/** As written, and with letters for look-alikes; a 1 stands for an i or an l. */
function spellings(text: string): string[] {
  const spelled = (one: string) =>
    [...text]
      .map((character) => (character === '1' ? one : (disguises[character] ?? character)))
      .join('');
  return [text, spelled('i'), spelled('l')];
}

const disguises: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const neighbours = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
];

/** Few different characters, a repeated short piece, or mostly neighbours. */
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
  return (
    first === second ||
    neighbours.some((row) => row.includes(pair) || row.includes(`${second}${first}`))
  );
}

/** Letters and digits outside the guessable words. */
const minRestLength = 8;

function isFromContext(password: string, words: readonly string[]): boolean {
  let rest = password;
  for (const word of words.toSorted((left, right) => right.length - left.length))
    rest = rest.replaceAll(word, ' ');
  return rest !== password && [...rest.replace(/[^\p{L}\p{N}]/gu, '')].length < minRestLength;
}
