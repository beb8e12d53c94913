import { withoutUnwritable } from './unwritable.ts';

/**
 * Characters that a spreadsheet skips before a formula, and those that begin one (research:
 * security.md, T18).
 */
const skipped = /['"\s\u200B-\u200F\u2060\uFEFF]/;
const formula = /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Marks that turn the direction of a text. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g;
/** Ends of a cell for a spreadsheet that assumes another delimiter than ours. */
const ends = /[,;|\t\r\n\u2028\u2029]/;
const harmless = /^[A-Za-z0-9][\x20-\x7E]*$/;
const laterCell = /[,;|][ '"]*(?:[=+\-@]|$)/;
const bare = /^[^",;|\t\r\n ](?:[^",;|\t\r\n]*[^",;|\t\r\n ])?$/;

/**
 * The one rule for the texts of every kind of file. A text gets an apostrophe wherever a
 * spreadsheet could run what follows: at its start, and behind each delimiter and line end, since a
 * spreadsheet may assume another delimiter than the file has. A lone minus at its end runs nothing,
 * but in a file with tabs: for a spreadsheet that expects commas it stands before the next cell. An
 * apostrophe that stands where an earlier rule set one is doubled, so that `unescapeFormula`
 * removes exactly these, also in files of before.
 */
export function escapeFormula(text: string, delimiter = ','): string {
  if (harmless.test(text) && !laterCell.test(text)) return text;
  const clean = printable(text);
  const isStrict = delimiter === '\t';
  const isAdded = ({ at, isReal }: Danger) => isStrict || isReal || clean[at] === "'";
  const added = dangers(clean).filter(isAdded);
  return pieces(clean, added).join("'");
}

/** The text as it was before `escapeFormula`, for cells that can only be text. */
export function unescapeFormula(cell: string): string {
  if (!cell.includes("'")) return cell;
  const added = dangers(cell).filter(({ at }) => cell[at] === "'");
  return pieces(cell, added)
    .map((piece, index) => (index === 0 ? piece : piece.slice(1)))
    .join('');
}

/** A text as each kind of file shows it: without what none can hold, and not turned around. */
export function printable(text: string): string {
  return withoutUnwritable(text).replace(turning, '');
}

/**
 * A text as a cell of any CSV: disarmed, and quoted unless no program can take a part of it for a
 * delimiter.
 */
export function csvText(text: string, delimiter = ','): string {
  const cell = escapeFormula(text, delimiter);
  return cell === '' || bare.test(cell) ? cell : `"${cell.replaceAll('"', '""')}"`;
}

/** A line of texts as CSV. */
export function csvLine(texts: readonly (string | null)[], delimiter = ','): string {
  return `${texts.map((text) => csvText(text ?? '', delimiter)).join(delimiter)}\r\n`;
}

/**
 * Flags of the text behind a place, for a spreadsheet that begins a cell there: `sign` begins a
 * formula or is a lone sign, `runs` is a formula, `isDelimiter` begins with a delimiter.
 */
const [sign, isBlank, isBroken, runs, isDelimiter] = [1, 2, 4, 8, 16];

type Danger = {
  at: number;
  /** False where an earlier rule alone set an apostrophe: behind it is nothing, or a lone sign. */
  isReal: boolean;
};

/**
 * Finds the starts of cells that a spreadsheet would run or misread. Scans from the end, so that a
 * long text takes linear time.
 */
function dangers(text: string): Danger[] {
  const found: Danger[] = [];
  let ahead = isBlank;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const code = text.charCodeAt(at);
    const traits = characterTraits(code);
    const isHalf = code === carriageReturn && text.charCodeAt(at + 1) === lineFeed;
    if ((traits & endsCell) !== 0 && !isHalf && (ahead & (sign | isBlank | isBroken)) !== 0)
      found.push({ at: at + 1, isReal: (ahead & (runs | isBroken)) !== 0 });
    ahead = aheadFrom(traits, isHalf, ahead);
  }
  if ((ahead & sign) !== 0 || /^['"]*[\t\r\n]/.test(text)) found.push({ at: 0, isReal: true });
  return found.toReversed();
}

function aheadFrom(traits: number, isHalf: boolean, ahead: number): number {
  if ((traits & isFormula) !== 0) {
    const isLoneMinus = (traits & isMinus) !== 0 && (ahead & (isBlank | isDelimiter)) !== 0;
    return isLoneMinus ? sign : sign | runs;
  }
  if ((traits & isSkipped) === 0) return (traits & endsCell) === 0 ? 0 : isDelimiter;
  // A quote behind blanks opens a cell for some programs.
  if ((traits & keepsAhead) !== 0) return ahead;
  return (traits & breaks) !== 0 && !isHalf ? ahead | isBroken : ahead & ~isBroken;
}

const [lineFeed, carriageReturn] = [10, 13];
const [isSkipped, isFormula, endsCell, keepsAhead, breaks, isMinus, isKnown] = [
  1, 2, 4, 8, 16, 32, 64,
];
/** By code unit: a regular expression for each character of a text takes thirty times as long. */
const knownTraits = new Uint8Array(0x1_00_00);

function characterTraits(code: number): number {
  const known = knownTraits[code] ?? 0;
  if (known !== 0) return known;
  const character = String.fromCharCode(code);
  const traits =
    (skipped.test(character) ? isSkipped : 0) |
    (formula.test(character) ? isFormula : 0) |
    (ends.test(character) ? endsCell : 0) |
    (/['" ]/.test(character) ? keepsAhead : 0) |
    (/[\t\r]/.test(character) ? breaks : 0) |
    (character === '-' ? isMinus : 0) |
    isKnown;
  knownTraits[code] = traits;
  return traits;
}

function pieces(text: string, starts: readonly Danger[]): string[] {
  const places = starts.map(({ at }) => at);
  return [0, ...places].map((place, index) => text.slice(place, places[index]));
}
