import { unescapeFormula } from '@recoup/contract/core/formula-escaping';
import { withoutMarks } from '@recoup/contract/core/fields';
import { isWritable } from '@recoup/contract/core/unwritable';

const plainText = /^[\x20-\x7e]*$/;
const wideSpaces = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;
const lineEnds = /\r\n?|[\v\f\u2028\u2029]/g;

/**
 * The visible text of a cell: trimmed, composed (NFC), line breaks as \n, no invisible marks, and
 * without the apostrophes of our exports, so that a round trip changes nothing.
 */
export function cleanCell(cell: string): string {
  if (plainText.test(cell)) return withoutApostrophes(cell.trim());
  const text = withoutMarks(cell).replace(wideSpaces, ' ').replace(lineEnds, '\n').normalize('NFC');
  return withoutApostrophes(text.trim());
}

/** Text on one line, also if its cell has line breaks. */
export function normalizeLine(cell: string): string {
  const text = cleanCell(cell);
  if (!text.includes('\n')) return text;
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

const spreadsheetErrors = /^#(?:REF!|N\/A|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|#{2,})$/;

/** As a spreadsheet writes a number of many digits: `1.23457E+11`. `219E01` is a good number. */
const rounded = /^-?\d(?:[.,]\d+E[+-]\d{1,3}|E\+\d{1,3})$/i;

/** Damage by a spreadsheet to a number or code, as the end of a sentence with the cure. */
export function findDamage(code: string): string | undefined {
  if (rounded.test(code))
    return (
      `"${code}" was rounded by a spreadsheet, which took it for an amount. Format the column ` +
      'as text in the system that it came from, or export it anew and do not open it first.'
    );
  return spreadsheetErrors.test(code) ? errorOfSheet(code) : undefined;
}

function errorOfSheet(text: string): string {
  return `is an error of a spreadsheet, "${text}". Correct that cell, and save the file again.`;
}

/** The error of a normalized text, as the end of a sentence. */
export function textError(text: string, maxLength: number): string | undefined {
  if (spreadsheetErrors.test(text)) return errorOfSheet(text);
  if (text.length > maxLength)
    return `is ${text.length} characters long; at most ${maxLength} are kept. Shorten it.`;
  if (plainText.test(text)) return undefined;
  // The parser turns half of a surrogate pair into U+FFFD.
  if (text.includes('\uFFFD'))
    return 'has lost characters (\uFFFD). Save the file again as CSV UTF-8.';
  if (!isWritable(text))
    return 'contains control characters. Type it again, or save the file as CSV UTF-8.';
  return undefined;
}

function withoutApostrophes(text: string): string {
  return text.includes("'") ? unescapeFormula(text).trim() : text;
}

/** Texts that may have been read in another encoding than they were written in. */
export type Misread = { count: number; example: string };

/**
 * Letters of "CSV (MS-DOS)" or "CSV (Macintosh)" read as Windows-1252, where no word has such a
 * sign: Andr‚, Dani‰l, J”rg, MŸller, AndrŽ; and letters of UTF-8 read so: AndrÃ©.
 */
const misread = [
  /\p{L}[‚„†‡ˆ‰‹¤¡]/u,
  /\p{L}[“”•™…ŒŠŽŸ]\p{Ll}/u,
  /\p{Ll}[ŒŠŽŸ]/u,
  /\p{L}\p{Ll}‘\p{Ll}/u,
  /[ÂÃ][\u00A1-\u00BF]/u,
  /â€/u,
];
const plain = /^[ -~\n\t]*$/;

export function noMisread(): Misread {
  return { count: 0, example: '' };
}

export function noteMisread(found: Misread, text: string): void {
  if (plain.test(text)) return;
  const at = misread.map((signs) => text.search(signs)).find((place) => place >= 0);
  if (at === undefined) return;
  if (found.count === 0) found.example = wordAt(text, at);
  found.count++;
}

export function misreadNotices({ count, example }: Misread): string[] {
  if (count === 0) return [];
  const texts = count === 1 ? 'One text has' : `${count} texts have`;
  return [
    `${texts} signs where letters with accents may belong, such as “${example}”. If so, save the ` +
      'file as “CSV UTF-8”, not as “CSV (MS-DOS)” or “CSV (Macintosh)”, and choose it again.',
  ];
}

function wordAt(text: string, at: number): string {
  const start = text.slice(0, at).search(/\S{0,30}$/);
  return (/^\S+/.exec(text.slice(start))?.[0] ?? '').slice(0, 40);
}
