/** Points of a line of 11 point text. */
const lineHeight = 15;
/** As many points as a spreadsheet gives a row. */
const maxHeight = 409;

/**
 * The start of a row. Without a height LibreOffice prints wrapped texts over the next row; a
 * spreadsheet finds the exact one when the row is edited.
 */
export function rowStart(at: number, lines: number): string {
  if (lines <= 1) return `<row r="${at}">`;
  return `<row r="${at}" ht="${Math.min(lines * lineHeight, maxHeight)}">`;
}

/**
 * The lines of a text that is wrapped in a column as wide as so many digits: estimated, with more
 * lines rather than fewer.
 */
export function wrappedLines(text: string | null, width: number): number {
  if (text === null || (text.length < width / widest && !text.includes('\n'))) return 1;
  return text.split('\n').reduce((lines, part) => lines + countNeededLines(part, width - 1), 0);
}

/** Widths of letters in Calibri, in digits. */
const widest = 1.25;
const narrowest = 0.6;

function wordWidth(word: string): number {
  let width = 0;
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    // The second half of a character of two.
    if (code < 0xdc00 || code > 0xdfff) width += widthsOfAscii[code] ?? widest;
  }
  return width;
}

const widthsOfAscii = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCodePoint(code);
  if ("ijlfrt.,:;'!|()-".includes(character)) return narrowest;
  return /[a-z\d]/.test(character) && !'mw'.includes(character) ? 1 : widest;
});

function countNeededLines(text: string, room: number): number {
  let [lines, used] = [1, 0];
  for (const word of text.split(' ')) {
    const width = wordWidth(word);
    const needed = used === 0 ? width : used + narrowest + width;
    if (needed > room && used > 0) lines += 1;
    used = needed > room ? width : needed;
    // A long word is broken.
    const broken = Math.max(0, Math.ceil(used / room) - 1);
    lines += broken;
    used -= room * broken;
  }
  return lines;
}
