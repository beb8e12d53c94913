import { expect, it } from 'vitest';
import { nextCell } from './fee-table.tsx';

const size = { rows: 30, columns: 4, isStacked: false };
const go = (key: string, row: number, column: number, options: Partial<typeof size> = {}) => {
  const ctrlKey = key.startsWith('Control+');
  const cell = nextCell(
    { row, column },
    { key: key.replace('Control+', ''), ctrlKey },
    { ...size, ...options },
  );
  return cell && [cell.row, cell.column];
};

it.each([
  ['ArrowRight', [5, 2]],
  ['ArrowLeft', [5, 0]],
  ['ArrowDown', [6, 1]],
  ['ArrowUp', [4, 1]],
  ['PageDown', [15, 1]],
  ['PageUp', [0, 1]],
  ['Home', [5, 0]],
  ['End', [5, 3]],
  ['Control+Home', [0, 0]],
  ['Control+End', [29, 3]],
  ['Enter', undefined],
] as const)('leads by %s to another cell of the grid', (key, cell) => {
  expect(go(key, 5, 1)).toEqual(cell);
});

it('stops at the edges', () => {
  expect([go('ArrowLeft', 0, 0), go('ArrowUp', 0, 0)]).toEqual([undefined, undefined]);
  expect([go('ArrowRight', 29, 3), go('ArrowDown', 29, 3)]).toEqual([undefined, undefined]);
  expect(go('PageDown', 25, 3)).toEqual([29, 3]);
});

it('goes on with the next row where the cells of a row are below each other', () => {
  const stacked = { isStacked: true };
  expect(go('ArrowDown', 5, 3, stacked)).toEqual([6, 0]);
  expect(go('ArrowUp', 5, 0, stacked)).toEqual([4, 3]);
  expect(go('ArrowDown', 29, 3, stacked)).toBeUndefined();
  expect(go('ArrowUp', 0, 0, stacked)).toBeUndefined();
});
