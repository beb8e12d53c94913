import { unescapeFormula } from '@recoup/contract/core/formula-escaping';
import { withoutMarks } from '@recoup/contract/core/visible-text';

const plainText = /^[\x20-\x7e]*$/;
/** Zero width joiners shape letters in some scripts, so only a matter number loses them. */
const joiners = /[\u200C\u200D]/g;
const wideSpaces = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;
const lineEnds = /\r\n?|[\v\f\u2028\u2029]/g;
/** Every control but tab and line feed. */
const controls = /[^\P{Cc}\t\n]/u;

/**
 * The text that a person sees in a cell: trimmed, composed (NFC), line breaks as \n, no invisible marks, and without the apostrophes
 * that our exports set so that no spreadsheet runs a part of the cell (the round trip must change nothing).
 */
export function normalizeCell(cell: string): string {
  if (plainText.test(cell)) return withoutArmour(cell.trim());
  const seen = withoutMarks(cell).replace(wideSpaces, ' ').replace(lineEnds, '\n').normalize('NFC');
  return withoutArmour(seen.trim());
}

/**
 * A matter number: as `normalizeCell`, and joiners go too. Invisible marks are removed, not refused: nobody can see what a refusal would
 * speak of, and kept they would make two matters of one number. Line breaks and controls stay, for `textError` to refuse.
 */
export function normalizeNumber(cell: string): string {
  if (plainText.test(cell)) return withoutQuotedFormula(normalizeCell(cell));
  return withoutQuotedFormula(normalizeCell(cell.replace(joiners, '')));
}

/** One line of text: a name that was broken over two lines in its cell. */
export function normalizeLine(cell: string): string {
  const text = normalizeCell(cell);
  return text.includes('\n') ? text.replace(/\s*\n\s*/g, ' ') : text;
}

/** What is wrong with a tidied text, if anything, as the end of a sentence. */
export function textError(text: string, longest: number): string | undefined {
  if (text.length > longest)
    return `is ${text.length} characters long; at most ${longest} are kept. Shorten it.`;
  if (plainText.test(text)) return undefined;
  // A half of a surrogate pair has become U+FFFD on its way through the parser.
  if (text.includes('\uFFFD'))
    return 'has lost characters (\uFFFD). Save the file again as CSV UTF-8.';
  if (controls.test(text))
    return 'contains control characters. Type it again, or save the file as CSV UTF-8.';
  return undefined;
}

function withoutArmour(text: string): string {
  return text.includes("'") ? unescapeFormula(text).trim() : text;
}

/** Systems write ="00123" so that Excel keeps the leading zeros. */
function withoutQuotedFormula(text: string): string {
  return text.startsWith('="') && text.endsWith('"') && text.length > 3
    ? text.slice(2, -1).trim()
    : text;
}
