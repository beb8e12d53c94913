import { expect, it } from 'vitest';
import { listPages, pagesWithin } from './page-ranges.ts';

it.each([
  ['2-3,5', [2, 3, 5]],
  ['5,2-3,3', [5, 2, 3]],
  ['3-1', [1, 2, 3]],
])('lists the pages %s once each', (pages, expected) => {
  expect(listPages(pages)).toEqual(expected);
});

it.each([
  ['2-3,5', 0, 3, '2-3'],
  ['2-3,5', 3, 3, '2'],
  ['2-4', 3, 1, '1'],
  ['1-9999', 0, 3, '1-3'],
  ['4', 0, 3, undefined],
  ['3', 3, 3, undefined],
])(
  'finds of the pages %s those of a file behind %d pages with %d',
  (pages, behind, count, found) => {
    expect(pagesWithin(pages, { behind, count })).toBe(found);
  },
);
