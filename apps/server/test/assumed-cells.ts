/** How a spreadsheet treats a quotation mark that follows blanks at the start of a cell. */
export type Manner = 'keeps blanks' | 'skips blanks';

/** The cells of a CSV under an assumed delimiter: quotes count at the start of a cell only. */
export function assumedCells(text: string, delimiter: string, manner: Manner): string[] {
  const cells: string[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    const { cell, end } = cellFrom(text, { at, delimiter, manner });
    cells.push(cell);
    at = text.startsWith('\r\n', end) ? end + 2 : end + 1;
  }
  return cells;
}

function cellFrom(
  text: string,
  { at, delimiter, manner }: { at: number; delimiter: string; manner: Manner },
) {
  const open = manner === 'keeps blanks' ? at : at + (/^ */.exec(text.slice(at))?.[0].length ?? 0);
  const quoted = text[open] === '"' ? quotedFrom(text, open + 1) : { cell: '', end: at };
  let { cell, end } = quoted;
  for (; end < text.length && !`${delimiter}\r\n`.includes(text[end] ?? ''); end += 1)
    cell += text[end];
  return { cell, end };
}

/** What stands between quotation marks, and the place behind the closing one. */
function quotedFrom(text: string, start: number) {
  let cell = '';
  for (let end = start; end < text.length; end += 1) {
    if (text[end] === '"' && text[end + 1] !== '"') return { cell, end: end + 1 };
    if (text[end] === '"') end += 1;
    cell += text[end];
  }
  return { cell, end: text.length };
}
