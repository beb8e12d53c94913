import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { type Cell, nextCell } from './next-cell.ts';

type Size = { rows: number; columns: number };

/** The cell that Tab reaches, and the keys that lead to others. */
export function useGridFocus(table: RefObject<HTMLTableElement | null>, size: Size) {
  const [focused, setFocused] = useState<Cell>({ row: 0, column: 1 });
  // A search may have taken the row away.
  const active = {
    row: Math.min(focused.row, Math.max(0, size.rows - 1)),
    column: Math.min(focused.column, size.columns - 1),
  };
  const onFocus = ({ target }: FocusEvent) => {
    const cell = findCell(target);
    if (cell) setFocused(cell);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = findCell(event.target);
    if (!from || event.altKey || event.metaKey || event.shiftKey) return;
    const to = nextCell(from, event, { ...size, isStacked: isStacked(table.current) });
    if (!to) return;
    event.preventDefault();
    table.current?.querySelector<HTMLElement>(`[data-cell="${to.row} ${to.column}"]`)?.focus();
  };
  return { active, onFocus, onKeyDown };
}

function findCell(target: EventTarget): Cell | undefined {
  const [row, column] = (target instanceof HTMLElement ? (target.dataset.cell ?? '') : '')
    .split(' ')
    .map(Number);
  return row === undefined || column === undefined ? undefined : { row, column };
}

/** On a phone the cells of a row are below each other (`fee-table.module.css`). */
function isStacked(table: HTMLTableElement | null): boolean {
  const row = table?.rows[1];
  return row !== undefined && getComputedStyle(row).display !== 'table-row';
}
