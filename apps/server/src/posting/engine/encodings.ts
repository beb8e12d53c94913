import iconv from 'iconv-lite';
import type { Encoding } from '@recoup/contract/posting/rules';
import { escapeFormula, printable } from '@recoup/contract/core/formula-escaping';
import type { LayoutForm, PostingColumn } from '@recoup/contract/posting/layouts';

const unlike = {
  'utf-8': /[\p{Cs}]/gu,
  'utf-8-bom': /[\p{Cs}]/gu,
  'windows-1252': /[^\x20-\x7E\u00A0-\u00FF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu,
  ascii: /[^\x20-\x7E]/gu,
} as const satisfies Record<Encoding, RegExp>;

/** The first character that the encoding lacks. */
function lackedBy(encoding: Encoding, text: string): string | undefined {
  const at = text.search(unlike[encoding]);
  return at < 0 ? undefined : String.fromCodePoint(text.codePointAt(at) ?? 0);
}

/** The text with letters that the encoding has: é without its accent, `?` for the rest. */
function transliterate(encoding: Encoding, text: string): string {
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
  return iconv.encode(text, encoding);
}

export function byteOrderMark(encoding: Encoding): string {
  return encoding === 'utf-8-bom' ? '\uFEFF' : '';
}

/** `origin`: a code of the firm may be a number with a sign, or begin like codes of LegalSuite. */
type TextColumn = Pick<PostingColumn, 'width' | 'fit'> & { origin: 'entry' | 'firm' };
type Form = Pick<LayoutForm, 'delimiter' | 'quote' | 'encoding'> & {
  recordEnd?: string | undefined;
};
export type Fitted = { text: string; problem?: string };

/** A text within the limits of its column; of a cell that is not to be cut, its problem. */
export function fitText(value: string, column: TextColumn, form: Form): Fitted {
  const text = oneLine(value);
  return column.fit === 'cut' ? cutText(text, column, form) : wholeText(text, column, form);
}

function oneLine(value: string): string {
  return plain.test(value)
    ? value
    : printable(value.replaceAll(/[\s\u0085\u2028\u2029]+/g, ' ')).trim();
}
const plain = /^(?! )(?:[\x21-\x7E]| (?! |$))*$/;

function cutText(value: string, column: TextColumn, form: Form): Fitted {
  const known = transliterate(form.encoding, value);
  const text = form.quote === 'never' ? withoutDelimiters(known, form) : known;
  const cut = shortened(text, column.width);
  return {
    text: needsEscape(cut, column, form) ? shortened(escaped(cut, form), column.width) : cut,
  };
}

function wholeText(text: string, column: TextColumn, form: Form): Fitted {
  const lacked = lackedBy(form.encoding, text);
  if (lacked !== undefined)
    return {
      text,
      problem: `${quoted(text)} has “${lacked}”, which ${form.encoding} cannot hold.`,
    };
  if (form.quote === 'never' && withoutDelimiters(text, form) !== text)
    return { text, problem: `${quoted(text)} has the delimiter of the file.` };
  const isFormula = needsEscape(text, column, form) && escaped(text, form) !== text;
  if (isFormula) return { text, problem: `A spreadsheet would run ${quoted(text)} as a formula.` };
  const { width } = column;
  if (width !== undefined && text.length > width && [...text].length > width)
    return { text, problem: `${quoted(text)} is longer than ${width} characters.` };
  return { text };
}

/** No spreadsheet opens files of fixed widths, nor records with an end of their own. */
function needsEscape(text: string, { origin }: TextColumn, form: Form): boolean {
  if (form.delimiter === null || form.recordEnd !== undefined) return false;
  return origin === 'entry' || !harmlessCode.test(text);
}
/** A lone sign, a number, or `@` before a word, by which LegalSuite finds an old code. */
const harmlessCode = /^(?:[-+]?[\d.,]*|@\w+)$/;

function escaped(text: string, { delimiter }: Form): string {
  return escapeFormula(text, delimiter ?? ',');
}

function withoutDelimiters(text: string, { delimiter, recordEnd }: Form): string {
  const bare = delimiter === null ? text : text.replaceAll(delimiter, ' ');
  // The brackets of `[]` may meet across two cells.
  return recordEnd === '[]' ? bare.replaceAll('[', '(').replaceAll(']', ')') : bare;
}

/** A narration has 2,000 characters, and ten thousand lines may have a problem. */
const maxQuoted = 100;

/** A text in a sentence about it, which is no place for a whole narration. */
export function quoted(text: string): string {
  return text.length <= maxQuoted ? `“${text}”` : `“${shortened(text, maxQuoted)} …”`;
}

function shortened(text: string, width: number | undefined): string {
  if (width === undefined || text.length <= width) return text;
  return [...text].slice(0, width).join('').trimEnd();
}
