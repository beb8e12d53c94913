import type { Encoding } from '@recoup/contract/posting/rules';

/** The letters of Windows-1252 beyond Latin-1, from byte 0x80; five bytes have none. */
const specials = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
const specialBytes = new Map([...specials].map((letter, index) => [letter, 0x80 + index]));

const unlike = {
  'utf-8': /[\p{Cs}]/gu,
  'utf-8-bom': /[\p{Cs}]/gu,
  'windows-1252': /[^\x20-\x7E\u00A0-\u00FF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu,
  ascii: /[^\x20-\x7E]/gu,
} as const satisfies Record<Encoding, RegExp>;

/** The first character that the encoding lacks. */
export function lackedBy(encoding: Encoding, text: string): string | undefined {
  const at = text.search(unlike[encoding]);
  return at < 0 ? undefined : String.fromCodePoint(text.codePointAt(at) ?? 0);
}

/** The text with letters that the encoding has: é without its accent, `?` for the rest. */
export function transliterate(encoding: Encoding, text: string): string {
  if (lackedBy(encoding, text) === undefined) return text;
  return text.normalize('NFC').replaceAll(unlike[encoding], (letter) => alike(encoding, letter));
}

function alike(encoding: Encoding, letter: string): string {
  if (invisible.test(letter)) return '';
  const written = alternatives[letter] ?? letter.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return written !== '' && lackedBy(encoding, written) === undefined ? written : '?';
}

const invisible = /[\p{M}\p{Cf}]/u;

const alternatives: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'‘’‚‛′'].map((mark) => [mark, "'"])),
  ...Object.fromEntries([...'“”„‟″«»'].map((mark) => [mark, '"'])),
  ...Object.fromEntries([...'‐‑‒–—―−'].map((mark) => [mark, '-'])),
  '€': 'EUR',
  '£': 'GBP',
  '…': '...',
  '•': '*',
  '·': '.',
  '×': 'x',
  '÷': '/',
  '©': '(c)',
  '®': '(R)',
  '™': '(TM)',
  '§': 'par.',
  '°': 'deg.',
  ß: 'ss',
  ẞ: 'SS',
  Æ: 'AE',
  æ: 'ae',
  Œ: 'OE',
  œ: 'oe',
  Ø: 'O',
  ø: 'o',
  Đ: 'D',
  đ: 'd',
  Ð: 'D',
  ð: 'd',
  Þ: 'Th',
  þ: 'th',
  Ł: 'L',
  ł: 'l',
  ı: 'i',
  '\u2028': ' ',
  '\u2029': ' ',
};

/** A file's text in bytes; its letters are those of the encoding. */
export function encode(encoding: Encoding, text: string): Buffer {
  if (encoding === 'utf-8' || encoding === 'utf-8-bom') return Buffer.from(text);
  const inBytes = text.replaceAll(/[\u0100-\uFFFF]/g, (letter) =>
    String.fromCodePoint(specialBytes.get(letter) ?? 0x3f),
  );
  return Buffer.from(inBytes, 'latin1');
}

export function byteOrderMark(encoding: Encoding): string {
  return encoding === 'utf-8-bom' ? '\uFEFF' : '';
}
