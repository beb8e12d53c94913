import { describe, expect, it } from 'vitest';
import {
  choiceText,
  dayFilter,
  filterQuery,
  choiceFilter,
  periodFilters,
  readFilters,
  recordFilter,
  textFilter,
  writeFilters,
} from './filters.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const filters = {
  attorney: recordFilter,
  by: choiceFilter(['person', 'code'], 'person'),
  state: choiceFilter(['open', 'accepted']),
  client: textFilter(5),
  on: { ...dayFilter, keepsPage: true },
  ...periodFilters,
};
const none = {
  attorney: '',
  by: 'person',
  state: '',
  client: '',
  on: '',
  period: '',
  from: '',
  to: '',
};
const read = (address: string) => readFilters(filters, new URLSearchParams(address));
const written = (address: string, change: Parameters<typeof writeFilters>[2]) =>
  writeFilters(filters, new URLSearchParams(address), change).toString();

describe('the filters of a list', () => {
  it('are read from the address as they were written', () => {
    const change = { by: 'code', state: 'accepted', attorney: id, period: '2026-10' };
    expect(read(written('firmId=7', change))).toEqual({ ...none, ...change });
  });

  it.each([
    'attorney=x',
    'by=day',
    'state=gone',
    'on=2026-02-30',
    'period=2026-13',
    'from=2026-02-30',
  ])('ignore %s, and put the address right on the same page', (address) => {
    expect(read(address)).toEqual(none);
    expect(written(`page=2&size=20&${address}`, {})).toBe('page=2&size=20');
  });

  it('put an unreadable change right too', () => {
    expect(written('state=open', { state: 'gone' })).toBe('');
    expect(written('', { client: 'Naidoo & Sons' })).toBe('client=Naido');
  });

  it('leave out what is there by default, and other parameters alone', () => {
    const address = `to=2026-11-30&by=code&attorney=${id}&hide=a`;
    expect(written(address, { by: 'person', attorney: '' })).toBe('to=2026-11-30&hide=a');
  });

  it('begin at page 1 when another one is chosen, unless the rows are the same', () => {
    expect(written('page=3&search=np', { state: 'open' })).toBe('search=np&state=open');
    expect(written('page=3', { on: '2027-03-01' })).toBe('page=3&on=2027-03-01');
    expect(written('page=3&on=2027-03-01', { on: '' })).toBe('page=3');
  });

  it('drop a search together with a change', () => {
    expect(written('search=np&page=3&size=20&state=open', { state: '', search: '' })).toBe(
      'size=20',
    );
  });

  it('drop the days when a month is chosen', () => {
    expect(written('from=2026-10-03', { period: '2026-10' })).toBe('period=2026-10');
  });
});

it('asks for the days of a period, and for nothing where nothing is chosen', () => {
  expect(filterQuery(read(`period=2026-10&attorney=${id}`))).toEqual({
    attorney: id,
    by: 'person',
    from: '2026-10-01',
    to: '2026-10-31',
  });
});

it('names what an address has chosen', () => {
  const choices = [{ value: '1', label: 'One' }];
  expect(['', '1', '2'].map((value) => choiceText(value, choices))).toEqual(['', 'One', 'Unknown']);
  expect(choiceText('1', undefined)).toBe('…');
});
