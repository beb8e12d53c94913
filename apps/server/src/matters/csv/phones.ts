import { toE164 } from '@recoup/contract/core/phone-numbers';
import { maxPhones } from '@recoup/contract/matters/phones';
import { cleanCell } from '../../platform/csv/clean-text.ts';
import { addProblem } from '../../platform/csv/problems.ts';
import { header, type Reading } from './reading.ts';

const separators = /;(?!(?:ext|isub|phone-context)=)|[,/|\n]|\s+(?:or|of)\s+/;
/** Labels beside a number: "Tel:", "(h)", "cell", "w". */
const labels = /\b(?:tel|phone|cell|mobile|home|work|office|fax|[hwcmt])\b[.:]?/gi;

/** Texts that stand for no number. */
const placeholder = /^(?:[-–—.?_]+|n\/?\.?a\.?|nil|none|unknown)$/i;

/** The telephone numbers of a cell: `011 555 0101; 082 555 0101 (cell)`. Each is listed once. */
export function readPhones(reading: Reading, row: number, cells: readonly string[]): string[] {
  const at = reading.columns.phones;
  const text = at === undefined ? '' : cleanCell(cells[at] ?? '');
  if (text === '' || placeholder.test(text)) return [];
  const problem = (message: string) =>
    addProblem(reading.problems, row, header(reading, at), message);
  const numbers = new Set<string>();
  for (const part of text.split(separators)) {
    const written = part
      .replaceAll(labels, '')
      .replace(/\(\s*\)/g, '')
      .trim();
    if (written === '' || placeholder.test(written)) continue;
    const number = toE164(written);
    if (number !== undefined) {
      numbers.add(number);
      continue;
    }
    problem(
      `"${part.trim().slice(0, 40)}" is not a telephone number with its area code. ` +
        'Write it as 011 555 0101 or +27 82 555 0101, several with a semicolon between them, ' +
        'or import the file without this column.',
    );
    return [];
  }
  if (numbers.size > maxPhones)
    problem(`There are ${numbers.size} telephone numbers; at most ${maxPhones} are kept.`);
  return [...numbers];
}
