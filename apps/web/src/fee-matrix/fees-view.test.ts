import { expect, it } from 'vitest';
import { readFeesView, writeFeesView } from './fees-view.ts';

const read = (address: string) => readFeesView(new URLSearchParams(address));
const written = (address: string, change: Parameters<typeof writeFeesView>[1]) =>
  writeFeesView(new URLSearchParams(address), change).toString();

it('reads the day, the attorneys and their page, and ignores what it cannot read', () => {
  expect(read('on=2027-03-01&inactive=shown&page=2&size=5&search=bo')).toEqual({
    on: '2027-03-01',
    hasInactive: true,
    page: 2,
    size: 5,
    search: 'bo',
    sort: undefined,
  });
  expect(read('on=2027-02-31&page=x&size=25')).toEqual({
    on: undefined,
    hasInactive: false,
    page: 1,
    size: 20,
    search: '',
    sort: undefined,
  });
});

it('starts other attorneys at the first page, and stays on the page for another day', () => {
  expect(written('page=3', { search: 'bo' })).toBe('search=bo');
  expect(written('page=3', { hasInactive: true })).toBe('inactive=shown');
  expect(written('inactive=shown&page=3', { hasInactive: false })).toBe('');
  expect(written('page=3', { on: '2027-03-01' })).toBe('page=3&on=2027-03-01');
  expect(written('page=3&on=2027-03-01', { on: undefined })).toBe('page=3');
});

it('writes what it has read as the page shows it, on the same page', () => {
  const rewritten = (address: string) => written(address, read(address));
  expect(rewritten('on=2026-02-30&size=7&page=2&inactive=yes')).toBe('page=2');
  const shown = 'on=2027-03-01&inactive=shown&page=2&size=5&search=bo';
  expect(rewritten(shown)).toBe(shown);
});
