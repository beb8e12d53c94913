import { describe, expect, it } from 'vitest';
import {
  countPages,
  type ListDefaults,
  nextSort,
  pageNumbers,
  readView,
  writeView,
} from './list-view.ts';

const defaults: ListDefaults = { size: 10, sort: { key: 'status', order: 'asc' } };
const view = (query: string) => readView(new URLSearchParams(query), defaults);
const written = (query: string, change: Parameters<typeof writeView>[1]) =>
  writeView(new URLSearchParams(query), change, defaults).toString();

describe('the view of a list in the address', () => {
  it('is the default view when nothing is given', () => {
    expect(view('')).toEqual({
      page: 1,
      size: 10,
      search: '',
      sort: { key: 'status', order: 'asc' },
    });
  });

  it('reads page, size, search and a descending sort', () => {
    expect(view('page=3&size=20&search=smi&sort=-name')).toEqual({
      page: 3,
      size: 20,
      search: 'smi',
      sort: { key: 'name', order: 'desc' },
    });
  });

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'page=1000001',
    'size=7',
    'size=',
    'sort=--name',
    'sort=a,b',
  ])('ignores %s', (query) => {
    expect(view(query)).toEqual(view(''));
  });

  it('goes back to page 1 when the search changes, and only then', () => {
    expect(written('page=3', { search: 'smi' })).toBe('search=smi');
    expect(written('page=3&search=smi', { search: 'smi' })).toBe('page=3&search=smi');
    expect(written('page=3', { size: 20 })).toBe('page=3&size=20');
  });

  it('leaves the defaults and other parameters alone', () => {
    expect(
      written('page=3&size=20&firmId=7&sort=-name', {
        page: 1,
        size: 10,
        sort: { key: 'status', order: 'asc' },
      }),
    ).toBe('firmId=7');
  });

  it('turns the order of the sorted column and begins another one ascending', () => {
    expect(nextSort({ key: 'name', order: 'asc' }, 'name')).toEqual({ key: 'name', order: 'desc' });
    expect(nextSort({ key: 'name', order: 'desc' }, 'name')).toEqual({ key: 'name', order: 'asc' });
    expect(nextSort({ key: 'name', order: 'desc' }, 'status')).toEqual({
      key: 'status',
      order: 'asc',
    });
  });
});

describe('the pages of a list', () => {
  it.each([
    [0, 10, 1],
    [10, 10, 1],
    [11, 10, 2],
    [41, 20, 3],
  ])('%i things at %i a page are %i pages', (count, size, pages) => {
    expect(countPages(count, size)).toBe(pages);
  });

  it.each([
    [1, 1, [1]],
    [2, 7, [1, 2, 3, 4, 5, 6, 7]],
    [4, 8, [1, 2, 3, 4, 5, 'gap', 8]],
    [5, 9, [1, 'gap', 4, 5, 6, 'gap', 9]],
    [6, 9, [1, 'gap', 5, 6, 7, 8, 9]],
    [9, 9, [1, 'gap', 5, 6, 7, 8, 9]],
  ] as const)(
    'page %i of %i offers its neighbours, the first and the last',
    (page, pages, numbers) => {
      expect(pageNumbers(page, pages)).toEqual(numbers);
    },
  );
});
