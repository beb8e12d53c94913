import { expect, it } from 'vitest';
import { dayKind, periodText, timeLineItem, valueWithout } from './periods.ts';

const today = '2026-11-22';
const plain = (text: string) => text.replaceAll('\u00A0', ' ');

it.each([
  ['2000-01-01', null, 'Always'],
  ['2000-01-01', '2027-02-28', 'Until 28 February 2027'],
  ['2027-03-01', null, 'From 1 March 2027'],
  ['2026-03-01', '2027-02-28', '1 March 2026 – 28 February 2027'],
  ['2026-03-01', '2026-03-01', '1 March 2026'],
])('says from %s until %s in words', (validFrom, until, text) => {
  expect(plain(periodText({ validFrom, until }))).toBe(text);
});

it.each([
  ['2000-01-01', null, null, 'now'],
  ['2000-01-01', '2026-11-22', null, 'now'],
  ['2026-11-22', '2027-02-28', null, 'now'],
  ['2026-11-23', null, null, 'coming'],
  ['2000-01-01', '2026-11-21', null, undefined],
  ['2026-11-22', null, '2026-11-22T10:00:00Z', undefined],
] as const)('marks from %s until %s, replaced at %s', (validFrom, until, replacedAt, kind) => {
  expect(dayKind({ validFrom, until, replacedAt }, today)).toBe(kind);
});

const version = (validFrom: string, replacedAt: string | null = null) => ({
  _id: validFrom,
  validFrom,
  until: null,
  replacedAt,
  createdAt: '2026-11-20T08:00:00.000Z',
  createdBy: 'Lerato Nkosi',
});

it('tells who saved a version, and whether it was replaced or undone', () => {
  const saved = (of: ReturnType<typeof version> & { isTakenBack?: boolean }) =>
    plain(timeLineItem(of, { text: '', today }).saved);
  const ended = version('2027-03-01', '2026-11-21T08:00:00.000Z');
  expect(saved(version('2027-03-01'))).toBe('Saved on 20 November 2026 by Lerato Nkosi');
  expect(saved(ended)).toMatch(/, replaced on 21 November 2026$/);
  expect(saved({ ...ended, isTakenBack: true })).toMatch(/, undone on 21 November 2026$/);
});

it('names the South African day of a save and its end, also just after midnight', () => {
  const nightly = {
    ...version('2027-03-01', '2026-11-30T22:30:00.000Z'),
    createdAt: '2026-11-22T22:00:00.000Z',
  };
  expect(plain(timeLineItem(nightly, { text: '', today }).saved)).toBe(
    'Saved on 23 November 2026 by Lerato Nkosi, replaced on 1 December 2026',
  );
});

it('finds what holds without a version: the one before, for the first one the next', () => {
  const [last, middle, first] = [
    version('2028-01-01'),
    version('2027-01-01'),
    version('2026-01-01'),
  ];
  const all = [last, middle, first];
  expect(valueWithout(all, last)).toBe(middle);
  expect(valueWithout(all, first)).toBe(middle);
  expect(valueWithout([first], first)).toBe(undefined);
});
