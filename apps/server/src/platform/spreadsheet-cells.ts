/**
 * What makes a spreadsheet take a cell for a formula (research: security.md, T18), behind any blanks and apostrophes:
 * so an apostrophe before such a text makes such a text again, and `rearm` is exact.
 */
const formula = /^['\s\u200B-\u200F\u2060\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^'*[\t\r\n]/;
/** What no kind of file can hold: controls but tab and line ends, marks that turn the direction of a text, what XML has no place for. */
const unprintable = /[^\P{Cc}\t\n\r]|[\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/gu;
const harmless = /^[A-Za-z0-9][\x20-\x7E]*$/;

/**
 * The one place through which every text of every kind of file goes. A text that a spreadsheet would run gets an apostrophe in front;
 * an import takes exactly that one away again by `rearm`.
 */
export function disarm(text: string): string {
  if (harmless.test(text)) return text;
  const clean = text.replace(unprintable, '');
  return formula.test(clean) ? `'${clean}` : clean;
}

/** The text as it was before `disarm`, for cells that can only be text. */
export function rearm(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;
}
