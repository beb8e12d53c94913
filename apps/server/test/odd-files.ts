/** What systems and spreadsheets do to a CSV, for every reader of files with a header. */
export type OddFile = { name: string; change: (lines: readonly string[]) => string };

const joined = (lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;

/** Files that are read as if nothing had been done to them. */
export const readableOddities: readonly OddFile[] = [
  { name: 'a title and an empty row above the header', change: titled },
  { name: 'an empty row above the header', change: (lines) => joined([',,', ...lines]) },
  { name: 'blanks before quoted cells', change: quotedBehindBlanks },
  { name: 'a byte order mark', change: (lines) => `\uFEFF${joined(lines)}` },
  { name: 'an end mark of DOS', change: (lines) => `${joined(lines)}\u001A` },
  { name: 'an end mark of DOS in the last row', change: (lines) => `${lines.join('\n')}\u001A\n` },
  { name: 'line feeds alone', change: (lines) => joined(lines).replaceAll('\r', '') },
  { name: 'empty cells at the ends of all rows', change: (lines) => joined(lines.map(padded)) },
  {
    name: 'empty cells at the ends of all rows but the header',
    change: ([head = '', ...rows]) => joined([head, ...rows.map(padded)]),
  },
  {
    name: 'a column nobody reads that stands twice',
    change: ([head = '', ...rows]) =>
      joined([`${head},Colour,Colour`, ...rows.map((row) => `${row},red,blue`)]),
  },
];

/** Files of which a row is refused by its number, or all by a sentence, which has `says`. */
export const refusedOddities: readonly (OddFile & { row?: number; says?: string })[] = [
  {
    name: 'a cell too many',
    row: 3,
    says: 'in quotation marks',
    change: ([head = '', first = '', ...rows]) => joined([head, first, `x,${first}`, ...rows]),
  },
  {
    name: 'a cell too many, the last one empty',
    row: 3,
    says: 'in quotation marks',
    change: ([head = '', first = '', ...rows]) => joined([head, first, shifted(first), ...rows]),
  },
  {
    name: 'a cell too many, where every line ends in a separator',
    row: 3,
    says: 'in quotation marks',
    change: ([head = '', first = '', ...rows]) =>
      joined([head, first, shifted(first), ...rows].map((line) => `${line},`)),
  },
  {
    name: 'a text behind the last column with a name',
    row: 3,
    says: 'in quotation marks',
    change: ([head = '', first = '', ...rows]) =>
      joined([`${head},`, `${first},`, `${first},x`, ...rows.map((row) => `${row},`)]),
  },
  {
    name: 'the header again',
    row: 3,
    change: ([head = '', first = '', ...rows]) => joined([head, first, head, ...rows]),
  },
  { name: 'a web page', change: () => '<!DOCTYPE html><html><body>Sign in</body></html>' },
  { name: 'JSON', change: () => '[{"number":"1","description":"A"}]' },
  { name: 'a PDF', change: () => '%PDF-1.7\n1 0 obj\n' },
];

function titled(lines: readonly string[]): string {
  return joined(['Listing as at 26/11/2026,,', ',,', ...lines]);
}

function quotedBehindBlanks(lines: readonly string[]): string {
  const quoted = (cell: string) => (cell.includes('"') ? ` ${cell}` : ` "${cell}"`);
  return joined(lines.map((line) => line.split(',').map(quoted).join(',')));
}

function padded(line: string): string {
  return `${line},,`;
}

/** As a separator within a text leaves a row whose last cell is empty. */
function shifted(line: string): string {
  return `x,${line.replace(/,[^,]*$/, '')},`;
}
