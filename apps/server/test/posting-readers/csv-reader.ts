/** Cells of a CSV by RFC 4180, read character by character. Throws where a quote stands wrongly. */
export function readCells(text: string, delimiter = ','): string[][] {
  const rows: string[][] = [];
  let [row, cell, at]: [string[], string, number] = [[], '', 0];
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  while (at < text.length) {
    const letter = text[at];
    if (letter === '"') {
      if (cell !== '') throw new Error(`A quote within ${cell}`);
      const end = endOfQuotes(text, at);
      cell = text
        .slice(at + 1, end)
        .split('""')
        .join('"');
      at = end + 1;
      const next = text[at];
      if (next !== delimiter && next !== '\r') throw new Error(`“${next}” after a quoted cell`);
    } else if (letter === delimiter) {
      endCell();
      at += 1;
    } else if (letter === '\r' && text[at + 1] === '\n') {
      endCell();
      rows.push(row);
      row = [];
      at += 2;
    } else {
      cell += letter;
      at += 1;
    }
  }
  if (cell !== '' || row.length > 0) throw new Error('The last line has no end.');
  return rows;
}

/** Rows by the names of the header. */
export function readRows(text: string): Record<string, string>[] {
  const [header = [], ...rows] = readCells(text);
  return rows.map((row) => {
    if (row.length !== header.length) throw new Error(`${row.length} cells of ${header.length}`);
    return Object.fromEntries(header.map((name, index) => [name, row[index] ?? '']));
  });
}

/** Rand with two decimals in cents; blank is nothing. */
export function centsOf(cell: string): bigint {
  if (cell === '') return 0n;
  if (!/^-?\d+\.\d\d$/.test(cell)) throw new Error(`“${cell}” is no amount.`);
  return BigInt(cell.replace('.', ''));
}

/** The bytes 0x80 to 0x9F, by the table of unicode.org; Node reads them as Latin-1. */
const aboveAscii =
  '20AC . 201A 0192 201E 2026 2020 2021 02C6 2030 0160 2039 0152 . 017D . ' +
  '. 2018 2019 201C 201D 2022 2013 2014 02DC 2122 0161 203A 0153 . 017E 0178';

/** Bytes of Windows-1252. */
export function fromWindows1252(bytes: Buffer): string {
  const letters = aboveAscii.split(' ');
  return [...bytes]
    .map((byte) => {
      if (byte < 0x80 || byte > 0x9f) return String.fromCodePoint(byte);
      const letter = letters[byte - 0x80];
      if (letter === undefined || letter === '.') throw new Error(`Byte ${byte} is no letter.`);
      return String.fromCodePoint(Number.parseInt(letter, 16));
    })
    .join('');
}

function endOfQuotes(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const end = text.indexOf('"', at);
    if (end === -1) throw new Error('A quote is open.');
    if (text[end + 1] !== '"') return end;
    at = end + 2;
  }
}
