import { userStatus } from '@recoup/contract/core/access';
import { expect, it } from 'vitest';
import type { FeeLine } from './fee-matrix.ts';
import { firstLines } from './growing-rows.ts';

const cell = { text: 'R 2.50 each', tone: 'plain', marks: [], isOpen: true } as const;
const lines = (count: number, columns: number): FeeLine[] =>
  Array.from({ length: count }, (_, index) => ({
    attorney: { _id: `${index}`, name: `Attorney ${index}`, status: userStatus.active },
    cells: Array.from({ length: columns }, () => cell),
  }));
const none = new Set<string>();

it('begins with as many lines as have 20 cells', () => {
  expect(firstLines(lines(100, 10), none)).toHaveLength(2);
  expect(firstLines(lines(100, 3), none)).toHaveLength(7);
  expect(firstLines(lines(2, 10), none)).toHaveLength(2);
});

it('keeps drawn lines, and adds those of 20 cells, in their order', () => {
  const all = lines(100, 10);
  const drawn = new Set(['0', '1', '2', '6', '90']);
  expect(firstLines(all, drawn)).toEqual(all.slice(0, 5));
  const everyone = new Set(all.map(({ attorney }) => attorney._id));
  expect(firstLines(all, everyone)).toEqual(all);
});
