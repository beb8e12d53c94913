import { expect, it } from 'vitest';
import { periodDays, periodOptions, periodText, readPeriod } from './period.ts';

const read = (query: string) => readPeriod(new URLSearchParams(query));

it.each([
  ['period=this-month', { from: '2026-11-01', to: '2026-11-30' }, 'This month'],
  ['period=last-month', { from: '2026-10-01', to: '2026-10-31' }, 'Last month'],
  ['period=2028-02', { from: '2028-02-01', to: '2028-02-29' }, 'February 2028'],
  ['period=2026-10&from=2020-01-01', { from: '2026-10-01', to: '2026-10-31' }, 'October 2026'],
  ['from=2026-10-03', { from: '2026-10-03', to: '' }, 'From 3\u00A0Oct\u00A02026'],
  ['to=2026-10-03', { from: '', to: '2026-10-03' }, 'Until 3\u00A0Oct\u00A02026'],
  ['', { from: '', to: '' }, ''],
] as const)('reads %s', (query, days, text) => {
  expect([periodDays(read(query), '2026-11-25'), periodText(read(query))]).toEqual([days, text]);
});

it.each(['period=2026-13', 'period=toString', 'period=next-month', 'from=2026-02-30'])(
  'ignores %s',
  (query) => {
    expect(read(query)).toEqual({ period: '', from: '', to: '' });
  },
);

it('offers this month and the twelve before it', () => {
  const labels = periodOptions('2026-11-25').map(({ label }) => label);
  expect(labels.slice(0, 5)).toEqual([
    'All days',
    'This month',
    'Last month',
    'November 2026',
    'October 2026',
  ]);
  expect(labels.slice(-2)).toEqual(['November 2025', 'From … to …']);
  const withEarlier = periodOptions('2026-11-25', '2020-01').map(({ label }) => label);
  expect(withEarlier.slice(-2)).toEqual(['January 2020', 'From … to …']);
});
