export type Cell = { row: number; column: number };
type Size = { rows: number; columns: number };
type Move = (from: Cell, last: Cell, isWhole: boolean) => Cell;

/** Rows that Page Up and Page Down pass. */
const pageRows = 10;

/** The keys of the grid pattern (ARIA). `isWhole`: with Control, Home and End pass all rows. */
const moves: Readonly<Record<string, Move>> = {
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  PageDown: ({ row, column }, last) => ({ row: Math.min(row + pageRows, last.row), column }),
  PageUp: ({ row, column }) => ({ row: Math.max(row - pageRows, 0), column }),
  Home: ({ row }, _, isWhole) => ({ row: isWhole ? 0 : row, column: 0 }),
  End: ({ row }, last, isWhole) => ({ row: isWhole ? last.row : row, column: last.column }),
};

/**
 * The cell to which a key moves the focus; undefined for other keys and beyond the edge.
 * `isStacked`: the cells of a row are below each other.
 */
export function nextCell(
  from: Cell,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  { rows, columns, isStacked }: Size & { isStacked: boolean },
): Cell | undefined {
  const last = { row: rows - 1, column: columns - 1 };
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  const to =
    isStacked && step !== undefined
      ? cellAt(from.row * columns + from.column + step, columns)
      : moves[key]?.(from, last, ctrlKey);
  return to && isWithin(to, last) ? to : undefined;
}

/** The cell by its number, row after row. */
function cellAt(place: number, columns: number): Cell {
  const row = Math.floor(place / columns);
  return { row, column: place - row * columns };
}

function isWithin({ row, column }: Cell, last: Cell): boolean {
  return row >= 0 && column >= 0 && row <= last.row && column <= last.column;
}
