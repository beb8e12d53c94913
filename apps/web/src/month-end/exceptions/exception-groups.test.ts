import type { ExceptionGroup } from '@recoup/contract/month-end/exception-endpoints';
import { expect, it } from 'vitest';
import { countsByLevel, groupsBy, toCheckText } from './exception-groups.ts';

const anna = { _id: 'a', name: 'Anna Botha' };
const zola = { _id: 'z', name: 'Zola Dube' };
const rows: ExceptionGroup[] = [
  { code: 'NOFEE', level: 'block', attorney: zola, open: 1, accepted: 0 },
  { code: 'ZERO', level: 'warn', attorney: zola, open: 2, accepted: 4 },
  { code: 'ZERO', level: 'warn', attorney: anna, open: 5, accepted: 0 },
  { code: 'CAP', level: 'warn', attorney: null, open: 3, accepted: 0 },
  { code: 'WEEKEND', level: 'info', attorney: anna, open: 0, accepted: 7 },
];
const shown = (grouping: 'person' | 'code', state: 'open' | 'accepted') =>
  groupsBy(grouping, rows, state).map(({ name, count }) => `${name} ${count}`);

it('groups by person, with what is the firm’s by code', () => {
  expect(shown('person', 'open')).toEqual(['Anna Botha 5', 'Zola Dube 3', 'Cap of a matter 3']);
  expect(shown('person', 'accepted')).toEqual(['Anna Botha 7', 'Zola Dube 4']);
});

it('groups by code, in the order of the lists', () => {
  expect(shown('code', 'open')).toEqual(['No call fees 1', 'Costs nothing 7', 'Cap of a matter 3']);
  expect(shown('code', 'accepted')).toEqual(['Costs nothing 4', 'Weekend or holiday 7']);
});

it('names what a group narrows the list to', () => {
  const [first, , last] = groupsBy('person', rows, 'open');
  expect([first?.attorney, first?.code, last?.attorney, last?.code]).toEqual([
    'a',
    undefined,
    undefined,
    'CAP',
  ]);
});

it('counts by level', () => {
  expect(countsByLevel(rows, 'open')).toEqual({ block: 1, warn: 10, info: 0 });
  expect(countsByLevel(rows, 'accepted')).toEqual({ block: 0, warn: 4, info: 7 });
});

it('tells what must be checked from notes, which need no look', () => {
  expect(toCheckText({ block: 1, warn: 3, info: 1 })).toBe('1 blocking, 3 warnings');
  expect(toCheckText({ block: 0, warn: 1, info: 0 })).toBe('1 warning');
  expect(toCheckText({ block: 0, warn: 0, info: 61 })).toBe('Nothing to check, 61 notes');
  expect(toCheckText({ block: 0, warn: 0, info: 0 })).toBe('Nothing to check');
});
